"""A body as triangles, as in its STL file: is it closed, how large, what is inside, how thin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tools.bodies.dimensions import Placed

Points: TypeAlias = npt.NDArray[np.float64]
HEAD: Final = 84
TRIANGLE: Final = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
SKEW: Final = np.array([0.5773, 0.3111, 0.7548])  # along no edge of ours
PORTION: Final = 256  # points at a time


class BadMesh(ValueError):
    """A file that is no STL file."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """Triangles, counter-clockwise seen from outside."""

    corners: Points
    """Triangle, corner, coordinate."""

    def placed(self, place: Placed) -> Mesh:
        """The body where it belongs."""
        corners = self.corners.copy()
        if place.is_flipped:
            corners[..., 1:] *= -1
        for _ in range(place.quarters % 4):
            corners = np.stack([-corners[..., 1], corners[..., 0], corners[..., 2]], axis=-1)
        return Mesh(corners + np.array([place.x, place.y, place.z]))

    def without_lines(self) -> Mesh:
        """Only the triangles whose corners are three."""
        one, two, three = (self.corners[:, corner] for corner in range(3))
        pairs = ((one, two), (two, three), (three, one))
        return Mesh(self.corners[np.all([(a != b).any(axis=1) for a, b in pairs], axis=0)])

    @property
    def box(self) -> tuple[Points, Points]:
        """The lowest and the highest corner."""
        points = self.corners.reshape(-1, 3)
        return points.min(axis=0), points.max(axis=0)

    @property
    def volume(self) -> float:
        """In cubic millimetres; negative if it is inside out."""
        one, two, three = (self.corners[:, corner] for corner in range(3))
        return float(np.einsum("ij,ij->i", one, np.cross(two, three)).sum() / 6)

    @property
    def normals(self) -> Points:
        """Outward, of length 1."""
        sides = self.corners[:, 1:] - self.corners[:, :1]
        across = np.cross(sides[:, 0], sides[:, 1])
        length: Points = np.linalg.norm(across, axis=1, keepdims=True)
        return across / np.maximum(length, 1e-12)

    def open_edges(self) -> int:
        """Edges that are not used exactly once in each direction: 0 if it holds water."""
        _, names = np.unique(np.round(self.corners.reshape(-1, 3), 4), axis=0, return_inverse=True)
        ring = names.reshape(-1, 3)
        edges = np.concatenate([ring[:, [0, 1]], ring[:, [1, 2]], ring[:, [2, 0]]])
        there = {(int(one), int(two)) for one, two in edges}
        twice = len(edges) - len(there)
        return twice + sum((two, one) not in there for one, two in there)

    def contains(self, points: Points) -> npt.NDArray[np.bool_]:
        """Which points are inside: a ray from there meets the surface an odd number of times."""
        found = np.zeros(len(points), dtype=bool)
        for start in range(0, len(points), PORTION):
            part = slice(start, start + PORTION)
            hits = self._hits(points[part], np.broadcast_to(SKEW, points[part].shape))
            found[part] = np.isfinite(hits).sum(axis=1) % 2 == 1
        return found

    def thinnest(self, count: int, chance: np.random.Generator) -> float:
        """The thinnest wall that rays find, from so many places inward.

        A wall has two sides that look away from each other; where two faces meet at an edge there
        is none.
        """
        normals = self.normals
        chosen = chance.choice(len(normals), count, p=self._areas() / self._areas().sum())
        starts = self._on(chosen, chance) - 1e-3 * normals[chosen]
        least = np.inf
        for start in range(0, count, PORTION):
            part = slice(start, start + PORTION)
            hits = self._hits(starts[part], -normals[chosen[part]])
            facing = normals[chosen[part]] @ normals.T
            least = min(least, float(np.where(facing < -0.9, hits, np.inf).min()))
        return least

    def samples(self, count: int, depth: float, chance: np.random.Generator) -> Points:
        """Points just below the surface."""
        areas = self._areas()
        chosen = chance.choice(len(areas), count, p=areas / areas.sum())
        return self._on(chosen, chance) - depth * self.normals[chosen]

    def _areas(self) -> Points:
        sides = self.corners[:, 1:] - self.corners[:, :1]
        areas: Points = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1) / 2
        return areas

    def _on(self, chosen: npt.NDArray[np.int64], chance: np.random.Generator) -> Points:
        shares = chance.dirichlet((1, 1, 1), len(chosen))
        on: Points = np.einsum("ij,ijk->ik", shares, self.corners[chosen])
        return on

    def _hits(self, points: Points, ways: Points) -> Points:
        """How far each ray goes to each triangle; infinite if it misses (Möller and Trumbore)."""
        first = self.corners[:, 0]
        one, two = self.corners[:, 1] - first, self.corners[:, 2] - first
        across = np.cross(ways[:, None], two[None])
        scale = np.einsum("ijk,jk->ij", across, one)
        with np.errstate(divide="ignore", invalid="ignore"):
            inverse = 1 / scale
            offset = points[:, None] - first[None]
            u = np.einsum("ijk,ijk->ij", offset, across) * inverse
            beside = np.cross(offset, one[None])
            v = np.einsum("ijk,ik->ij", beside, ways) * inverse
            far = np.einsum("ijk,jk->ij", beside, two) * inverse
            is_hit = (np.abs(scale) > 1e-12) & (u >= 0) & (v >= 0) & (u + v <= 1) & (far > 0)
        return np.where(is_hit, far, np.inf)


def write_stl(mesh: Mesh) -> bytes:
    """The triangles as a binary STL file; a nanometre is enough, and no minus before nothing."""
    made = np.zeros(len(mesh.corners), TRIANGLE)
    made["corners"], made["normal"] = mesh.corners.round(6) + 0.0, mesh.normals.round(6) + 0.0
    return bytes(HEAD - 4) + len(made).to_bytes(4, "little") + made.tobytes()


def read_stl(data: bytes) -> Mesh:
    """The triangles of a binary STL file."""
    count = int.from_bytes(data[HEAD - 4 : HEAD], "little")
    if len(data) < HEAD or len(data) != HEAD + count * TRIANGLE.itemsize:
        raise BadMesh(f"{len(data)} bytes are no binary STL file of {count} triangles")
    read = np.frombuffer(data, TRIANGLE, offset=HEAD)
    return Mesh(read["corners"].astype(np.float64))
