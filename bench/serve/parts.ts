// Where the processor time of an answer goes: workers that do one step more each, measured by turns.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workerBuild } from '#compiler/serve/worker-build.ts';
import { type Running, startWorker } from './targets.ts';
import type { Load, Target } from './wrk.ts';

/** The steps in the order in which they are added. The first two read a file by its path; so does the third. */
const parts = [
  'nothing but the platform',
  'reading the file whole',
  'catalogue, and digest of the file',
  'choosing, entity tag and headers of the answer',
  'route and headers of every answer',
  'limit',
  'key',
] as const;
export type Part = (typeof parts)[number];
const askedByFile: readonly Part[] = parts.slice(0, 3);

const turns = 8;

interface Measured {
  readonly data: string;
  /** Files of requests for the same documents, by their paths and by their addresses with keys. */
  readonly files: string;
  readonly addresses: string;
  readonly keys: readonly string[];
  readonly load: (target: Target) => Load;
}

/** Prints the least of several turns for each step: other work on the machine can only add to it. */
export async function measureParts({ data, files, addresses, keys, load }: Measured): Promise<void> {
  const { outputFiles } = await build({
    ...workerBuild,
    entryPoints: [fileURLToPath(new URL('parts-worker.ts', import.meta.url))],
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  const disk = (path: string) => ({ disk: { path, writable: false } });
  const running: Running[] = [];
  for (const part of parts) {
    running.push(
      await startWorker({
        name: part,
        script,
        services: { CATALOGUE: disk(data), EDITIONS: disk(join(data, 'editions')) },
        bindings: { PART: part, KEYS: keys.join(' ') },
        requests: askedByFile.includes(part) ? files : addresses,
      }),
    );
  }
  const least = new Map<string, number>();
  for (let turn = 0; turn < turns; turn++)
    for (const { target } of running) {
      const { spent, refused, failed } = load(target);
      if (refused + failed > 0) throw new Error(`${target.name}: ${refused + failed} requests were not answered`);
      // The first turn only makes them warm.
      if (turn > 0) least.set(target.name, Math.min(least.get(target.name) ?? Infinity, spent?.processor ?? Infinity));
    }
  for (const { close } of running) await close();

  console.log(`where the processor time of a different answer goes, the least of ${turns - 1} turns:`);
  let before = 0;
  for (const [name, microseconds] of least) {
    console.log(`  ${name.padEnd(50)} ${(microseconds - before).toFixed(0).padStart(5)} µs, ${microseconds.toFixed(0).padStart(4)} so far`);
    before = microseconds;
  }
}
