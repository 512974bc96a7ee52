"""A film as text: shapes, and their poses as keyframes. Poses on a straight path are left out."""

import numpy

# Deviation from a straight path that is let pass, in pixels and degrees.
OFF = numpy.array([0.4, 0.4, 1.0, 0.01])
# What goes farther than this between two frames was put elsewhere.
JUMP = 120.0

LIGHT = {
    "background": "#ffffff", "fixed": "#d5d9e0", "edge": "#3b4252", "kinematic": "#b9a6e3",
    "sensor": "#58a878", "joint": "#7d8597",
    "bodies": [
        "#7fb3e6", "#f2b872", "#8fce9b", "#eb9a95", "#c9b79c", "#f0d36b", "#84cfd0", "#dba6c4",
    ],
}  # fmt: skip
DARK = LIGHT | {"background": "#14171d", "fixed": "#3a4150", "edge": "#0b0d11", "joint": "#9aa3b5"}


def written(cast, page, seconds, dark, frame=None):
    """The film as SVG; with a frame, the picture of that one."""
    inks = DARK if dark else LIGHT
    width, height = page.size
    styles, shapes = [], []
    for index, actor in enumerate(cast.actors):
        markup = _shapes(actor.look, page.scale, inks)
        if not markup:
            continue
        track, seen = _placed(actor, cast.frames, page)
        if frame is not None:
            if seen[frame]:
                shapes.append(f'<g transform="{_start(track[frame])}">{markup}</g>')
        elif seen.any():
            _follow(index, track, seen, markup, styles, shapes)
    style = ""
    if frame is None:
        rules = f".m{{animation:{seconds:g}s linear infinite}}\n" + "".join(styles)
        style = f"<style>{rules}</style>\n"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n{style}'
        f'<rect width="{width}" height="{height}" fill="{inks["background"]}"/>\n'
        f"{_areas(cast.fields, page)}" + "\n".join(shapes) + "\n</svg>\n"
    )


def _placed(actor, frames, page):
    """Poses in pixels and degrees, to a tenth, with the length of what is stretched."""
    track, seen = actor.poses(frames)
    x, y = page.place(track[:, 0], track[:, 1])
    angle, length = -numpy.degrees(track[:, 2]), track[:, 3].round(3)
    return numpy.column_stack([x.round(1), y.round(1), angle.round(1), length]), seen


def _follow(index, track, seen, markup, styles, shapes):
    """Append an actor that moves, or one that stands still."""
    kept = _kept(track, seen)
    start = _start(track[0])
    if len(kept) == 2 and (track == track[0]).all() and seen.all():
        shapes.append(f'<g transform="{start}">{markup}</g>')
        return
    last, hides = len(track) - 1, not seen.all()
    rules = []
    for at in kept:
        x, y, angle, length = track[at]
        stretch = f"scale({length:g},1)" if (track[:, 3] != 1).any() else ""
        shown = f";opacity:{int(seen[at])}" if hides else ""
        percent = f"{100 * at / last:.2f}".rstrip("0").rstrip(".")
        place = f"translate({x:g}px,{y:g}px)rotate({angle:g}deg){stretch}"
        rules.append(f"{percent}%{{transform:{place}{shown}}}")
    styles.append(f"@keyframes k{index}{{{''.join(rules)}}}#b{index}{{animation-name:k{index}}}\n")
    hidden = "" if seen[0] else ' opacity="0"'
    shapes.append(f'<g id="b{index}" class="m" transform="{start}"{hidden}>{markup}</g>')


def _start(pose):
    x, y, angle, length = pose
    stretch = f"scale({length:g},1)" if length != 1 else ""
    return f"translate({x:g} {y:g})rotate({angle:g}){stretch}"


def _kept(track, seen):
    """Frames that are needed so that straight motion between them is hardly off."""
    kept, last, end = [0], 0, len(track) - 1
    for frame in range(1, end + 1):
        far = numpy.abs(track[frame, :2] - track[frame - 1, :2]).max() > JUMP
        jump = far or seen[frame] != seen[frame - 1]
        if not jump and _is_straight(track, last, frame):
            continue
        if last != frame - 1:
            kept.append(frame - 1)
        last = frame - 1
        if jump:
            kept.append(frame)
            last = frame
    if kept[-1] != end:
        kept.append(end)
    return kept


def _is_straight(track, start, end):
    """True if the frames between two are where straight motion has them."""
    if end - start < 2:
        return True
    part = (numpy.arange(1, end - start) / (end - start))[:, None]
    between = track[start] + part * (track[end] - track[start])
    return bool((numpy.abs(between - track[start + 1 : end]) < OFF).all())


def _shapes(look, scale, inks):
    """Shapes of an actor as markup, in pixels, y down."""
    if look.kind == "joint":
        paint = f'stroke="{inks["joint"]}" stroke-width="1.5" vector-effect="non-scaling-stroke"'
        return f'<path d="M0 0H{scale:.3f}" {paint}/>'
    fill = inks.get(look.kind) or inks["bodies"][look.number % len(inks["bodies"])]
    parts = []
    for kind, points, radius, sensor in look.shapes:
        pixels = [(x * scale, -y * scale) for x, y in points]
        paint = f'fill="{fill}" stroke="{inks["edge"]}" stroke-width="1"'
        if sensor:
            paint = f'fill="none" stroke="{inks["sensor"]}" stroke-dasharray="4 3"'
        parts.append(_shape(kind, pixels, radius * scale, paint, inks))
    return "".join(parts)


def _shape(kind, pixels, radius, paint, inks):
    if kind == "circle":
        [(x, y)] = pixels
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {paint}/>'
            f'<path d="M{x:.1f} {y:.1f}h{radius:.1f}" stroke="{inks["edge"]}"/>'
        )
    if kind in ("segment", "chain_segment"):
        (x, y), (u, v) = pixels[:2]
        paint = f'stroke="{inks["joint"]}" stroke-width="2"'
        return f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" {paint}/>'
    if radius > 0:
        from ._outline import rounded

        # The outline turns counter-clockwise with y up.
        pixels = [(x, -y) for x, y in rounded([(x, -y) for x, y in pixels], radius)]
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in pixels)
    return f'<polygon points="{corners}" {paint} stroke-linejoin="round"/>'


def _areas(areas, page):
    """Fields and portals."""
    parts = []
    for points, (red, green, blue), is_filled in areas:
        pixels = [page.place(x, y) for x, y in points]
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in pixels)
        color = f"#{red:02x}{green:02x}{blue:02x}"
        fill = f'fill="{color}" fill-opacity="0.15"' if is_filled else 'fill="none"'
        parts.append(f'<polyline points="{corners}" stroke="{color}" {fill}/>\n')
    return "".join(parts)
