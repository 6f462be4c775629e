// A release in a worker process by itself, as the compiler gives it to one.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Made } from '#compiler/release/make-release.ts';
import { workerProcesses } from '#compiler/release/worker-processes.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

interface Options {
  readonly directory?: string;
  readonly onStep?: (step: string) => void;
  /** Megabytes of heap of the process. */
  readonly heap?: number;
}

export async function makeInWorker(
  source: Source,
  release: Release,
  files: readonly PublishedFile[],
  { directory = temporaryDirectory(), onStep = () => {}, heap }: Options = {},
): Promise<Made> {
  mkdirSync(join(directory, 'editions'), { recursive: true });
  const workers = workerProcesses(directory, 1, heap === undefined ? {} : { heap });
  const inputs = files.map(({ name, bytes }) => ({
    file: name,
    sha256: sha256(bytes),
    bytes: bytes.length,
  }));
  const job = {
    release,
    bytes: files,
    inputs,
    listed: inputs,
    needed: [],
    editions: [],
    code: sha256(''),
    acceptDocumented: false,
    onlyIfUnderstood: false,
  };
  try {
    return await workers.lend(source, (worker) =>
      worker.make(source, job, { step: onStep, say: () => {} }),
    );
  } finally {
    await workers.stop();
  }
}
