// lmi daily: pulls, updates, prunes, verifies, bundles and publishes, and reports what is new, held, withdrawn and late.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sources } from '#sources/index.ts';
import { catalogueFile, defaultDirectories } from '../edition/data-directory.ts';
import { bundlesFolder } from '../bundle/latest.ts';
import { makeBundle } from '../bundle/make-bundle.ts';
import { readCatalogue } from '../edition/catalogue.ts';
import { runDay, type Step } from '../operations/daily.ts';
import { sectionsOfDay } from '../report/describe-day.ts';
import { OperationError } from '../operations/operation-error.ts';
import { writeAtomically } from '../edition/files.ts';
import { printable } from '#schemas/printable.ts';
import { describeSections, drawSections, markdownOf } from '../report/sections.ts';
import { prune } from '../operations/prune.ts';
import { verifyDirectory } from '../operations/verify.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { type Terminal, count, size, terminal } from '../report/report.ts';
import { openStore } from '../store/open-store.ts';
import { publish } from '../store/publish.ts';
import { pull } from '../store/pull.ts';
import { readReported, writeReported } from '../store/reported.ts';
import { describeMade } from './bundle.ts';
import { describePublished } from './publish.ts';
import { differenceOfEdition } from '../diff/diff-page.ts';
import { describePulled } from './pull.ts';
import { print } from '../report/print.ts';

export interface DailyArguments {
  readonly store: string;
  readonly newStore?: boolean;
  readonly data?: string;
  /** File of the private key that bundles are signed with. */
  readonly sign?: string;
  /** Folder for the report, and for the pages that compare what is new or held with what was served. They are not published. */
  readonly pages?: string;
  /** What waits for a person is a failure. */
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** `update` defaults to `lmi update`, which asks the publishers. Steps write to standard error; standard output is for the report. */
export async function dailyCommand(
  {
    store: named,
    newStore = false,
    data: out = defaultDirectories.live,
    sign,
    pages = join(out, 'reports'),
    strict = false,
    json = false,
  }: DailyArguments,
  update: Step = updateStep(out),
): Promise<number> {
  const screen = terminal();
  const { say, progress } = screen;
  const store = openStore(named, out, say);
  if (newStore) await store.exclusively(() => store.begin());
  const now = new Date();
  const day = await runDay({
    directory: out,
    pull: {
      name: 'pull',
      async run() {
        say(describePulled(named, out, await pull({ store, directory: out, sources, all: false, progress, say })));
        return exitCodes.fine;
      },
    },
    steps: [update, pruneStep(out, say), verifyStep(out, say), bundleStep(out, sign, screen)],
    publish: {
      name: 'publish',
      async run() {
        say(describePublished(named, await publish({ store, directory: out, sample: false, progress, say })));
        return exitCodes.fine;
      },
    },
    lastReported: () => readReported(store),
    noteReported: (reported) => store.exclusively(() => writeReported(store, reported)),
    differenceOf: (id) => differenceOfEdition(out, pages, id, say),
    now: () => now,
    say,
  });
  screen.done();
  const told = strict && day.exitCode === exitCodes.held ? { ...day, exitCode: exitCodes.refused } : day;
  const sections = sectionsOfDay(told, { directory: out, store: named, sources, now });
  const text = `${describeSections(sections).join('\n')}\n`;
  const asJson = `${JSON.stringify({ ...told, sections })}\n`;
  mkdirSync(pages, { recursive: true });
  // It can quote figures that are held back.
  for (const [name, content] of [
    ['report.txt', printable(text)],
    ['report.md', markdownOf(sections)],
    ['report.html', drawSections(sections)],
    ['report.json', asJson],
  ] as const)
    writeAtomically(join(pages, name), content, 0o600);
  print(json ? asJson : text);
  return told.exitCode;
}

/** `lmi update` as a process of its own, with its output on standard error. */
function updateStep(directory: string): Step {
  const cli = fileURLToPath(new URL(`../cli${extname(import.meta.url)}`, import.meta.url));
  return {
    name: 'update',
    run: () =>
      new Promise((done, fail) => {
        const child = spawn(process.execPath, [cli, 'update', '--data', directory], { stdio: ['ignore', process.stderr, 'inherit'] });
        child.once('error', fail);
        // A signal killed it. We do not know what it did, so the day stops here.
        child.once('exit', (code) => done(code ?? exitCodes.refused));
      }),
  };
}

function pruneStep(directory: string, say: (line: string) => void): Step {
  return {
    name: 'prune',
    async run() {
      if (!existsSync(join(directory, catalogueFile))) return exitCodes.fine;
      const { removed } = prune({ directory, sources, dryRun: false, say });
      for (const { path, what, files, bytes } of removed) say(`${path}: removed, ${count(files, 'file')}, ${size(bytes)} (${what})`);
      return exitCodes.fine;
    },
  };
}

function verifyStep(directory: string, say: (line: string) => void): Step {
  return {
    name: 'verify',
    async run() {
      // There is nothing to verify if no publisher could be reached on the first day.
      if (!existsSync(join(directory, catalogueFile))) return exitCodes.fine;
      const { faults } = verifyDirectory(directory);
      for (const fault of faults.slice(0, 20)) say(fault);
      if (faults.length > 0) throw new OperationError([`${directory}: ${count(faults.length, 'fault')}`, ...faults.slice(0, 5)].join('\n'));
      return exitCodes.fine;
    },
  };
}

function bundleStep(directory: string, sign: string | undefined, { progress, say }: Terminal): Step {
  return {
    name: 'bundle',
    async run() {
      const served = readCatalogue(directory)?.catalogue.sources.some((source) => source.served.length > 0) ?? false;
      if (!served) return exitCodes.fine;
      const folder = join(directory, bundlesFolder);
      const made = await makeBundle({
        directory,
        folder,
        sources,
        all: false,
        sample: false,
        tables: true,
        signWith: sign ?? null,
        progress,
        say,
      });
      say(describeMade(folder, made));
      return exitCodes.fine;
    },
    // The new editions are still published. The report says that the bundle failed.
    dispensable: true,
  };
}
