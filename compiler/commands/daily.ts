// lmi daily: pulls, updates, prunes, verifies, bundles and publishes, and reports what is new,
// held, withdrawn and late.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sources } from '#sources/index.ts';
import { catalogueFile, defaultDirectories } from '../edition/data-directory.ts';
import { bundlesFolder } from '../bundle/latest.ts';
import { makeBundle } from '../bundle/make-bundle.ts';
import { readCatalogue } from '../edition/catalogue.ts';
import { errorOfStart } from '../release/installation.ts';
import { runDay, type Step, step } from '../operations/daily.ts';
import { sectionsOfDay } from '../operations/describe-day.ts';
import { OperationError } from '../edition/operation-error.ts';
import { writeAtomically } from '../edition/files.ts';
import { printable } from '#schemas/printable.ts';
import { describeSections, markdownOf } from '../report/sections.ts';
import { prune } from '../operations/prune.ts';
import { verifyDirectory } from '../operations/verify.ts';
import { exitCodes } from '../exit-codes.ts';
import { type Terminal, count, onScreen, size } from '../report/report.ts';
import { publish } from '../store/publish.ts';
import { pull } from '../store/pull.ts';
import { readReported, writeReported } from '../store/reported.ts';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/stored-catalogue.ts';
import { differenceOfEdition } from '../diff/difference-of-edition.ts';
import { asTyped, jsonText, print, printData, tell } from '../report/print.ts';
import type { Given } from './arguments.ts';
import { describeMade, describePublished, describePulled } from './publish.ts';

/**
 * `reports`: folder for the report, which is not published. `update` defaults to `lmi update`,
 * which asks the publishers. Steps write to standard error; standard output is for the report.
 */
export async function dailyCommand(
  {
    store: storeName,
    newStore = false,
    data: directory = defaultDirectories.live,
    sign,
    reports = join(directory, 'reports'),
    strict = false,
    json = false,
  }: Given<'sign' | 'reports', 'newStore' | 'strict'> & { readonly store: string },
  update: Step = updateStep(directory),
): Promise<number> {
  const now = new Date();
  const day = await onScreen(async (screen) => {
    // The work of a step that has ended is over, so the log must not go on about it.
    const note = (text: string) => {
      screen.done();
      screen.note(text);
    };
    const store = openStore(storeName, directory, screen.say, newStore);
    if (newStore) await store.exclusively(() => store.begin());
    return runDay({
      directory,
      pull: pullStep({ store, directory, screen }),
      steps: [
        update,
        pruneStep(directory, screen),
        verifyStep(directory, screen),
        bundleStep(directory, sign ?? null, screen),
      ],
      publish: publishStep({ store, directory, screen }),
      lastReported: () => readReported(store),
      noteReported: (reported) => store.exclusively(() => writeReported(store, reported)),
      differenceOf: (id) => differenceOfEdition(directory, id, screen.say),
      now: () => now,
      say: screen.say,
      note,
    });
  });
  const result =
    strict && day.exitCode === exitCodes.held ? { ...day, exitCode: exitCodes.refused } : day;
  const sections = sectionsOfDay(result, { store: storeName, sources, now });
  const text = `${describeSections(sections).join('\n')}\n`;
  const asJson = jsonText({ ...result, sections });
  mkdirSync(reports, { recursive: true });
  const forms = {
    txt: printable(asTyped(text)),
    md: markdownOf(sections),
    json: asJson,
  };
  // The last report, and one of each run, which stays. They can quote figures that are held back,
  // so only their owner may read them.
  for (const name of ['report', nameOfReport(reports, now)])
    for (const [form, content] of Object.entries(forms))
      writeAtomically(join(reports, `${name}.${form}`), content, 0o600);
  if (json) printData(asJson);
  else print(text);
  return result.exitCode;
}

/** Where steps print their progress and their results. */
type Screen = Pick<Terminal, 'progress' | 'note' | 'say'>;

