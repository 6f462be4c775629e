// A day of the service, what it reports, and what status and doctor say of a data directory. The
// texts of the reports are goldens (week.test.ts).
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLatest } from '#compiler/bundle/latest.ts';
import { verifyBundle } from '#compiler/operations/verify-bundle.ts';
import { dailyCommand } from '#compiler/commands/daily.ts';
import { differenceOfEdition } from '#compiler/diff/difference-of-edition.ts';
import { lock } from '#compiler/edition/lock.ts';
import { type Day, type Step, runDay } from '#compiler/operations/daily.ts';
import { examineMachine } from '#compiler/operations/doctor.ts';
import { OperationError } from '#compiler/edition/operation-error.ts';
import { exitCodeOfReport, reportOfDay, reportedOf } from '#compiler/operations/day-report.ts';
import { sectionsOfDay } from '#compiler/operations/describe-day.ts';
import { markdownOf } from '#compiler/report/sections.ts';
import type { Catalogue, Ingest } from '#schemas/catalogue.ts';
import { lmi, printed } from '../lmi.ts';
import { rewriteCatalogue, withIngest } from '../rewrite-catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  acceptIn,
  callReal,
  catalogueOf,
  copyOf,
  directoryWithHeld,
  editionOf,
  first,
  fresh,
  publishTo,
  pullFrom,
  quiet,
  second,
  sources,
  withdrawIn,
} from './scene.ts';

const held: string = await directoryWithHeld();
/** Nothing is held in it. */
const nothingHeld = copyOf(held);
rewriteCatalogue(nothingHeld, (catalogue) => ({
  ...catalogue,
  editions: catalogue.editions.filter(({ state }) => state !== 'quarantined'),
}));

const now = new Date('2026-12-01T12:00:00Z');
const sectionsOf = (day: Day) => sectionsOfDay(day, { store: 'STORE', sources, now });
/** The titles of a day's report; the first is its summary. */
const titlesOf = (day: Day) => sectionsOf(day).map(({ title }) => title);

