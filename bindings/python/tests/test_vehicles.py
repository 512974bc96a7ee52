"""Cars seen from the side and from above."""

import copy
import pickle

import pytest
import umbra2d
from umbra2d import Axle, Car, CarSettings, Drive, Grip, TopDownCar, TopDownSettings, Tyre

STEP = 1 / 60


@pytest.fixture
def road():
    scene = umbra2d.Scene()
    scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(200, 0.5))
    return scene


@pytest.fixture
def plain():
    return umbra2d.Scene(gravity=(0, 0))


def drive(car, seconds, **controls):
    for _ in range(round(seconds / STEP)):
        car.drive(STEP, **controls)
        car.scene.step(STEP)


def test_a_car_drives_and_brakes(road):
    car = Car.spawn(road, (0, 0.65))
    drive(car, 2, throttle=1)
    assert car.speed() > 8 and car.chassis.position.x > 5
    assert all(wheel.contact and wheel.load > 0 for wheel in car.wheels())
    drive(car, 2, brake=1)
    assert abs(car.speed()) < 0.5
    assert len(car.joints) == len(car.wheel_bodies) == 2
    car.remove()
    assert road.body_count == 1


def test_a_truck_on_its_own_chassis(road):
    chassis = road.add(umbra2d.dynamic(position=(0, 1.4)), umbra2d.cuboid(3.5, 0.8, mass=6000))
    engine = Drive(most=2500, top_speed=25)
    axles = [Axle(x=x, radius=0.5, mass=60, drive=engine) for x in (-2.5, -1.3, 2.5)]
    truck = Car(chassis, ride_height=1.4, axles=axles)
    drive(truck, 1)
    assert chassis.position.y == pytest.approx(1.4, abs=0.05)
    assert truck.settings.axles[1].drive == engine
    assert truck.chassis == chassis


def test_a_car_from_above_turns(plain):
    car = TopDownCar.spawn(plain, (0, 0), 0.0)
    drive(car, 2, throttle=1, steer=0.2)
    assert car.body.position.y > 1 and car.body.angle > 0.3 and car.steer > 0
    assert car.velocity().x > 3
    drive(car, 0.5, steer=1, handbrake=True)
    assert any(tyre.slides for tyre in car.tyres)
    own = plain.add(umbra2d.dynamic(position=(9, 9)), umbra2d.cuboid(2, 1, mass=900))
    icy = [Tyre(at=(x, 0), grip=Grip(peak=0.3, slide=0.2)) for x in (1.3, -1.3)]
    assert TopDownCar(own, tyres=icy).settings.tyres == icy


def test_copies_go_on_alike(road, plain):
    for car in (Car.spawn(road, (0, 0.65)), TopDownCar.spawn(plain, (0, 0))):
        drive(car, 0.5, throttle=0.7)
        twin = car.in_scene(copy.copy(car.scene))
        third = type(car).from_json(car.scene.branch(), car.to_json())
        for it in (car, twin, third):
            drive(it, 0.5, throttle=1, steer=0.3)
        hashes = {it.scene.state_hash() for it in (car, twin, third)}
        assert len(hashes) == 1
        with pytest.raises(TypeError, match="to_json"):
            pickle.dumps(car)


def test_settings_are_values():
    for value in (
        Drive(curve=[(0.5, 1), (1, 0)]),
        Axle(x=1, drive=Drive(most=10)),
        CarSettings(axles=[Axle(x=-1), Axle(x=1)]),
        Grip(peak=0.9),
        Tyre(at=(1, 2), drive=Drive()),
        TopDownSettings(),
    ):
        again = pickle.loads(pickle.dumps(value))
        assert again == value == value.replace() and repr(again) == repr(value)
    assert CarSettings().in_units(50).ride_height == 32.5
    assert TopDownSettings().in_units(20).body == (42, 18, 1200)
    assert Grip(peak=1.1).at(0) == 0
    assert Drive(most=400, top_speed=30).at(31) == 0


def test_inserted_elsewhere(road):
    car = Car.spawn(road, (0, 0.65))
    part = road.extract([car.chassis, *car.wheel_bodies])
    there = umbra2d.Scene()
    there.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(200, 0.5))
    again = car.after_insert(there.insert(part))
    drive(again, 1, throttle=1)
    assert again.scene == there and again.speed() > 3
    with pytest.raises(KeyError):
        car.speed()


def test_bad_input_changes_nothing(road, plain):
    car, above = Car.spawn(road, (0, 0.65)), TopDownCar.spawn(plain, (0, 0))
    ground = road.bodies[0]
    hashes = road.state_hash(), plain.state_hash()
    nan = float("nan")
    wrong = [
        (ValueError, "throttle", lambda: car.drive(STEP, throttle=2)),
        (ValueError, "brake", lambda: car.drive(STEP, brake=nan)),
        (ValueError, "dt", lambda: car.drive(0)),
        (TypeError, "handbrake", lambda: car.drive(STEP, handbrake="on")),
        (ValueError, "steer", lambda: above.drive(STEP, steer=-3)),
        (ValueError, "dt", lambda: above.drive(nan)),
        (ValueError, "axles", lambda: Car.spawn(road, (0, 0), axles=[])),
        (TypeError, "axles", lambda: Car.spawn(road, (0, 0), axles=[3])),
        (ValueError, "ride_height", lambda: Car.spawn(road, (0, 0), ride_height=-1)),
        (TypeError, "wheels", lambda: Car.spawn(road, (0, 0), wheels=3)),
        (TypeError, "settings", lambda: Car.spawn(road, (0, 0), 3)),
        (ValueError, "position", lambda: Car.spawn(road, (nan, 0))),
        (ValueError, "dynamic", lambda: Car(ground)),
        (ValueError, "tyres", lambda: TopDownCar.spawn(plain, (0, 0), tyres=[])),
        (ValueError, "gravity", lambda: TopDownCar.spawn(plain, (0, 0), gravity=nan)),
        (TypeError, "most", lambda: Drive(most="all")),
        (TypeError, "travel", lambda: Axle(travel=3)),
    ]
    for error, name, call in wrong:
        with pytest.raises(error, match=name):
            call()
    assert hashes == (road.state_hash(), plain.state_hash())
    car.wheel_bodies[0].remove()
    before = road.state_hash()
    with pytest.raises(KeyError):
        car.drive(STEP)
    assert road.state_hash() == before
