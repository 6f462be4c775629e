// Rounds a trained model to the few bits that are stored, and writes it.
import { fileFormats } from '#schemas/document-formats.ts';
import { type ModelHead, scaleOf, stepOf } from '#server/search/model/title-model.ts';
import type { Trained } from './train.ts';

// Half the distance of two steps, in standard deviations of a feature's numbers: the least mean
// error for eight even steps of a normal distribution (Max 1960, "Quantizing for minimum
// distortion").
const halfStep = 0.293;

/** The bytes of a model. Equal models give equal bytes. */
export function storeTrained(
  { dimensions, keys, points, directions, biases }: Trained,
  groups: readonly string[],
): Uint8Array<ArrayBuffer> {
  const order = Array.from(keys.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
  const scales = new Uint8Array(order.length);
  const steps = new Uint8Array(order.length * dimensions);
  order.forEach((place, index) => {
    const row = points.subarray(place * dimensions, (place + 1) * dimensions);
    const squares = row.reduce((sum, number) => sum + number * number, 0) / dimensions;
    const step = stepOf(squares === 0 ? 1 : halfStep * Math.sqrt(squares));
    const scale = scaleOf(step);
    scales[index] = step;
    row.forEach(
      (number, d) =>
        (steps[index * dimensions + d] = Math.min(
          7,
          Math.max(0, Math.floor(number / scale / 2) + 4),
        )),
    );
  });
  const directionScales = new Float32Array(groups.length);
  const stored = new Int8Array(directions.length);
  groups.forEach((_, group) => {
    const row = directions.subarray(group * dimensions, (group + 1) * dimensions);
    const most = row.reduce((largest, number) => Math.max(largest, Math.abs(number)), 0);
    const scale = Math.fround(most === 0 ? 1 : most / 127);
    directionScales[group] = scale;
    row.forEach((number, d) => (stored[group * dimensions + d] = Math.round(number / scale)));
  });
  const head: ModelHead = {
    format: fileFormats.titleModel,
    groups,
    dimensions,
    features: order.length,
  };
  const columns = [
    scales,
    ...[biases, directionScales, stored].map(({ buffer }) => new Uint8Array(buffer)),
    packedInPairs(steps),
  ];
  const sorted = gapsOf(order.map((place) => keys[place] ?? 0));
  return new Uint8Array(
    Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), sorted, ...columns]),
  );
}

function gapsOf(sorted: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const key of sorted) {
    let gap = key - before;
    before = key;
    for (; gap > 127; gap >>= 7) bytes.push((gap & 127) | 128);
    bytes.push(gap);
  }
  return Uint8Array.from(bytes);
}

function packedInPairs(steps: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(steps.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = (steps[2 * index] ?? 0) | ((steps[2 * index + 1] ?? 0) << 3);
  return bytes;
}
