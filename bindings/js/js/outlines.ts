/** Outlines of pictures, to make colliders of them. */
import { pack } from "./pack.js";
import { traceOutlines } from "./raw/umbra2d.js";
import { buffer } from "./wasm.js";
import type { Vector, VectorLike } from "./types.js";

/** Settings of the tracing. */
export interface OutlineSettings {
  /** From which opacity on a pixel counts: from 0 to 1. */
  threshold?: number;
  /** How far the outline may be from that of the pixels, in pixels. */
  tolerance?: number;
  /** Size of a pixel in the world. */
  pixelSize?: number;
  /** Smaller areas are left out. */
  minArea?: number;
  /** The pixel that is at (0, 0). */
  origin?: VectorLike;
  /** True if y points down in the world as in the picture. */
  yDown?: boolean;
}

/** An outline: its outer ring, and holes in it. */
export interface PictureOutline {
  outer: Vector[];
  holes: Vector[][];
}

/** Outlines of what is opaque in a picture: an `ImageData`, or anything like it. */
export function outlinesOf(
  picture: { width: number; height: number; data: Uint8Array | Uint8ClampedArray },
  settings: OutlineSettings = {},
): PictureOutline[] {
  buffer();
  const { width, height, data } = picture;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const n = traceOutlines(width, height, bytes, pack("outlines", settings));
  const all: PictureOutline[] = [];
  for (let at = 0; at < n.length; ) {
    const rings: Vector[][] = [];
    for (let left = n[at++]; left > 0; left--) {
      const end = at + 1 + n[at];
      const ring: Vector[] = [];
      for (let i = at + 1; i < end; i += 2) ring.push({ x: n[i], y: n[i + 1] });
      rings.push(ring);
      at = end;
    }
    const [outer, ...holes] = rings;
    all.push({ outer, holes });
  }
  return all;
}
