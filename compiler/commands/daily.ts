// lmi daily: pulls, updates, verifies, bundles and publishes, and reports what is new, held, withdrawn and late.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sources } from '#sources/index.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { BundleError } from '../bundle/format.ts';
import { bundlesFolder } from '../bundle/latest.ts';
import { makeBundle } from '../bundle/make-bundle.ts';
import { catalogueFile, readCatalogue } from '../edition/catalogue.ts';
import { runDay, type Step } from '../operations/daily.ts';
import { describeDay } from '../report/day-report.ts';
import { verifyDirectory } from '../operations/verify.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { type Terminal, terminal } from '../report/report.ts';
import { openStore } from '../store/open-store.ts';
import { publish } from '../store/publish.ts';
import { pull } from '../store/pull.ts';
import { readReported, writeReported } from '../store/reported.ts';
import { describeMade } from './bundle.ts';
import { describePublished } from './publish.ts';
import { differenceOfEdition } from '../diff/difference-of-edition.ts';
import { describePulled } from './pull.ts';
import { print, tell } from '../report/print.ts';

export interface DailyArguments {
  readonly store: string;
  readonly newStore?: boolean;
  readonly out?: string;
  /** File of the private key that bundles are signed with. */
  readonly sign?: string;
  /** Folder for the pages that compare what is new or held with what was served. They are not published. */
  readonly pages?: string;
  readonly json?: boolean;
}

/** `update` defaults to `lmi update`, which asks the publishers. Steps write to standard error; standard output is for the report. */
export async function dailyCommand(
  { store: named, newStore = false, out = defaultDirectories.live, sign, pages = join(out, 'differences'), json = false }: DailyArguments,
  update: Step = updateStep(out),
): Promise<number> {
  const screen = terminal();
  const { say, progress } = screen;
  const store = openStore(named, out, say);
  if (newStore) await store.exclusively(() => store.begin());
  const day = await runDay({
    directory: out,
    pull: {
      name: 'pull',
      async run() {
        say(describePulled(named, out, await pull({ store, directory: out, sources, all: false, progress, say })));
        return exitCodes.fine;
      },
    },
    steps: [update, verifyStep(out, say), bundleStep(out, sign, screen)],
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
    now: () => new Date(),
    say,
  });
  screen.done();
  if (json) {
    print(`${JSON.stringify(day)}\n`);
  } else {
    if (day.stoppedAt !== null) tell(`stopped at ${day.stoppedAt}: nothing was published\n`);
    for (const line of day.report === null ? [] : describeDay(day.report)) print(`${line}\n`);
  }
  return day.exitCode;
}

/** `lmi update` as a process of its own, with its output on standard error. */
function updateStep(directory: string): Step {
  const cli = fileURLToPath(new URL(`../cli${extname(import.meta.url)}`, import.meta.url));
  return {
    name: 'update',
    run: () =>
      new Promise((done, fail) => {
        const child = spawn(process.execPath, [cli, 'update', '--out', directory], { stdio: ['ignore', process.stderr, 'inherit'] });
        child.once('error', fail);
        // A signal killed it. We do not know what it did, so the day stops here.
        child.once('exit', (code) => done(code ?? exitCodes.refused));
      }),
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
      return faults.length === 0 ? exitCodes.fine : exitCodes.refused;
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
      try {
        say(
          describeMade(
            folder,
            await makeBundle({
              directory,
              folder,
              sources,
              all: false,
              sample: false,
              tables: true,
              signWith: sign ?? null,
              progress,
              say,
            }),
          ),
        );
        return exitCodes.fine;
      } catch (error) {
        // The new editions are still published. The exit code says that the bundle failed.
        if (!(error instanceof BundleError)) throw error;
        say(error.message);
        return exitCodes.unreadable;
      }
    },
  };
}
