"""The API of every table, to be described without one: the parts that `service` puts together."""

from __future__ import annotations

from typing import Final

from boardpi.daemon.activities.catalogue import CataloguePage
from boardpi.daemon.activities.check import CheckActions
from boardpi.daemon.activities.classroom import ClassActions
from boardpi.daemon.activities.club_seat import ClubActions
from boardpi.daemon.activities.far_match import FarActions
from boardpi.daemon.activities.game import GameActions
from boardpi.daemon.activities.lesson import LessonActions
from boardpi.daemon.activities.menu import MenuActions
from boardpi.daemon.activities.phones import Phones
from boardpi.daemon.activities.practice import PracticeActions
from boardpi.daemon.activities.review import ReviewActions
from boardpi.daemon.activities.rota import Rota
from boardpi.daemon.coach.reviews import AnalysisActions
from boardpi.daemon.page.answers.snapshot import HealthJson, SnapshotJson
from boardpi.daemon.page.archery import ArcheryPage
from boardpi.daemon.page.book import BookReader
from boardpi.daemon.page.care import Care
from boardpi.daemon.page.copies import BookCopies
from boardpi.daemon.page.corrections import BookEditor
from boardpi.daemon.page.service import TableService
from boardpi.daemon.page.setup import TableSetup
from boardpi.web.service import api_of

API: Final = api_of(
    (
        TableService,
        GameActions,
        PracticeActions,
        LessonActions,
        MenuActions,
        Phones,
        Rota,
        ClassActions,
        ReviewActions,
        CheckActions,
        Care,
        CataloguePage,
        BookReader,
        BookEditor,
        AnalysisActions,
        BookCopies,
        TableSetup,
        ArcheryPage,
        ClubActions,
        FarActions,
    ),
    SnapshotJson,
    HealthJson,
)
