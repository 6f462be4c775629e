// Compiles the sample, and the real files where they are, once for all tests.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { havePublisherFiles, publisherFiles } from './publisher-files.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data directory of the compiled plain sample. Tests read it; those that write take a copy. */
    sampleDirectory: string;
    /** Data directory of the compiled real files, or null where they are not there. */
    liveDirectory: string | null;
  }
}

const cli = fileURLToPath(new URL('../compiler/cli.ts', import.meta.url));

export default async function setup(project: TestProject): Promise<() => void> {
  // LMI_TEST_DATA names a folder that is kept between runs, so that a run after no change to the compiler starts at once.
  const kept = process.env['LMI_TEST_DATA'];
  const work = kept ?? mkdtempSync(join(tmpdir(), 'lmi-test-'));
  const lmi = (...args: string[]) => promisify(execFile)(process.execPath, [cli, ...args]);
  // LMI_TEST_SOURCES names the sources whose tests are to be run, so that no others are compiled.
  const only = process.env['LMI_TEST_SOURCES']?.split(',');
  const chosen = only === undefined ? [] : ['--source', ...only];
  const sample = join(work, 'sample');
  project.provide('sampleDirectory', sample);
  const live = join(work, 'live');
  if (!havePublisherFiles) console.warn('../shared/publisher-files is not there: the tests over real files are SKIPPED');
  await Promise.all([
    lmi('sample', '--out', sample, ...chosen),
    havePublisherFiles && lmi('compile', '--from', publisherFiles, '--out', live, ...chosen),
  ]);
  project.provide('liveDirectory', havePublisherFiles ? live : null);
  return () => {
    if (kept === undefined) rmSync(work, { recursive: true, force: true });
  };
}