describe('a day', () => {
  type Codes = Partial<Record<'pull' | 'update' | 'verify' | 'publish', number>>;
  const dayOf = (directory: string, did: string[], codes: Codes, more: readonly Step[] = []) => {
    const step = (name: keyof Codes): Step => ({
      name,
      run: async () => (did.push(name), codes[name] ?? 0),
    });
    return runDay({
      directory,
      pull: step('pull'),
      steps: [step('update'), step('verify'), ...more],
      publish: step('publish'),
      lastReported: async () => null,
      noteReported: async () => void did.push('report'),
      differenceOf: (id) => differenceOfEdition(directory, id, quiet.say),
      now: () => now,
      say: quiet.say,
    });
  };

  test('what is newly held is compared with what is served', async () => {
    const { report } = await dayOf(await directoryWithHeld(true), [], { update: 3 });
    const compared = report?.held.find(({ source }) => source === 'soc-structure')?.compared;
    expect(compared).toMatchObject({
      older: { release: first, state: 'served' },
      newer: { release: second, state: 'quarantined' },
    });
    const renamed = compared?.rows?.changed.find(({ column }) => column === 'title')?.rows ?? [];
    expect(renamed).toContainEqual(
      expect.objectContaining({
        old: 'Elected officers and representatives',
        new: 'Elected officers',
      }),
    );
  });

  test('a release without its files is published without a comparison', async () => {
    const directory = copyOf(held);
    rmSync(join(directory, 'snapshots'), { recursive: true });
    const said: string[] = [];
    const { id } = editionOf(directory, 'soc-structure', second);
    expect(await differenceOfEdition(directory, id, (line) => said.push(line))).toBeNull();
    expect(said.join()).toContain(`cannot be compared with ${first}`);
  });

  test.each<[string, Codes, readonly string[], number, string | null]>([
    ['all is well', {}, ['pull', 'update', 'verify', 'publish', 'report'], 0, null],
    [
      'a release is held',
      { update: 3 },
      ['pull', 'update', 'verify', 'publish', 'report'],
      3,
      null,
    ],
    [
      'a source cannot be checked',
      { update: 4 },
      ['pull', 'update', 'verify', 'publish', 'report'],
      4,
      null,
    ],
    ['another writes in the directory', { update: 2 }, ['pull', 'update'], 1, 'update'],
    ['a file is not as published', { verify: 1 }, ['pull', 'update', 'verify'], 1, 'verify'],
    [
      'somebody else has published',
      { publish: 2 },
      ['pull', 'update', 'verify', 'publish'],
      1,
      'publish',
    ],
  ])('on which %s', async (_, codes, steps, exitCode, stoppedAt) => {
    const did: string[] = [];
    expect(await dayOf(nothingHeld, did, codes)).toMatchObject({ exitCode, stoppedAt });
    expect(did).toEqual(steps);
  });

  test('that stops does not say that its releases are published', async () => {
    const titles = titlesOf(await dayOf(nothingHeld, [], { verify: 1 }));
    expect(titles[0]).toMatch(
      /stopped at verify, nothing was published; .*2 waiting to be published/,
    );
    expect(titles).toContain('New, and not published yet');
  });

  test('that cannot read the last report calls nothing new', async () => {
    const titles = titlesOf(await dayOf(held, [], { pull: 1 }));
    expect(titles).toEqual([
      '2026-12-01: stopped at pull, nothing was published; known problems: 2 held back ' +
        '(exit code 1)',
      'Broken',
      'Known from earlier reports',
      'Deciding on another machine',
    ]);
  });

  test('is one at a time', async () => {
    const unlock = lock(held, quiet.say, 'daily.lock');
    await expect(dayOf(held, [], {})).rejects.toThrow(/is writing here/);
    unlock();
  });

  test('without the bundle, the rest is published, and the report says what failed', async () => {
    const did: string[] = [];
    const run = () => Promise.reject(new OperationError('the key is not PEM\n  make one'));
    const day = await dayOf(nothingHeld, did, {}, [{ name: 'bundle', run, dispensable: true }]);
    expect([did.includes('publish'), day.exitCode, day.stoppedAt, titlesOf(day)[1]]).toEqual([
      true,
      1,
      null,
      'Broken',
    ]);
    expect(sectionsOf(day)[1]?.lines).toMatchObject([
      { text: 'the key is not PEM', next: ['lmi bundle'] },
    ]);
  });

  test('without its store is a usage error', async () => {
    await expect(dailyCommand({ store: join(held, 'stroe'), data: held })).rejects.toMatchObject({
      kind: 'usage',
    });
  });

  test('over a store of the sample is refused before anything is fetched', async () => {
    const store = temporaryDirectory();
    await publishTo(store, held);
    const data = fresh();
    const update = { name: 'update', run: async () => expect.fail('the publishers were asked') };
    const { status, stdout } = await printed(() => dailyCommand({ store, data }, update));
    expect([status, readdirSync(data)]).toEqual([2, ['reports']]);
    expect(stdout).toContain('holds the synthetic sample, which is not statistics');
    expect(stdout).toContain('name a store of real data with --store');
  });
});

