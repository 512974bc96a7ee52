"""`Queries`: queries of a space. The engine finds candidates, double precision decides."""

import umbra2d

from ._checks import check_number, check_pair
from .bb import BB
from .query_info import ShapeQueryInfo
from .shape_filter import ShapeFilter

EVERYTHING = umbra2d.Filter(category=0xFFFFFFFF, mask=0xFFFFFFFF)
FAR = 1e9


class Queries:
    """The part of `Space` that answers queries."""

    # True if the nearest and first shapes of queries can be sensors.
    _finds_sensors = True

    def _candidates(self, bb):
        """Shapes whose boxes may overlap a box."""
        if self._stepping:
            return [shape for shape in self._shapes if shape.bb.intersects(bb)]
        low = max(-FAR, bb.left), max(-FAR, bb.bottom)
        high = min(FAR, bb.right), min(FAR, bb.top)
        found = self._scene.overlap_aabb(low, high, filter=EVERYTHING, sensors=True)
        shapes = [self._by_id.get(collider.user_data) for collider in found]
        return sorted((s for s in shapes if s is not None), key=lambda shape: shape._id)

    def _accepted(self, bb, shape_filter):
        shape_filter = ShapeFilter(*shape_filter)
        return [s for s in self._candidates(bb) if not s.filter.rejects_collision(shape_filter)]

    def point_query(self, point, max_distance, shape_filter):
        """Shapes within a distance of a point."""
        point, reach = check_pair("point", point), check_number("max_distance", max_distance)
        x, y = point
        r = max(0.0, reach)
        found = self._accepted(BB(x - r, y - r, x + r, y + r), shape_filter)
        hits = [shape.point_query(point) for shape in found]
        return [hit for hit in hits if hit.distance <= reach and (reach > 0 or hit.distance < 0)][::-1]

    def point_query_nearest(self, point, max_distance, shape_filter):
        """The nearest shape within a distance of a point, or None."""
        hits = self.point_query(point, max_distance, shape_filter)
        hits = [hit for hit in hits if self._finds_sensors or not hit.shape.sensor]
        return min(hits, key=lambda hit: hit.distance, default=None)

    def segment_query(self, start, end, radius, shape_filter):
        """Shapes that a segment with a radius hits."""
        start, end = check_pair("start", start), check_pair("end", end)
        r = check_number("radius", radius)
        bb = BB(*start, *start).expand(end)
        bb = BB(bb.left - r, bb.bottom - r, bb.right + r, bb.top + r)
        found = [s.segment_query(start, end, r) for s in self._accepted(bb, shape_filter)]
        return [hit for hit in found if hit is not None][::-1]

    def segment_query_first(self, start, end, radius, shape_filter):
        """The first shape that a segment hits, or None."""
        hits = self.segment_query(start, end, radius, shape_filter)
        hits = [hit for hit in hits if self._finds_sensors or not hit.shape.sensor]
        return min(hits, key=lambda hit: hit.alpha, default=None)

    def bb_query(self, bb, shape_filter):
        """Shapes whose bounding boxes overlap a box."""
        bb = BB(*bb)
        return [shape for shape in self._accepted(bb, shape_filter) if shape.bb.intersects(bb)]

    def shape_query(self, shape):
        """Shapes that overlap a shape."""
        hits = []
        for other in self._candidates(shape.cache_bb()):
            rejected = other is shape or shape.filter.rejects_collision(other.filter)
            if not rejected:
                contacts = shape.shapes_collide(other)
                if contacts.points:
                    hits.append(ShapeQueryInfo(other, contacts))
        return hits
