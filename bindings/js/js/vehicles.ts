/** Cars, seen from the side and from above. */
import { number } from "./check.js";
import { pack, vector } from "./pack.js";
import { RawCar, RawTopDownCar } from "./raw/umbra2d.js";
import type { World } from "./world.js";
import type { BodyKey, Filter, JointKey, Vector, VectorLike } from "./types.js";

/** What a driver does: from 0 to 1, and from -1 to 1 for `throttle` and `steer`. */
export interface Controls {
  throttle?: number;
  brake?: number;
  steer?: number;
  handbrake?: boolean;
}

/** A motor: its greatest torque or force, the speed at which it has none, and what lies between. */
export interface Drive {
  most: number;
  topSpeed: number;
  /** Fractions of both: speed, then force. */
  curve?: readonly VectorLike[];
}

/** An axle of a car. */
export interface Axle {
  /** Place along the chassis. */
  x?: number;
  radius?: number;
  mass?: number;
  friction?: number;
  hertz?: number;
  dampingRatio?: number;
  /** How far the wheel moves down and up. */
  travel?: readonly [number, number];
  drive?: Drive | null;
  brake?: number;
  handbrake?: number;
  drag?: number;
}

/** Settings of a car, in metres and seconds unless `units` says otherwise. */
export interface CarSettings {
  /** Units of the world in a metre: scales the usual settings. */
  units?: number;
  /** Half width, half height and mass. */
  chassis?: readonly [number, number, number];
  rideHeight?: number;
  axles?: readonly Axle[];
  antiPitch?: number;
  airTorque?: number;
  filter?: Filter;
}

/** What a wheel does. */
export interface WheelState {
  contact: boolean;
  compression: number;
  load: number;
  slip: number;
  treadSpeed: number;
}

/** A car seen from the side. */
export class Car {
  readonly #raw: RawCar;

  /** A car at a place, or around a body of the world that is its chassis. */
  constructor(
    readonly world: World,
    at: VectorLike | { chassis: BodyKey },
    settings: CarSettings = {},
  ) {
    const packed = pack("car", settings);
    if (typeof at === "object" && at !== null && "chassis" in at) {
      this.#raw = RawCar.on(world._raw, at.chassis, packed);
    } else this.#raw = RawCar.spawn(world._raw, ...vector(at, "at"), packed);
  }

  get chassis(): BodyKey {
    return this.#raw.bodies()[0];
  }
  get wheelBodies(): BodyKey[] {
    return Array.from(this.#raw.bodies().subarray(1));
  }
  get joints(): JointKey[] {
    return Array.from(this.#raw.joints());
  }
  /** Forwards. */
  get speed(): number {
    return this.#raw.speed(this.world._raw);
  }

  /** Drives in the next step: call it before each. */
  drive(controls: Controls = {}, dt = 1 / 60): void {
    this.#raw.drive(this.world._raw, pack("controls", controls), number(dt, "dt"));
  }

  /** What the wheels do. */
  wheels(): WheelState[] {
    const n = this.#raw.wheels(this.world._raw);
    return Array.from({ length: n.length / 5 }, (_, i) => {
      const [contact, compression, load, slip, treadSpeed] = n.subarray(5 * i, 5 * i + 5);
      return { contact: contact === 1, compression, load, slip, treadSpeed };
    });
  }

  /** Removes the car. */
  remove(): void {
    this.#raw.remove(this.world._raw);
  }
}

/** How a tyre grips: at most, at which slip, and when it slides. */
export interface Grip {
  peak: number;
  peakSlip: number;
  slide: number;
}

/** A tyre of a car seen from above. */
export interface Tyre {
  at?: VectorLike;
  grip?: Grip;
  /** How much it turns with the wheel. */
  steer?: number;
  drive?: Drive | null;
  brake?: number;
  handbrake?: boolean;
}

/** Settings of a car seen from above. */
export interface TopDownSettings {
  units?: number;
  /** Half length, half width and mass. */
  body?: readonly [number, number, number];
  tyres?: readonly Tyre[];
  gravity?: number;
  maxSteer?: number;
  steerSpeed?: number;
  rolling?: number;
  filter?: Filter;
}

/** What a tyre does. */
export interface TyreState {
  force: Vector;
  load: number;
  slip: number;
  slides: boolean;
}

/** A car seen from above. */
export class TopDownCar {
  readonly #raw: RawTopDownCar;

  /** A car at a place and an angle, or around a body of the world. */
  constructor(
    readonly world: World,
    at: VectorLike | { body: BodyKey },
    settings: TopDownSettings & { angle?: number } = {},
  ) {
    const { angle = 0, ...rest } = settings;
    const packed = pack("topDownCar", rest);
    if (typeof at === "object" && at !== null && "body" in at) {
      this.#raw = RawTopDownCar.on(world._raw, at.body, packed);
    } else this.#raw = RawTopDownCar.spawn(world._raw, ...vector(at, "at"), number(angle, "angle"), packed);
  }

  get body(): BodyKey {
    return this.#raw.body();
  }
  /** Angle of the steered wheels. */
  get steer(): number {
    return this.#raw.steer();
  }
  /** Forwards, and to the left. */
  get velocity(): Vector {
    return this.world._value(this.#raw.velocity(this.world._raw)) as Vector;
  }

  /** Drives in the next step: call it before each. */
  drive(controls: Controls = {}, dt = 1 / 60): void {
    this.#raw.drive(this.world._raw, pack("controls", controls), number(dt, "dt"));
  }

  /** What the tyres do. */
  tyres(): TyreState[] {
    const n = this.#raw.tyres();
    return Array.from({ length: n.length / 5 }, (_, i) => {
      const [x, y, load, slip, slides] = n.subarray(5 * i, 5 * i + 5);
      return { force: { x, y }, load, slip, slides: slides === 1 };
    });
  }

  /** Removes the car. */
  remove(): void {
    this.#raw.remove(this.world._raw);
  }
}
