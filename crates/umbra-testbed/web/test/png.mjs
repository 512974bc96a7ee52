// Reads a PNG as browsers write them: 8 bits per channel, not interlaced.
import { inflateSync } from "node:zlib";

/** Width, height, and a function that gives the colour of a pixel. */
export function decode(file) {
  const data = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      channels = { 2: 3, 6: 4 }[body[9]];
      if (body[8] !== 8 || !channels || body[12]) throw new Error("a PNG of another kind");
    } else if (type === "IDAT") {
      data.push(body);
    }
    at += 12 + length;
  }
  const stride = width * channels;
  const raw = inflateSync(Buffer.concat(data));
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const left = i < channels ? 0 : pixels[y * stride + i - channels];
      const up = y ? pixels[(y - 1) * stride + i] : 0;
      const corner = y && i >= channels ? pixels[(y - 1) * stride + i - channels] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      pixels[y * stride + i] = raw[y * (stride + 1) + 1 + i] + guess;
    }
  }
  const color = (x, y) => pixels.subarray(y * stride + x * channels, y * stride + x * channels + 3);
  return { width, height, color };
}

function paeth(left, up, corner) {
  const [a, b, c] = [left, up, corner].map((it) => Math.abs(left + up - corner - it));
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** How many colours a picture has, and which part of it has not the commonest one. */
export function variety({ width, height, color }) {
  const counts = new Map();
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const name = color(x, y).toString("hex");
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const all = [...counts.values()];
  const sum = all.reduce((a, b) => a + b, 0);
  return { colors: counts.size, drawn: 1 - Math.max(...all) / sum };
}
