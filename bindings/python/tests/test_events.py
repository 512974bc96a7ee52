"""Events and contacts."""

import numpy
import pytest
import umbra2d


def steps(scene, count=120):
    for _ in range(count):
        scene.step(1 / 60)
        yield


def test_contact_events(world):
    seen = []
    for _ in steps(world.scene):
        seen += [(event.kind, event.bodies) for event in world.scene.contact_events]
    assert ("begin", (world.ground, world.box)) in seen
    assert ("begin", (world.ground, world.ball)) in seen
    world.ball.position = (3, 9)
    world.scene.step(1 / 60)
    [event] = world.scene.contact_events
    assert event.kind == "end" and event.bodies == (world.ground, world.ball)
    assert event.point is None and event.impulse is None
    assert repr(event).startswith("ContactEvent(kind='end', bodies=(<Body: fixed")


def test_hits_and_impacts(world):
    world.ball.colliders[0].hit_events = True
    hits, impacts = [], []
    for _ in steps(world.scene):
        hits += [event for event in world.scene.contact_events if event.kind == "hit"]
        impacts += world.scene.impact_events
    assert hits[0].speed > 8 and hits[0].impulse > 1 and hits[0].normal == (0, 1)
    assert hits[0].parts == (0, 0) and len(hits[0].materials) == 2
    assert impacts[0].impulse >= hits[0].impulse
    assert impacts[0].bodies == (world.ground, world.ball)


def test_sensors(world):
    zone = world.scene.add(umbra2d.fixed(position=(3, 2)), umbra2d.cuboid(1, 0.1, sensor=True))
    [sensor] = zone.colliders
    seen = []
    for _ in steps(world.scene):
        for event in world.scene.sensor_events:
            seen.append((event.kind, event.sensor, event.visitor))
            if event.kind == "begin":
                assert sensor.overlaps == [event.visitor]
                assert event.visitor.seen_by == [sensor]
                assert event.bodies == (zone, world.ball)
    visitor = world.ball.colliders[0]
    assert seen == [("begin", sensor, visitor), ("end", sensor, visitor)]


def test_sleep(world):
    asleep = []
    for _ in steps(world.scene, 300):
        events = world.scene.body_events
        asleep += [event.body for event in events if event.kind == "fell_asleep"]
    assert set(asleep) == {world.box, world.ball}
    assert world.scene.awake_bodies == [] and world.scene.moved_bodies == []
    world.box.wake()
    world.scene.step(1 / 60)
    assert [(it.kind, it.body) for it in world.scene.body_events] == [("woke", world.box)]


def test_contacts(world):
    world.scene.step(1 / 60)
    [contact] = world.box.contacts()
    assert contact.bodies == (world.ground, world.box) and contact.is_touching
    assert contact.normal == (0, 1) and len(contact.points) == 2
    assert contact.normal_impulse == pytest.approx(10 / 60, rel=0.05)
    assert sum(it.normal_impulse for it in contact.points) == contact.normal_impulse
    assert abs(contact.points[0].position.x) == pytest.approx(0.5)


def test_contacts_as_arrays(world):
    world.scene.step(1 / 60)
    contacts = world.scene.contacts()
    assert len(contacts) == 1 and list(contacts)[0].bodies == contacts[-1].bodies
    assert contacts.bodies.tolist() == [[world.ground.key, world.box.key]]
    assert contacts.colliders.dtype == numpy.uint64
    assert contacts.normals.tolist() == [[0, 1]]
    assert contacts.counts.tolist() == [2]
    assert contacts.points.shape == (1, 2, 2) and contacts.separations.shape == (1, 2)
    assert contacts.normal_impulses.sum() == pytest.approx(10 / 60, rel=0.05)
    assert contacts.tangent_impulses.shape == (1, 2)
    with pytest.raises(IndexError):
        contacts[1]
    empty = umbra2d.Scene().contacts()
    assert empty.points.shape == (0, 2, 2) and empty.bodies.shape == (0, 2)
    assert len(world.scene.contacts(touching=False)) >= 1


def test_a_body_breaks():
    scene = umbra2d.Scene()
    scene.add(umbra2d.fixed(), umbra2d.cuboid(9, 0.5))
    vase = scene.add(umbra2d.dynamic(position=(0, 3), fracture=0.5), umbra2d.cuboid(0.4, 0.4))
    events = []
    for _ in steps(scene):
        events += scene.fracture_events
    assert events and events[0].body == vase and events[0].impulse > 0.5
    assert scene.body_count > 2