describe('the report', () => {
  const reported = (before: Catalogue | null, after: Catalogue): Day => {
    const report = reportOfDay(before === null ? null : reportedOf(before, now), after, now);
    return { exitCode: exitCodeOfReport(report), stoppedAt: null, broken: [], report };
  };

  test('says what to do and what is new since the last one', async () => {
    const directory = copyOf(held);
    let before: Catalogue | null = null;
    const next = (ingest: Partial<Ingest> = {}) => {
      const after = catalogueOf(directory);
      const titles = titlesOf(reported(before, withIngest(after, 'soc-index', ingest)));
      before = after;
      return titles;
    };
    const known = ['Known from earlier reports', 'Deciding on another machine'];
    expect(next()).toEqual([
      '2026-12-01: new problems: 2 held back (soc-structure, soc-index); 2 published (exit code 3)',
      'Held back: decide',
      'New',
      'Deciding on another machine',
    ]);
    expect(next()).toEqual(['2026-12-01: known problems: 2 held back (exit code 3)', ...known]);
    await acceptIn(directory, 'soc-structure');
    expect(
      next({
        nextRelease: '2026-11-30',
        fault: 'the page answers 500',
        checked: '2026-11-28T09:00:00Z',
      }),
    ).toEqual([
      '2026-12-01: new problems: 1 not checked (soc-index), 1 late (soc-index); known problems: ' +
        '1 held back; 1 published, 1 compiled again (exit code 4)',
      'Could not be checked',
      'Late',
      'New',
      'Compiled again',
      ...known,
    ]);
    await withdrawIn(directory, editionOf(directory, 'soc-structure', second).id);
    expect(next({ configured: false })).toEqual([
      '2026-12-01: new problems: 1 without a key (soc-index); known problems: 1 held back; ' +
        '2 served again, 1 withdrawn (exit code 3)',
      'Not looked for',
      'Served again',
      'Withdrawn',
      ...known,
    ]);
  });

  test('asks whether this machine is connected when no publisher could be checked', () => {
    const tells = (keys: readonly string[], isNew: boolean) => {
      const before = catalogueOf(nothingHeld);
      const after = keys.reduce(
        (catalogue, key) => withIngest(catalogue, key, { fault: 'ENOTFOUND' }),
        before,
      );
      return JSON.stringify(sectionsOf(reported(isNew ? before : after, after))).includes(
        'is this machine connected?',
      );
    };
    const all = sources.map(({ key }) => key);
    expect([tells(all, true), tells(all, false), tells(['soc-index'], true)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('lists a correction of a served release until a person decides', async () => {
    const notices = [
      { release: first, date: '2026-01-05', text: 'Two titles were wrong.' },
      { release: second, date: null, text: 'Of a release that is held.' },
      { release: first, date: '2025-01-01', text: 'Older than the release.' },
    ];
    const before = catalogueOf(nothingHeld);
    const after = withIngest(before, 'soc-structure', { notices });
    expect(titlesOf(reported(before, after))[0]).toBe(
      '2026-12-01: new problems: 1 corrected by the publisher (soc-structure) (exit code 3)',
    );
    expect(titlesOf(reported(after, after)).slice(0, 2)).toEqual([
      '2026-12-01: known problems: 1 corrected by the publisher (exit code 3)',
      'Corrected or withdrawn by the publisher: decide',
    ]);
    const decided = [
      { ...(notices[0] ?? expect.fail()), reason: 'Only titles.', at: now.toISOString() },
    ];
    const settled = withIngest(after, 'soc-structure', { notices, decided });
    expect(titlesOf(reported(after, settled))[0]).toBe(
      '2026-12-01: nothing new, nothing held, nothing late (exit code 0)',
    );
    const directory = copyOf(nothingHeld);
    rewriteCatalogue(directory, () => after);
    expect((await lmi('status', '--data', directory)).stdout).toMatch(
      /^soc-structure: served .+\n[^]*Corrected or withdrawn by the publisher: decide\n.*Two titles were wrong\./m,
    );
  });

  test('has nothing of a publisher in it as markup, in Markdown', () => {
    const sections = [
      {
        title: 'T',
        lines: [{ text: '<b> *x*', details: ['a_b `c`'], next: ['lmi review `x`'] }],
      },
    ];
    expect(markdownOf(sections)).toBe(
      "# T\n\n- \\<b\\> \\*x\\*\n  - a\\_b \\`c\\`\n  - `lmi review 'x'`\n",
    );
  });

  test('compares with the report in the store, not on this machine', async () => {
    const store = temporaryDirectory();
    await publishTo(store, callReal(copyOf(held)), { sample: false });
    let output = '';
    const day = async (
      code = 0,
      more: { newStore?: boolean; reports?: string; strict?: boolean; json?: boolean } = {},
    ) => {
      const step = { name: 'update', run: async () => code };
      const { status, stdout } = await printed(() =>
        dailyCommand({ store, data: fresh(), ...more }, step),
      );
      output = stdout;
      return [status, output.split('\n')[0]];
    };
    expect(await day()).toEqual([
      3,
      expect.stringMatching(/: new problems: 2 held back \(.+\); 2 published \(exit code 3\)$/),
    ]);
    // The bundle has what is published, and nothing that is held.
    const latest = readLatest(join(store, 'bundles'));
    expect(latest?.editions.map(({ release }) => release)).toEqual([first, first]);
    expect((await verifyBundle(join(store, 'bundles', latest?.file ?? ''), null)).faults).toEqual(
      [],
    );
    // Between two days a person accepts what is held, on another machine.
    const other = fresh();
    await pullFrom(store, other);
    await acceptIn(other, 'soc-structure');
    await publishTo(store, other, { sample: false });
    expect(await day(1)).toEqual([
      1,
      expect.stringContaining(': stopped at update, nothing was published'),
    ]);
    const reports = temporaryDirectory();
    // Pruning has written the catalogue, and it names every source.
    expect(await day(0, { reports, strict: true })).toEqual([
      1,
      expect.stringMatching(
        /: new problems: 14 not served; known problems: 1 held back; 1 published, 1 compiled again \(exit code 1\)$/,
      ),
    ]);
    // The same in three forms, for the operator alone; and those of a run stay when the next one
    // comes, also on the same day.
    const firstReport = output;
    expect(readFileSync(join(reports, 'report.txt'), 'utf8')).toBe(firstReport);
    const keptReports = () =>
      readdirSync(reports)
        .filter((name) => /^report-[-\dT]+Z(-\d+)?\.txt$/.test(name))
        .map((name) => readFileSync(join(reports, name), 'utf8'));
    expect(keptReports()).toEqual([firstReport]);
    for (const form of ['txt', 'md', 'json']) {
      expect(readFileSync(join(reports, `report.${form}`), 'utf8')).toContain(
        'sample-2025-12-03: held back since',
      );
      expect(statSync(join(reports, `report.${form}`)).mode & 0o777).toBe(0o600);
    }
    expect(await day(0, { reports })).toEqual([
      3,
      expect.stringMatching(/: known problems: 1 held back, 14 not served \(exit code 3\)$/),
    ]);
    expect(new Set(keptReports())).toEqual(new Set([firstReport, output]));
    // For another program: the whole day on standard output, and nothing else there.
    await day(0, { reports, json: true });
    const document = JSON.parse(output);
    expect(document).toEqual(JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8')));
    expect(document).toMatchObject({ exitCode: 3, stoppedAt: null, broken: [] });
    expect(document.report.problems[0]).toEqual({
      what: 'held back',
      source: 'soc-index',
      about: document.report.held[0].id,
      isNew: false,
    });
    expect(document.sections[0].title).toContain('known problems: 1 held back');
    await expect(day(0, { newStore: true })).rejects.toThrow(/is already a store/);
    // Of a step that failed, the report quotes the cause.
    const downloads = join(fresh(), 'downloads');
    mkdirSync(downloads, { recursive: true });
    const unlock = lock(downloads, quiet.say);
    const stopped = await printed(() => dailyCommand({ store, data: join(downloads, '..') }));
    unlock();
    expect(stopped.status).toBe(1);
    expect(stopped.stdout).toMatch(
      /stopped at update[^]*\nBroken\n {2}\S+downloads: process \d+ on \S+ is writing here\n/,
    );
    writeFileSync(join(store, 'reported.json'), '{}');
    expect([(await day())[0], output]).toEqual([
      1,
      expect.stringMatching(/Broken\n {2}\S+reported\.json: .*\n {4}remove it/),
    ]);
  });
});

describe('doctor', () => {
  const troubles = async (
    directory: string,
    more: Partial<Parameters<typeof examineMachine>[0]> = {},
  ) => {
    const findings = await examineMachine({
      directory,
      sources,
      environment: {},
      now,
      ...more,
    });
    return findings.filter(({ level, what }) => level !== 'ok' && !what.startsWith('disk:'));
  };

  test('finds nothing wrong where nothing is; a directory without data is a warning', async () => {
    expect(await troubles(held)).toEqual([]);
    expect((await troubles(fresh())).map(({ level }) => level)).toEqual(['warn']);
  });

  // test/goldens/spoilt.txt has what it says of a directory that is damaged.
  test('names what is wrong', async () => {
    const directory = copyOf(held);
    mkdirSync(join(directory, 'editions/stray'));
    const found = await troubles(directory, { now: new Date('2020-01-01T00:00:00Z') });
    expect(found.map(({ level, what }) => `${level} ${what}`)).toEqual([
      expect.stringContaining(
        'fail clock: 2020-01-01T00:00:00.000Z, which is before the catalogue was written',
      ),
      expect.stringContaining(
        'warn editions/stray: is no edition that the catalogue keeps; lmi prune removes it',
      ),
    ]);
  });
});
