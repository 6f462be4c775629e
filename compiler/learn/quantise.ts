// Rounds a trained model to the few bits that are stored, and writes it.
import { fileFormats } from '#schemas/document-formats.ts';
import { type ModelHead, scaleOf, stepOf } from '#server/search/model/title-model.ts';
import type { Trained } from './train.ts';

// Half the distance of two steps, in standard deviations of a feature's numbers: the least mean
// error for eight even steps of a normal distribution (Max 1960, "Quantizing for minimum
// distortion").
const halfStep = 0.293;

/** The bytes of a model. Equal models give equal bytes. */
export function storeTrained(trained: Trained, groups: readonly string[]): Uint8Array<ArrayBuffer> {
  const { dimensions, keys, biases } = trained;
  const keyOf = (place: number) => keys[place] ?? 0;
  const order = Array.from(keys.keys()).sort((a, b) => keyOf(a) - keyOf(b));
  const head: ModelHead = {
    format: fileFormats.titleModel,
    groups,
    dimensions,
    features: order.length,
  };
  const { scales, steps } = quantisePoints(trained, order);
  const { directionScales, directions } = quantiseDirections(trained, groups.length);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(`${JSON.stringify(head)}\n`),
      gapsOf(order.map(keyOf)),
      scales,
      new Uint8Array(biases.buffer),
      new Uint8Array(directionScales.buffer),
      new Uint8Array(directions.buffer),
      packedInPairs(steps),
    ]),
  );
}

/** The points of the features, in this order: a scale for each, and eight steps around 0. */
function quantisePoints(
  { dimensions, points }: Trained,
  order: readonly number[],
): { readonly scales: Uint8Array; readonly steps: Uint8Array } {
  const scales = new Uint8Array(order.length);
  const steps = new Uint8Array(order.length * dimensions);
  for (const [index, place] of order.entries()) {
    const row = points.subarray(place * dimensions, (place + 1) * dimensions);
    const meanSquare = row.reduce((sum, number) => sum + number * number, 0) / dimensions;
    const storedScale = stepOf(meanSquare === 0 ? 1 : halfStep * Math.sqrt(meanSquare));
    const scale = scaleOf(storedScale);
    scales[index] = storedScale;
    for (const [dimension, number] of row.entries()) {
      const step = Math.floor(number / scale / 2) + 4;
      steps[index * dimensions + dimension] = Math.min(7, Math.max(0, step));
    }
  }
  return { scales, steps };
}

/** The directions of the unit groups: a scale for each, and bytes from -127 to 127. */
function quantiseDirections(
  { dimensions, directions }: Trained,
  groups: number,
): { readonly directionScales: Float32Array; readonly directions: Int8Array } {
  const directionScales = new Float32Array(groups);
  const stored = new Int8Array(directions.length);
  for (let group = 0; group < groups; group += 1) {
    const row = directions.subarray(group * dimensions, (group + 1) * dimensions);
    const largest = row.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
    const scale = Math.fround(largest === 0 ? 1 : largest / 127);
    directionScales[group] = scale;
    for (const [dimension, number] of row.entries())
      stored[group * dimensions + dimension] = Math.round(number / scale);
  }
  return { directionScales, directions: stored };
}

/** The differences between ascending keys, seven bits to a byte, the lowest first. */
function gapsOf(sorted: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const key of sorted) {
    let gap = key - before;
    before = key;
    while (gap > 127) {
      bytes.push((gap & 127) | 128);
      gap >>= 7;
    }
    bytes.push(gap);
  }
  return Uint8Array.from(bytes);
}

/** Two steps of three bits to a byte. */
function packedInPairs(steps: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(steps.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = (steps[2 * index] ?? 0) | ((steps[2 * index + 1] ?? 0) << 3);
  return bytes;
}
