// The stored model: a line of JSON and then columns of bytes, and the chances that it gives to the
// unit groups of a text.
import { featuresOf } from './features.ts';

/** The first line of a stored model. */
export interface ModelHead {
  /** `titleModel` of schemas/document-formats.ts. */
  readonly format: number;
  /** Codes of the unit groups, in the order of the chances. */
  readonly groups: readonly string[];
  readonly dimensions: number;
  readonly features: number;
}

export type TitleModel = Readonly<ReturnType<typeof loadTitleModel>>;

/**
 * Reads a stored model, one column after another. Throws RangeError if its length is not what its
 * first line says.
 */
export function loadTitleModel(bytes: Uint8Array) {
  let offset = bytes.indexOf(10) + 1;
  const head: ModelHead = JSON.parse(new TextDecoder().decode(bytes.subarray(0, offset)));
  const { dimensions, features, groups } = head;
  const take = (length: number) => new Uint8Array(bytes.subarray(offset, (offset += length)));
  // Little-endian, as every machine is on which this runs.
  const floats = () => new Float32Array(take(4 * groups.length).buffer);
  const places = new Map<number, number>();
  // The keys are stored as their differences, each in one to four bytes of seven bits.
  for (let place = 0, key = 0; place < features; place++) {
    let byte = 128;
    for (let shift = 0; byte > 127; shift += 7) {
      byte = bytes[offset++] ?? 0;
      key += (byte & 127) << shift;
    }
    places.set(key, place);
  }
  const scales = Float32Array.from(take(features), scaleOf);
  const biases = floats();
  const directionScales = floats();
  const steps = new Int8Array(take(groups.length * dimensions).buffer);
  const directions = new Float32Array(steps.length);
  for (let place = 0; place < steps.length; place++)
    directions[place] =
      (steps[place] ?? 0) * (directionScales[Math.floor(place / dimensions)] ?? 0);
  const pairs = take((features * dimensions) / 2);
  if (offset !== bytes.length || pairs.length < (features * dimensions) / 2)
    throw new RangeError(`the model has ${bytes.length} bytes, expected ${offset}`);
  return { ...head, places, points: pointsOf(pairs), scales, directions, biases };
}

/**
 * The points of the features, in steps of their scale. Two numbers in a byte: each is one of eight
 * steps: ±1, ±3, ±5, ±7 of its feature's scale.
 */
function pointsOf(pairs: Uint8Array): Int8Array {
  const points = new Int8Array(2 * pairs.length);
  for (let place = 0; place < pairs.length; place++) {
    const pair = pairs[place] ?? 0;
    points[2 * place] = 2 * (pair & 7) - 7;
    points[2 * place + 1] = 2 * (pair >> 3) - 7;
  }
  return points;
}

/**
 * The chance of each unit group; they add up to 1. `known`: the share of the text that the model
 * knows, 0 to 1: with none, the chances only say which unit groups have many titles.
 */
export function opinionOf(
  model: TitleModel,
  words: readonly string[],
): { readonly chances: Float64Array; readonly known: number } {
  const { dimensions, points, scales, directions, biases } = model;
  const { keys, values } = featuresOf(words);
  const sum = new Float64Array(dimensions);
  let squares = 0;
  let all = 0;
  for (let each = 0; each < keys.length; each++) {
    const place = model.places.get(keys[each] ?? 0);
    const value = values[each] ?? 0;
    all += value * value;
    if (place === undefined) continue;
    squares += value * value;
    const scaled = value * (scales[place] ?? 0);
    const from = place * dimensions;
    for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + scaled * (points[from + d] ?? 0);
  }
  const norm = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  const chances = new Float64Array(biases.length);
  let most = Number.NEGATIVE_INFINITY;
  for (let group = 0; group < chances.length; group++) {
    const from = group * dimensions;
    let score = 0;
    for (let d = 0; d < dimensions; d++) score += (sum[d] ?? 0) * (directions[from + d] ?? 0);
    score = score * norm + (biases[group] ?? 0);
    chances[group] = score;
    if (score > most) most = score;
  }
  let weights = 0;
  for (let group = 0; group < chances.length; group++) {
    const weight = Math.exp((chances[group] ?? 0) - most);
    chances[group] = weight;
    weights += weight;
  }
  for (let group = 0; group < chances.length; group++)
    chances[group] = (chances[group] ?? 0) / weights;
  return { chances, known: all === 0 ? 0 : squares / all };
}

const scaleSteps = Float64Array.from({ length: 256 }, (_, step) => Math.exp((step - 200) / 24));

/**
 * The scale of a feature is stored as one of 256 steps, each a twenty-fourth larger than the one
 * before.
 */
export function scaleOf(step: number): number {
  return scaleSteps[step] ?? 0;
}

/** The stored step nearest below a scale. */
export function stepOf(scale: number): number {
  let step = 0;
  while (step < 255 && scaleOf(step + 1) <= scale) step++;
  return step;
}
