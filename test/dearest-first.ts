// The order of the files of tests: the dearest first, so that two processes end together; before them some that read no compiled data,
// because npm test compiles the sample and the real files meanwhile.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Dear, and they compile what they need themselves, or nothing. The first waits for workerd to start, while others have the processor. */
const withoutData = [
  'server/runtimes.test.ts',
  'package/package.test.ts',
  'operations/s3-store.test.ts',
  'operations/killed.test.ts',
  'fetch/interruption.test.ts',
  'operations/repairs.test.ts',
];

/** Measured. What is the only test of its code is not named, because npm run test:near leaves these out. */
export const dearest: readonly string[] = [
  ...withoutData,
  'real-files.test.ts',
  'contract/table.test.ts',
  'fetch/pay.test.ts',
  'sources/drift.test.ts',
  'sources/ashe.test.ts',
  'pay/revised-editions.test.ts',
  'compiler/run-checks.test.ts',
  'laws.test.ts',
  'trace/every-document.test.ts',
  'mutants/named-faults-real-files.test.ts',
  'bundle/bundle.test.ts',
  'trace/trace-real-files.test.ts',
  'import/recognise-real-files.test.ts',
  'probe/probe.test.ts',
  'probe/layouts-real-files.test.ts',
  'bundle/tables.test.ts',
  'trace/figures.test.ts',
  'import/one-command.test.ts',
  'fetch/every-source.test.ts',
  'import/import.test.ts',
  'bundle/tables-real-files.test.ts',
  'operations/daily.test.ts',
  'laws/every-number.test.ts',
  'import/walk-through.test.ts',
  'search/search-real-files.test.ts',
  'compiler/held-data-sets.test.ts',
  'contract/fuzz.test.ts',
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
