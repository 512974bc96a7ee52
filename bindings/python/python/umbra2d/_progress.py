"""Many steps, with a progress bar where tqdm is installed."""

# Steps between two looks at the bar.
AT_ONCE = 64


def run(scene, steps, dt, progress):
    """Make steps. Without tqdm there is no bar."""
    if not progress:
        scene.step(dt, steps)
        return
    with bar(steps) as shown:
        for done in range(0, steps, AT_ONCE):
            now = min(AT_ONCE, steps - done)
            scene.step(dt, now)
            shown.update(now)


def bar(steps):
    """A progress bar for so many steps."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _NoBar()
    return tqdm(total=steps, unit="step")


class _NoBar:
    """Stands in for a bar."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def update(self, count):
        """Show nothing."""