interface StoreStep {
  readonly store: Store;
  readonly directory: string;
  readonly screen: Screen;
}

function pullStep({ store, directory, screen }: StoreStep): Step {
  return step('pull', async () => {
    const pulled = await pull({
      store,
      directory,
      sources,
      all: false,
      repairOfSample: 'name a store of real data with --store',
      ...screen,
    });
    screen.say(describePulled(store.name, directory, pulled));
  });
}

function publishStep({ store, directory, screen }: StoreStep): Step {
  return step('publish', async () => {
    const published = await publish({ store, directory, sample: false, ...screen });
    screen.say(describePublished(store.name, published));
  });
}

/** There are no data yet if no publisher could be reached on the first day. */
function hasData(directory: string): boolean {
  return existsSync(join(directory, catalogueFile));
}

function pruneStep(directory: string, { say }: Screen): Step {
  return step('prune', async () => {
    if (!hasData(directory)) return;
    const { removed } = prune({ directory, sources, dryRun: false, say });
    for (const { path, what, files, bytes } of removed)
      say(`${path}: removed, ${count(files, 'file')}, ${size(bytes)} (${what})`);
  });
}

function verifyStep(directory: string, { say, progress }: Screen): Step {
  return step('verify', async () => {
    if (!hasData(directory)) return;
    const { faults } = await verifyDirectory(directory, progress);
    for (const fault of faults.slice(0, 20)) say(fault);
    if (faults.length > 0)
      throw new OperationError(
        [`${directory}: ${count(faults.length, 'fault')}`, ...faults.slice(0, 5)].join('\n'),
      );
  });
}

function bundleStep(directory: string, signWith: string | null, screen: Screen): Step {
  const folder = join(directory, bundlesFolder);
  const bundle = step('bundle', async () => {
    const stored = readCatalogue(directory)?.catalogue.sources ?? [];
    if (stored.every(({ served }) => served.length === 0)) return;
    const options = { directory, folder, all: false, sample: false, signWith };
    screen.say(describeMade(folder, await makeBundle({ ...options, ...screen })));
  });
  // The new editions are still published. The report says that the bundle failed.
  return { ...bundle, dispensable: true };
}

/** `report-2026-11-26T10-47-03Z`; a second run within the second has a number. */
function nameOfReport(folder: string, now: Date): string {
  const instant = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  let name = `report-${instant}`;
  for (let run = 2; existsSync(join(folder, `${name}.txt`)); run += 1)
    name = `report-${instant}-${run}`;
  return name;
}

/** How much of the end of a failed update's output is kept, in characters. */
const mostQuoted = 2000;

/** Code that reads publishers' files must have no key of the bucket. */
export function withoutBucketKeys(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.keys(environment).filter((name) => !name.startsWith('AWS_'));
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}

/** `lmi update` as a process of its own, with its output on standard error. */
function updateStep(directory: string): Step {
  const cli = fileURLToPath(new URL(`../cli${extname(import.meta.url)}`, import.meta.url));
  return {
    name: 'update',
    run: () =>
      new Promise((done, fail) => {
        const child = spawn(process.execPath, [cli, 'update', '--of-day', '--data', directory], {
          stdio: ['ignore', process.stderr, 'pipe'],
          env: withoutBucketKeys(process.env),
        });
        let output = '';
        child.stderr.setEncoding('utf8').on('data', (part: string) => {
          tell(part);
          output = `${output}${part}`.slice(-mostQuoted);
        });
        child.once('error', (error) => fail(errorOfStart(cli, error)));
        child.once('close', (code, signal) => {
          if (code !== null && code !== exitCodes.refused && code !== exitCodes.usage)
            return done(code);
          // After a signal we do not know what it did, so the day stops here.
          const last = output.trimEnd().split('\n').slice(-5);
          fail(
            new OperationError(
              [...(signal === null ? [] : [`update was ended by ${signal}`]), ...last].join('\n'),
            ),
          );
        });
      }),
  };
}
