"""A page that stays open for an evening: no leaks, no chatter, nothing that is not so."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.places import go
from tests.page.tables import Running


def count_nodes(page: Page) -> int:
    """How many nodes the browser keeps, those without a page included."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    nodes = int(session.send("Memory.getDOMCounters")["nodes"])
    session.detach()
    return nodes


def test_lamps_of_a_place_that_was_left_are_forgotten(sit: Sit, table: Running) -> None:
    """An endless motion would keep each of them, and a board is 700 nodes."""
    hands = sit()
    page = hands.page
    hands.play("b1-d2 d5-b4 c1-d3")
    table.tell("/table/hint")
    expect(page.locator(".lamp[data-role=hint]").first).to_be_visible()
    assert page.evaluate("document.getAnimations().length") > 0

    def visit(times: int) -> int:
        for _ in range(times):
            go(page, "/match")
            go(page, "/")
        return count_nodes(page)

    before = visit(2)
    assert visit(8) < before + 700


def test_a_warning_is_written_once(sit: Sit) -> None:
    """What is written anew with every snapshot is read aloud again and again."""
    hands = sit()
    page = hands.page
    warn(hands, "The clock of the Pi is wrong.")
    expect(page.locator(".warning")).to_have_text("The clock of the Pi is wrong.")
    page.evaluate("document.querySelector('.warning').dataset.mark = 'same'")
    warn(hands, "The clock of the Pi is wrong.")
    expect(page.locator(".warning[data-mark=same]")).to_have_count(1)
    warn(hands, "The disk is full.")
    expect(page.locator(".warning")).to_have_text("The disk is full.")
    expect(page.locator(".warning[data-mark=same]")).to_have_count(0)


def warn(hands: Hands, message: str) -> None:
    """Another snapshot, with a warning that the table might send."""
    hands.pretend(warnings=[{"code": "unknown", "message": message}])


def test_nobody_carries_an_archer_while_the_table_is_away(sit: Sit, table: Running) -> None:
    """It would be drawn, and vanish when the table is back."""
    hands = sit()
    table.stop()
    expect(hands.page.locator("#away")).to_be_visible()
    hands.drag("b1", "d2")
    expect(hands.page.locator(".note")).to_have_text("The table does not answer.")
    expect(hands.page.locator(".archer[data-place=b1]")).to_have_count(1)
    table.start()
    expect(hands.page.locator("#away")).to_have_count(0)
    hands.play("b1-d2")


def test_notes_leave_the_holes_free(sit: Sit) -> None:
    """On a desk a note lies beside the board; where it must lie above, touches go through it."""
    for size in ((1280, 800), (390, 844)):
        hands = sit(size=size)
        hands.page.evaluate(
            """async (address) => {
                const { note } = await import(address);
                note("A note that is long enough to reach over some of the holes of the board.");
            }""",
            hands.module("speech/say.js"),
        )
        box = hands.page.locator(".note").bounding_box()
        assert box is not None
        spots = [hands.spot(place) for place in ("a1", "c1", "e1", "c3", "a5", "e5")]
        right, bottom = box["x"] + box["width"], box["y"] + box["height"]
        covered = [1 for x, y in spots if box["x"] <= x <= right and box["y"] <= y <= bottom]
        assert covered == []
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        hit = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.note'))"
        assert hands.page.evaluate(hit, middle) is False


def test_the_buttons_stay_where_they_are(sit: Sit) -> None:
    """Whatever the table says beside the board."""
    hands = sit()
    hands.play("b1-d2")
    button = hands.page.get_by_role("button", name="Take back")
    before = button.bounding_box()
    hands.drag("a5", "a4")
    expect(hands.message).to_have_text("That is not possible")
    assert button.bounding_box() == before


def test_colours_of_ones_own_keep_their_meaning(sit: Sit) -> None:
    """With forced colours: whose turn it is, who is White, what a lamp says."""
    hands = sit(forced_colors="active")
    page = hands.page
    hands.play("b1-d2")
    style = "(one, name) => getComputedStyle(one)[name]"
    turn = page.locator(".seat[data-turn=now]").evaluate(style, "borderTopColor")
    rest = page.locator(".seat:not([data-turn])").evaluate(style, "borderTopColor")
    assert turn != rest
    discs = [
        page.locator(f".{side} .disc").evaluate(style, "backgroundImage")
        for side in ("white", "black")
    ]
    assert "none" not in discs
    assert discs[0] != discs[1]
    page.mouse.click(*hands.spot("d5"))
    hands.expect_light("b4", "target")
    fill = page.locator(".lamp[data-hole=b4] .core").evaluate(style, "fill")
    lamp = page.locator(".lamp[data-hole=b4]").evaluate(
        "one => one.style.getPropertyValue('--lamp')"
    )
    red, green, blue = (int(lamp[start : start + 2], 16) for start in (1, 3, 5))
    assert fill == f"rgb({red}, {green}, {blue})"
    page.keyboard.press("Escape")


def test_letters_of_tatar_names_come_with_them(sit: Sit) -> None:
    """Cyrillic letters are fetched when a name has some, and not before."""
    hands = sit()
    page = hands.page
    loaded = """() => [...document.fonts].filter(({ status }) => status === "loaded")
        .map(({ unicodeRange }) => unicodeRange).join()"""
    page.evaluate("document.fonts.ready")
    assert "U+4" not in page.evaluate(loaded)
    page.locator(".who").first.evaluate("one => { one.textContent = 'Гөлнара Җәлилова' }")
    both = "includes('U+400-45F')", "includes('U+460-')"
    for one in both:
        hands.wait(f"({loaded})().{one}")


SPOKEN = """() => {
  window.spoken = [];
  speechSynthesis.speak = (words) => window.spoken.push([words.lang, words.text, words.rate]);
}"""


def test_the_voice_is_off_until_somebody_wants_it(sit: Sit) -> None:
    """Each device chooses; holes are spelled."""
    hands = sit(locale="it-IT")
    page = hands.page
    page.evaluate(SPOKEN)
    hands.play("b1-d2")
    assert page.evaluate("window.spoken") == []
    page.get_by_role("button", name="La pagina tace").click()
    page.get_by_role("button", name="Suoni lievi").click()
    hands.play("d5-b4")
    hands.wait("window.spoken.length >= 2")
    assert page.evaluate("window.spoken.at(-1)[0]") == "it"
    assert "D 5" in page.evaluate("window.spoken.at(-1)[1]")

    page.locator("a[data-place=match]").click()
    page.locator("[name=amount]").select_option("full")
    page.locator("[name=speed]").select_option("fast")
    page.locator("a[data-place=table]").click()
    hands.zone("c1").focus()
    page.keyboard.press("Enter")
    hands.wait("window.spoken.at(-1)[1].includes('Bianco, C 1')")
    assert "D 3" in page.evaluate("window.spoken.at(-1)[1]"), "where it may go"
    assert page.evaluate("window.spoken.at(-1)[2]") == 1.5
    page.keyboard.press("Escape")
    page.locator("a[data-place=match]").click()
    page.locator("[name=amount]").select_option("little")
    page.locator("a[data-place=table]").click()
    count = page.evaluate("window.spoken.length")
    hands.play("c1-d3")
    hands.drag("a1", "a2")
    hands.wait(f"window.spoken.length > {count}")
    assert "A 1" in page.evaluate(f"window.spoken[{count}][1]"), "the move was not worth a word"
