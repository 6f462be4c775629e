// The memory of the training, and the step that changes it, which is WebAssembly (kernel/step.ts): it takes a fifth of the time of JavaScript.
import type { Example } from './example.ts';
import { randomFrom } from './random.ts';
import type { Texts } from './texts.ts';
import compiled from './kernel.json' with { type: 'json' };

// What the sums of squared steps begin with, so that the first steps are not too long.
const firstSum = 0.01;
const pageBytes = 65_536;
// Four numbers of four bytes are read at once, quickest where their address is a multiple of this.
const alignment = 16;

/** Points of the features, and for each unit group its direction, and how likely it is without any feature. */
export interface Learnt {
  readonly points: Float32Array;
  readonly directions: Float32Array;
  readonly biases: Float32Array;
}

type Column = Int32Array | Float32Array | Uint16Array | Uint8Array;
type Columns = ReturnType<typeof columnsOf>;

/** What kernel/step.ts exports: its sizes, where each of its columns begins, and the step. */
interface Exports extends Readonly<Record<keyof Columns | 'dimensions' | 'groups' | 'mostListed', { value: number }>> {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
  learn(text: number, step: number): void;
}

/** The types of Node have the names of this standard, and not its classes. */
interface WebAssemblyStandard {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}
const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: WebAssemblyStandard }).WebAssembly;

export class Kernel {
  readonly #exports: Exports;
  readonly #columns: Columns;

  constructor(examples: readonly Example[], texts: Texts, sizes: { readonly groups: number; readonly dimensions: number }) {
    this.#exports = new Instance(new Module(Buffer.from(compiled.base64, 'base64'))).exports as Exports;
    const { memory, mostListed, dimensions, groups } = this.#exports;
    dimensions.value = sizes.dimensions;
    groups.value = sizes.groups;
    const columns = columnsOf(examples, texts, { ...sizes, mostListed: mostListed.value });
    let end = alignment;
    const addresses = Object.values(columns).map(({ byteLength }) => {
      const address = end;
      end = Math.ceil((end + byteLength) / alignment) * alignment;
      return address;
    });
    memory.grow(Math.ceil((end - memory.buffer.byteLength) / pageBytes));
    const laid = Object.entries(columns).map(([name, column], at) => {
      const address = addresses[at] ?? 0;
      this.#exports[name as keyof Columns].value = address;
      return [name, lay(column, memory.buffer, address)] as const;
    });
    this.#columns = Object.fromEntries(laid) as Columns;
  }

  /** Looks at an example once and moves what is learnt by a step of this length. */
  learn(text: number, step: number): void {
    this.#exports.learn(text, step);
  }

  /** What is learnt so far. The next step changes it. */
  learnt(): Learnt {
    return this.#columns;
  }
}

/** The column at an address of a memory. */
function lay(column: Column, memory: ArrayBuffer, address: number): Column {
  const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
  new Uint8Array(memory, address).set(bytes);
  const kind = column.constructor as new (memory: ArrayBuffer, address: number, length: number) => Column;
  return new kind(memory, address, column.length);
}

interface Sizes {
  readonly groups: number;
  readonly dimensions: number;
  readonly mostListed: number;
}

/** The columns of kernel/step.ts as they are at the beginning. */
function columnsOf(examples: readonly Example[], texts: Texts, { groups, dimensions, mostListed }: Sizes) {
  const random = randomFrom(2020);
  const small = () => (random() - 0.5) * 0.2;
  const count = examples.length;
  const targetStarts = new Int32Array(count + 1);
  examples.forEach((example, at) => (targetStarts[at + 1] = (targetStarts[at] ?? 0) + example.groups.length));
  const mostTargets = examples.reduce((most, example) => Math.max(most, example.groups.length), 0);
  return {
    starts: texts.starts,
    places: texts.places,
    values: texts.values,
    targetStarts,
    targets: Int32Array.from(examples.flatMap((example) => example.groups.map(([group]) => group))),
    targetChances: Float32Array.from(examples.flatMap((example) => example.groups.map(([, chance]) => chance))),
    weak: Uint8Array.from(examples, ({ isWeak }) => Number(isWeak)),
    points: Float32Array.from({ length: texts.keys.length * dimensions }, small),
    pointSums: new Float32Array(texts.keys.length).fill(firstSum),
    directions: Float32Array.from({ length: groups * dimensions }, small),
    directionSums: new Float32Array(groups).fill(firstSum),
    biases: new Float32Array(groups),
    biasSums: new Float32Array(groups).fill(firstSum),
    lists: new Uint16Array(count * mostListed),
    listCounts: new Uint8Array(count),
    looks: new Uint8Array(count),
    all: Uint16Array.from({ length: groups }, (_, group) => group),
    kept: new Int32Array(texts.longest),
    sum: new Float32Array(dimensions),
    back: new Float32Array(dimensions),
    errors: new Float32Array(groups + 3),
    own: new Float32Array(mostTargets),
  };
}
