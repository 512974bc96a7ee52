"""Code that imports Box2D, unchanged, upon Umbra.

>>> import umbra2d.box2d
>>> Box2D = umbra2d.box2d.install()
>>> from Box2D.b2 import world, fixtureDef, circleShape
>>> here = world(gravity=(0, -10))
>>> ball = here.CreateDynamicBody(
...     position=(0, 5), fixtures=fixtureDef(shape=circleShape(radius=0.5), density=1)
... )
>>> here.Step(1 / 60, 8, 3)
>>> ball.linearVelocity.y < 0
True
>>> umbra2d.box2d.uninstall()
"""

from .install import install, uninstall

__all__ = ["install", "uninstall"]
