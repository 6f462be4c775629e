// The order of the files of tests: the dearest first, so that two processes end together, and first of all those that compile what the
// others read.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Measured; whatever is not named takes less than the last of them. */
export const dearest: readonly string[] = [
  'real-files.test.ts',
  'laws.test.ts',
  'operations/killed.test.ts',
  'fetch/interruption.test.ts',
  'fetch/pay.test.ts',
  'package/package.test.ts',
  'bundle/bundle.test.ts',
  'trace/trace-real-files.test.ts',
  'sources/ashe.test.ts',
  'operations/s3-store.test.ts',
  'contract/every-answer.test.ts',
  'sources/drift.test.ts',
  'laws/every-number.test.ts',
  'pay/revised-editions.test.ts',
  'compiler/held-data-sets.test.ts',
  'probe/probe.test.ts',
  'bundle/tables.test.ts',
  'trace/figures.test.ts',
  'import/walk-through.test.ts',
  'contract/table.test.ts',
  'contract/fuzz.test.ts',
  'operations/quarantine.test.ts',
  'server/hardening.test.ts',
  'diff/diff-real-files.test.ts',
  'sources/ashe-real-files.test.ts',
];

export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // A process that is shared ends where a file comes that has its own: those come last.
    const place = ({ moduleId, project }: TestSpecification) => {
      if (project.config.isolate) return dearest.length + 1;
      const found = dearest.indexOf(relative(import.meta.dirname, moduleId));
      return found < 0 ? dearest.length : found;
    };
    return [...files].sort((a, b) => place(a) - place(b) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}
