// The thread that makes samples beside the compiler: the next source that nobody has begun, until there is none.
import { parentPort, workerData } from 'node:worker_threads';
import { sources } from '#sources/index.ts';
import { type Made, type Share, nextOf } from './make-samples.ts';

const { keys, begun, full }: Share = workerData;
for (let key = nextOf(keys, begun); key !== undefined; key = nextOf(keys, begun)) {
  const releases = (await sources.find((source) => source.key === key)?.sample({ full })) ?? [];
  parentPort?.postMessage([key, releases] satisfies Made);
}
