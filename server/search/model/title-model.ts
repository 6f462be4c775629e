// The stored model: a line of JSON and then columns of bytes, and the chances that it gives to the unit groups of a text.
import { featuresOf, keyOfWord } from './features.ts';

/** The first line of a stored model. */
export interface ModelHead {
  /** `titleModel` of schemas/document-formats.ts. */
  readonly format: number;
  /** Codes of the unit groups, in the order of the chances. */
  readonly groups: readonly string[];
  readonly dimensions: number;
  readonly features: number;
}

export interface TitleModel extends ModelHead {
  /** Sorted. */
  readonly keys: Int32Array;
  /** The first key with each upper half, to find a key quickly. */
  readonly firsts: Int32Array;
  /** The points of the features, in steps of their scale. */
  readonly points: Int8Array;
  readonly scales: Float32Array;
  readonly directions: Float32Array;
  readonly biases: Float32Array;
}

const firstBits = 12;
const keyShift = 26 - firstBits;
/** Reads a stored model. Throws RangeError if its length is not what its first line says. */
export function loadTitleModel(bytes: Uint8Array): TitleModel {
  const end = bytes.indexOf(10);
  const head: ModelHead = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  const { dimensions, features, groups } = head;
  const reader = new Columns(bytes, end + 1);
  const keys = keysOf(reader, features);
  const scales = Float32Array.from(reader.take(features), (step) => scaleOf(step));
  const biases = reader.floats(groups.length);
  const directionScales = reader.floats(groups.length);
  const stored = reader.signed(groups.length * dimensions);
  const directions = new Float32Array(stored.length);
  for (let at = 0; at < stored.length; at++) directions[at] = (stored[at] ?? 0) * (directionScales[Math.floor(at / dimensions)] ?? 0);
  const points = pairsOf(reader.take((features * dimensions) / 2));
  reader.finish();
  return { ...head, keys, firsts: firstsOf(keys), points, scales, directions, biases };
}

/** Writes what loadTitleModel reads. The keys must be sorted. */
export function storeTitleModel(head: ModelHead, columns: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const parts = [new TextEncoder().encode(`${JSON.stringify(head)}\n`), ...columns];
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** What the model finds in a text. */
export interface Opinion {
  /** For each unit group; they add up to 1. */
  readonly chances: Float64Array;
  /** The share of the text that the model knows, 0 to 1: with none, the chances only say which unit groups have many titles. */
  readonly known: number;
}

export function opinionOf(model: TitleModel, words: readonly string[]): Opinion {
  const { dimensions, points, scales, directions, biases } = model;
  const { keys, values } = featuresOf(words);
  const sum = new Float64Array(dimensions);
  let squares = 0;
  let all = 0;
  for (let each = 0; each < keys.length; each++) {
    const place = placeOf(model, keys[each] ?? 0);
    const value = values[each] ?? 0;
    all += value * value;
    if (place === -1) continue;
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
  for (let group = 0; group < chances.length; group++) chances[group] = (chances[group] ?? 0) / weights;
  return { chances, known: all === 0 ? 0 : squares / all };
}

/** Whether the model has learnt a word, given as its stem. */
export function knowsWord(model: TitleModel, stem: string): boolean {
  return placeOf(model, keyOfWord(stem)) !== -1;
}

function placeOf({ keys, firsts }: TitleModel, key: number): number {
  const upper = key >> keyShift;
  for (let at = firsts[upper] ?? 0; at < (firsts[upper + 1] ?? 0); at++) if (keys[at] === key) return at;
  return -1;
}

function firstsOf(keys: Int32Array): Int32Array {
  const firsts = new Int32Array((1 << firstBits) + 1);
  let at = 0;
  for (let upper = 0; upper <= 1 << firstBits; upper++) {
    while (at < keys.length && (keys[at] ?? 0) >> keyShift < upper) at++;
    firsts[upper] = at;
  }
  return firsts;
}

/** The keys are stored as their differences, each in one to four bytes of seven bits. */
function keysOf(reader: Columns, count: number): Int32Array {
  const keys = new Int32Array(count);
  let key = 0;
  for (let at = 0; at < count; at++) {
    let difference = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = reader.byte();
      difference |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    keys[at] = key += difference;
  }
  return keys;
}

/** Two numbers in a byte. Each is one of eight steps: ±1, ±3, ±5, ±7 of its feature's scale. */
function pairsOf(bytes: Uint8Array): Int8Array {
  const numbers = new Int8Array(2 * bytes.length);
  for (let at = 0; at < bytes.length; at++) {
    const pair = bytes[at] ?? 0;
    numbers[2 * at] = 2 * (pair & 7) - 7;
    numbers[2 * at + 1] = 2 * (pair >> 3) - 7;
  }
  return numbers;
}

const scaleSteps = Float64Array.from({ length: 256 }, (_, step) => Math.exp((step - 200) / 24));

/** The scale of a feature is stored as one of 256 steps, each a twenty-fourth larger than the one before. */
export function scaleOf(step: number): number {
  return scaleSteps[step] ?? 0;
}

/** The stored step nearest below a scale. */
export function stepOf(scale: number): number {
  let step = 0;
  while (step < 255 && scaleOf(step + 1) <= scale) step++;
  return step;
}

/** Reads columns one after another. Numbers of several bytes are little-endian on every machine. */
class Columns {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }

  signed(length: number): Int8Array {
    const bytes = this.take(length);
    return new Int8Array(bytes.buffer, bytes.byteOffset, length);
  }

  floats(count: number): Float32Array {
    const bytes = this.take(4 * count);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Float32Array.from({ length: count }, (_, at) => view.getFloat32(4 * at, true));
  }

  finish(): void {
    if (this.#at !== this.#bytes.length) throw new RangeError(`the model has ${this.#bytes.length} bytes, expected ${this.#at}`);
  }
}
