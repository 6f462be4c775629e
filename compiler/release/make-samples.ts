// Makes the synthetic releases of many sources: here, and in a thread beside, because a computer has two cores.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SourceKey } from '#schemas/codes.ts';
import type { SampleRelease, Source } from '#sources/kit/source.ts';

/** What the thread is given: the sources, and how many of them were begun by either side. */
export interface Share {
  readonly keys: readonly SourceKey[];
  readonly begun: Int32Array;
  readonly full: boolean;
}

/** What the thread sends for each source that it has made. */
export type Made = readonly [key: SourceKey, releases: readonly SampleRelease[]];

/** The next source that nobody has begun; undefined if there is none. */
export function nextOf<One>(all: readonly One[], begun: Int32Array): One | undefined {
  return all[Atomics.add(begun, 0, 1)];
}

// The thread holds the code of all sources and the largest sample.
const room = 600_000_000;

/** The releases of each source, oldest first. Without `apart`, or where memory is short, they are all made here. */
export async function makeSamples(
  sources: readonly Source[],
  { full, apart, begin }: { readonly full: boolean; readonly apart: boolean; readonly begin: (source: Source, done: number) => void },
): Promise<ReadonlyMap<Source, readonly SampleRelease[]>> {
  const made = new Map<SourceKey, readonly SampleRelease[]>();
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const isAlone = !apart || process.availableMemory() < room || sources.length < 2;
  const beside = isAlone
    ? Promise.resolve()
    : madeBeside({ keys: sources.map(({ key }) => key), begun, full }, ([key, releases]) => made.set(key, releases));
  const makeHere = async (source: Source) => {
    begin(source, made.size);
    made.set(source.key, await source.sample({ full }));
  };
  for (let source = nextOf(sources, begun); source !== undefined; source = nextOf(sources, begun)) await makeHere(source);
  await beside;
  // A thread that failed leaves its sources to this one, where a fault of theirs is told.
  for (const source of sources) if (!made.has(source.key)) await makeHere(source);
  return new Map(sources.map((source) => [source, made.get(source.key) ?? []]));
}

/** Resolves when the thread has ended, however it ended. */
function madeBeside(share: Share, take: (made: Made) => void): Promise<void> {
  return new Promise<void>((done, fail) => {
    const thread = new Worker(new URL(`./sample-maker${extname(import.meta.url)}`, import.meta.url), { workerData: share });
    thread.on('message', take);
    thread.once('error', fail);
    thread.once('exit', () => done());
  }).catch(() => {});
}
