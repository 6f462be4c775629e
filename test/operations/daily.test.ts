// A day of the service, what it reports, and what status and doctor tell of a data directory.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readLatest } from '#compiler/bundle/latest.ts';
import { verifyBundle } from '#compiler/bundle/verify-bundle.ts';
import { dailyCommand } from '#compiler/commands/daily.ts';
import { describeStanding } from '#compiler/commands/status.ts';
import { differenceOfEdition } from '#compiler/diff/difference-of-edition.ts';
import { lock } from '#compiler/edition/lock.ts';
import { accept } from '#compiler/operations/accept.ts';
import { type Day, type Step, runDay } from '#compiler/operations/daily.ts';
import { sectionsOfDay } from '#compiler/report/describe-day.ts';
import { type DayReport, exitCodeOfReport, reportOfDay, reportedOf } from '#compiler/report/day-report.ts';
import { describeSections, drawSections, markdownOf } from '#compiler/report/sections.ts';
import { OperationError } from '#compiler/operations/operation-error.ts';
import { examineMachine } from '#compiler/operations/doctor.ts';
import { standingOf } from '#compiler/operations/standing.ts';
import { withdraw } from '#compiler/operations/withdraw.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { publish } from '#compiler/store/publish.ts';
import { pull } from '#compiler/store/pull.ts';
import type { Catalogue, Ingest } from '#schemas/catalogue.ts';
import { neverLookedAt } from '#schemas/catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { catalogueOf, copyOf, directoryWithHeld, editionOf, first, quiet, second, sources } from './scene.ts';
import { rewriteCatalogue } from '../rewrite-catalogue.ts';

let held: string;
/** Nothing is held in it. */
let quietDirectory: string;
beforeAll(async () => {
  held = await directoryWithHeld();
  quietDirectory = copyOf(held);
  rewriteCatalogue(quietDirectory, (catalogue) => ({
    ...catalogue,
    editions: catalogue.editions.filter(({ state }) => state !== 'quarantined'),
  }));
});

/** A day as it is told, with ID in place of each edition and DIR in place of the directory. */
function linesOf(day: Day): string[] {
  const sections = sectionsOfDay(day, { directory: '/DIR', store: 'STORE', sources, now });
  return describeSections(sections).map((text) => text.replace(/[0-9a-f-]{36}/, 'ID').replace('/DIR', 'DIR'));
}

const now = new Date('2026-12-01T12:00:00Z');

/** The catalogue with other knowledge of a source's publisher. */
function knowing(catalogue: Catalogue, key: string, ingest: Partial<Ingest>): Catalogue {
  return {
    ...catalogue,
    sources: catalogue.sources.map((source) => (source.key === key ? { ...source, ingest: { ...neverLookedAt, ...ingest } } : source)),
  };
}

describe('a day', () => {
  const step = (name: string, code: number, did: string[]) => ({ name, run: async () => (did.push(name), code) });
  const dayOf = (
    directory: string,
    did: string[],
    codes: Partial<Record<'pull' | 'update' | 'verify' | 'publish', number>>,
    more: readonly Step[] = [],
  ) =>
    runDay({
      directory,
      pull: step('pull', codes.pull ?? 0, did),
      steps: [step('update', codes.update ?? 0, did), step('verify', codes.verify ?? 0, did), ...more],
      publish: step('publish', codes.publish ?? 0, did),
      lastReported: async () => null,
      noteReported: async () => void did.push('report'),
      differenceOf: (id) => differenceOfEdition(directory, join(directory, 'differences'), id, quiet.say),
      now: () => now,
      say: quiet.say,
    });

  test('what is newly held is set beside what is served', async () => {
    const { report } = await dayOf(copyOf(held), [], { update: 3 });
    const structure = report?.held.find(({ source }) => source === 'soc-structure');
    const difference = structure?.compared?.difference;
    expect(difference).toMatchObject({
      older: { release: first, state: 'served' },
      newer: { release: second, state: 'quarantined' },
      figures: null,
    });
    const renamed = difference?.rows?.changed.find(({ column }) => column === 'title')?.rows ?? [];
    expect(renamed).toContainEqual(expect.objectContaining({ old: 'Elected officers and representatives', new: 'Elected officers' }));
    const { page = '' } = structure?.compared ?? {};
    expect([statSync(page).mode & 0o777, readFileSync(page, 'utf8')]).toEqual([
      0o600,
      expect.stringContaining('<strong>Held back.</strong>'),
    ]);
  });

  test('a release that is gone cannot be set beside anything, and that is said and stops nothing', async () => {
    const directory = copyOf(held);
    rmSync(join(directory, 'snapshots'), { recursive: true });
    const said: string[] = [];
    const edition = editionOf(directory, 'soc-structure', second);
    expect(await differenceOfEdition(directory, join(directory, 'differences'), edition.id, (line) => said.push(line))).toBeNull();
    expect(said.join()).toMatch(/soc-structure sample-2025-12-03: cannot be compared with sample-2025-04-16/);
    expect(
      await differenceOfEdition(directory, join(directory, 'differences'), editionOf(directory, 'soc-structure', first).id, quiet.say),
    ).toBeNull();
  });

  const courses: readonly [string, Parameters<typeof dayOf>[2], readonly string[], number, string | null][] = [
    ['all is well', {}, ['pull', 'update', 'verify', 'publish', 'report'], 0, null],
    ['a release is held', { update: 3 }, ['pull', 'update', 'verify', 'publish', 'report'], 3, null],
    ['a source cannot be checked', { update: 4 }, ['pull', 'update', 'verify', 'publish', 'report'], 4, null],
    ['another writes in the directory', { update: 2 }, ['pull', 'update'], 1, 'update'],
    ['a file is not as published', { verify: 1 }, ['pull', 'update', 'verify'], 1, 'verify'],
    ['somebody else has published', { publish: 2 }, ['pull', 'update', 'verify', 'publish'], 1, 'publish'],
  ];

  test.each(courses)('on which %s', async (_, codes, steps, exitCode, stoppedAt) => {
    const did: string[] = [];
    expect(await dayOf(quietDirectory, did, codes)).toMatchObject({ exitCode, stoppedAt });
    expect(did).toEqual(steps);
  });

  test('ends with 3 while a release is held back, whatever the update says', async () => {
    expect(await dayOf(held, [], {})).toMatchObject({ exitCode: 3, stoppedAt: null });
  });

  test('without the bundle, the rest is published, and the report says what failed', async () => {
    const did: string[] = [];
    const failing: Step = {
      name: 'bundle',
      run: () => Promise.reject(new OperationError('the key is not PEM\n  make one')),
      dispensable: true,
    };
    const day = await dayOf(quietDirectory, did, {}, [failing]);
    expect([did.includes('publish'), day.exitCode, day.stoppedAt]).toEqual([true, 1, null]);
    expect(linesOf(day).slice(0, 6)).toEqual([
      '2026-12-01: bundle failed, 2 new (exit code 1)',
      '',
      'Broken',
      '  the key is not PEM',
      '    make one',
      '    lmi bundle --data DIR',
    ]);
  });

  test('is one at a time', async () => {
    const unlock = lock(held, quiet.say, 'daily.lock');
    await expect(dayOf(held, [], {})).rejects.toThrow(/is writing here/);
    unlock();
    expect(await dayOf(held, [], {})).toMatchObject({ stoppedAt: null });
  });

  test('is what make daily runs, which says when it is not told where the store is', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const { status, stderr } = spawnSync('make', ['daily'], { cwd: root, encoding: 'utf8', env: { ...process.env, STORE: '' } });
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('STORE is not set, expected the folder of the store: make daily STORE=DIR'),
    ]);
  });

  test('without its store is a usage error', async () => {
    await expect(dailyCommand({ store: join(held, 'stroe'), data: held })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/stroe: is not a folder\n {2}make it first, if it is for a new store$/),
    });
  });
});

describe('the report', () => {
  const lines = (before: Catalogue | null, after: Catalogue) => {
    const report = reportOfDay(before === null ? null : reportedOf(before, now), after, now);
    return linesOf({ exitCode: exitCodeOfReport(report), stoppedAt: null, broken: [], report });
  };

  test('tells what to do and what is new since the last one, with the next commands', async () => {
    const directory = copyOf(held);
    const told: Catalogue[] = [catalogueOf(directory)];
    const next = (ingest: Partial<Ingest> = {}) => {
      const before = told.at(-1) ?? null;
      told.push(catalogueOf(directory));
      return lines(before, knowing(catalogueOf(directory), 'soc-index', ingest));
    };
    const heldLines = (source: string, ...more: readonly string[]) => [
      `  ${source} ${second}, edition ID`,
      ...more,
      '    movement: half of it has moved',
      '    lmi review ID --data DIR',
      '    lmi accept ID --reason "…" --data DIR',
      '    lmi accept --not ID --reason "…" --data DIR',
    ];
    const waiting = `    waiting since ${editionOf(held, 'soc-index', second).compiled.slice(0, 10)}`;
    const elsewhere = [
      '',
      'Deciding on another machine',
      '  fetch the data first, and publish the decision afterwards',
      '    lmi pull STORE',
      '    lmi publish STORE',
    ];
    const freshLines = (source: string, release: string) => [`  ${source} ${release}, edition ID`, '    lmi review ID --data DIR'];
    expect(lines(null, catalogueOf(directory))).toEqual([
      '2026-12-01: 2 held back, 2 new (exit code 3)',
      ...['', 'Held back: decide', ...heldLines('soc-structure'), ...heldLines('soc-index')],
      ...elsewhere,
      ...['', 'New', ...freshLines('soc-structure', first), ...freshLines('soc-index', first)],
    ]);
    expect(next()).toEqual([
      '2026-12-01: 2 held back (exit code 3)',
      ...['', 'Held back: decide', ...heldLines('soc-structure', waiting), ...heldLines('soc-index', waiting)],
      ...elsewhere,
    ]);

    await accept({ directory, sources, id: editionOf(directory, 'soc-structure', second).id, reason: 'because', ...quiet });
    const ingest = { nextRelease: '2026-11-30', fault: 'the page answers 500', checked: '2026-11-28T09:00:00Z' };
    expect(next(ingest)).toEqual([
      '2026-12-01: 1 held back, 1 not checked, 1 late, 1 new, 1 compiled again (exit code 4)',
      ...['', 'Held back: decide', ...heldLines('soc-index', waiting)],
      ...elsewhere,
      ...[
        '',
        'Could not be checked',
        '  soc-index: the page answers 500',
        '    last checked 2026-11-28',
        '    lmi probe --source soc-index',
      ],
      ...['', 'Late', '  soc-index: announced for 2026-11-30, not published yet', '    lmi probe --source soc-index'],
      ...['', 'New', ...freshLines('soc-structure', second)],
      ...['', 'Compiled again', `  soc-index ${first}, edition ID`],
    ]);

    await withdraw({
      directory,
      sources,
      id: editionOf(directory, 'soc-structure', second).id,
      reason: 'it was wrong',
      replaceWith: null,
      ...quiet,
    });
    expect(next({ configured: false })).toEqual([
      '2026-12-01: 1 held back, 1 without a key, 2 served again, 1 withdrawn (exit code 3)',
      ...['', 'Held back: decide', ...heldLines('soc-index', waiting)],
      ...elsewhere,
      '',
      'Not looked for',
      "  soc-index: the publisher's key is not set",
      '    never checked before',
      '    ask the publisher for a key, set it, and then',
      '    lmi update --source soc-index --data DIR',
      ...['', 'Served again', `  soc-structure ${first}, edition ID`, `  soc-index ${first}, edition ID`],
      ...['', 'Withdrawn', `  soc-structure ${second}, edition ID`, '    it was wrong'],
    ]);
  });

  test('says when no publisher could be checked at all', () => {
    const fault = 'could not be reached (ENOTFOUND)';
    const linesWith = (keys: readonly string[]) => {
      const after = keys.reduce((catalogue, key) => knowing(catalogue, key, { fault }), catalogueOf(quietDirectory));
      return linesOf({ exitCode: 4, stoppedAt: null, broken: [], report: reportOfDay(reportedOf(after, now), after, now) });
    };
    const told = '  no publisher could be checked: is this machine connected?';
    const all = linesWith(sources.map(({ key }) => key));
    expect(all.slice(all.indexOf(told)).slice(0, 2)).toEqual([told, '    lmi doctor --data DIR']);
    expect(linesWith(['soc-index'])).not.toContain(told);
  });

  test('names all that is not served in one line, which on a first day is much', () => {
    const catalogue = catalogueOf(quietDirectory);
    const report = (missing: DayReport['missing']) => ({ ...reportOfDay(reportedOf(catalogue, now), catalogue, now), missing });
    const told = (missing: DayReport['missing']) => linesOf({ exitCode: 0, stoppedAt: null, broken: [], report: report(missing) }).slice(1);
    expect(told(['ashe', 'work-visas'])).toEqual([
      '',
      'Nothing is served',
      '  ashe, work-visas',
      '    lmi update --source ashe work-visas --data DIR',
      '    lmi import FILE… --source SOURCE --data DIR',
    ]);
    expect(told(['ashe']).at(-1)).toBe('    lmi import FILE… --source ashe --data DIR');
    expect(told([])).toEqual([]);
  });

  test('says when a publisher has taken away what is held back', () => {
    const gone = knowing(catalogueOf(held), 'soc-index', { gone: [editionOf(held, 'soc-index', second).id] });
    expect(lines(gone, gone).filter((line) => line.includes('no longer'))).toEqual(['    its publisher no longer offers it']);
    const told = standingOf(gone, now).flatMap(describeStanding);
    expect(told.filter((line) => line.includes('no longer'))).toEqual([
      expect.stringMatching(/^ {4}its publisher no longer offers it: lmi accept --not \S{36} --reason TEXT, unless it comes back$/),
    ]);
  });

  test('asks once about a correction, and a quiet day is one line', () => {
    const catalogue = knowing(catalogueOf(quietDirectory), 'soc-structure', {
      notices: [{ release: first, date: '2026-01-05', text: 'Two titles were wrong.' }],
    });
    expect(lines(catalogueOf(quietDirectory), catalogue).slice(0, 5)).toEqual([
      '2026-12-01: 1 corrected by the publisher (exit code 3)',
      '',
      'Corrected by the publisher: withdraw what is served if it is wrong',
      `  soc-structure ${first}, on 2026-01-05: Two titles were wrong.`,
      '    lmi withdraw ID --reason "…" --data DIR',
    ]);
    expect(lines(catalogue, catalogue)).toEqual([
      '2026-12-01: nothing new, nothing held, nothing late (exit code 0)',
      '',
      'Corrected by the publisher: withdraw what is served if it is wrong',
      '  1 correction told before',
      '    lmi status --data DIR',
    ]);
    expect(lines(catalogueOf(quietDirectory), catalogueOf(quietDirectory))).toEqual([
      '2026-12-01: nothing new, nothing held, nothing late (exit code 0)',
    ]);
  });

  test('of a page is HTML with nothing of a publisher in it as markup, and so is Markdown', () => {
    const sections = [
      {
        title: 'T',
        lines: [{ text: '<b> *x*', details: ['a_b `c`'], next: ['lmi review `x`'], page: '/p/a#b.html', picture: '<svg></svg>' }],
      },
    ];
    expect(markdownOf(sections)).toBe("# T\n\n- \\<b\\> \\*x\\*\n  - a\\_b \\`c\\`\n  - `lmi review 'x'`\n");
    const html = drawSections(sections);
    for (const part of ['&lt;b&gt; *x*', '<a href="a%23b.html">', '<code>lmi review `x`</code>', '<svg></svg>'])
      expect(html).toContain(part);
  });

  test('compares with what was reported last, which is kept in the store and not on the machine that reports', async () => {
    const store = temporaryDirectory();
    const data = copyOf(held);
    // Daily publishes no sample, so these call themselves real.
    rewriteCatalogue(data, (catalogue) => ({ ...catalogue, sample: false, sampleSize: null }));
    await publish({ store: openDirectoryStore(store, data, quiet.say), directory: data, sample: false, newStore: true, ...quiet });
    const output: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => (output.push(String(text)), true));
    const day = (run: Step['run'] = async () => 0, more: { newStore?: boolean; pages?: string; strict?: boolean } = {}) =>
      dailyCommand({ store, data: join(temporaryDirectory(), 'data'), ...more }, { name: 'update', run });
    try {
      expect(await day()).toBe(3);
      expect(output.splice(0).join('')).toMatch(/^\d{4}-\d\d-\d\d: 2 held back, 2 new \(exit code 3\)\n/);
      // What is published is there to be taken away, and nothing that is held.
      const latest = readLatest(join(store, 'bundles'));
      expect(latest?.editions.map(({ source, release }) => [source, release])).toEqual([
        ['soc-structure', first],
        ['soc-index', first],
      ]);
      expect((await verifyBundle(join(store, 'bundles', latest?.file ?? ''), null)).faults).toEqual([]);
      // Between two days a person accepts what is held, on another machine.
      const other = join(temporaryDirectory(), 'data');
      await pull({ store: openDirectoryStore(store, other, quiet.say), directory: other, sources, all: false, ...quiet });
      await accept({ directory: other, sources, id: editionOf(other, 'soc-structure', second).id, reason: 'because', ...quiet });
      await publish({ store: openDirectoryStore(store, other, quiet.say), directory: other, sample: false, ...quiet });
      expect(await day(async () => 1)).toBe(1);
      expect(output.splice(0).join('')).toMatch(
        /: stopped at update, nothing was published, .*\n\nBroken\n {2}update ended with exit code 1;/,
      );
      const pages = temporaryDirectory();
      expect(await day(async () => 0, { pages, strict: true })).toBe(1);
      const told = output.splice(0).join('');
      // Pruning has written the catalogue, and it names every source.
      expect(told).toMatch(/: 1 held back, 14 not served, 1 new, 1 compiled again \(exit code 1\)\n/);
      expect(told).toMatch(/\nNew\n {2}soc-structure sample-2025-12-03, edition \S+\n(?: {4}.*\n)* {4}more on a page: \S+\.html\n/);
      // The same in four forms, for the person alone.
      expect(readFileSync(join(pages, 'report.txt'), 'utf8')).toBe(told);
      expect(JSON.parse(readFileSync(join(pages, 'report.json'), 'utf8'))).toMatchObject({
        exitCode: 1,
        report: { fresh: [{ release: second }] },
      });
      for (const form of ['md', 'html']) expect(readFileSync(join(pages, `report.${form}`), 'utf8')).toContain('half of it has moved');
      expect(['txt', 'md', 'html', 'json'].map((form) => statSync(join(pages, `report.${form}`)).mode & 0o777)).toEqual(
        Array(4).fill(0o600),
      );
      expect(await day()).toBe(3);
      expect(output.splice(0).join('')).toMatch(/: 1 held back, 14 not served \(exit code 3\)\n/);
      await expect(day(undefined, { newStore: true })).rejects.toThrow(/is already a store\n {2}leave out --new-store/);
      writeFileSync(join(store, 'reported.json'), '{}');
      expect(await day()).toBe(1);
      expect(output.splice(0).join('')).toMatch(/Broken\n {2}\S+reported\.json: .*\n {4}remove it/);
    } finally {
      write.mockRestore();
    }
  });

  test.each<[string, string | null, string | null]>([
    ['on the day itself', '2026-12-01', null],
    ['the day after, though what was there has been compiled again', '2026-11-30', '2026-11-30'],
    ['with no day announced', null, null],
  ])('late, %s', (_, nextRelease, lateSince) => {
    const catalogue = catalogueOf(held);
    const aged = { ...catalogue, editions: catalogue.editions.map((edition) => ({ ...edition, compiled: '2026-11-30T10:00:00Z' })) };
    const report = reportOfDay(null, knowing(aged, 'soc-index', { nextRelease }), now);
    expect(report.late).toEqual(lateSince === null ? [] : [{ source: 'soc-index', since: lateSince }]);
  });
});

test('status proposes to withdraw what the publisher has corrected', () => {
  const notices = [
    { release: first, date: '2026-01-05', text: 'Two titles were wrong.' },
    { release: second, date: null, text: 'Of a release that is held.' },
    { release: first, date: '2025-01-01', text: 'Older than the release.' },
  ];
  const [standing] = standingOf(knowing(catalogueOf(held), 'soc-structure', { notices }), now);
  const lines = standing === undefined ? [] : describeStanding(standing);
  expect(lines.filter((line) => line.includes('corrected'))).toEqual([
    `  the publisher has corrected ${first} on 2026-01-05: Two titles were wrong.`,
  ]);
  expect(lines).toContain(`    if what is served is wrong: lmi withdraw ${editionOf(held, 'soc-structure', first).id} --reason TEXT`);
  expect(lines).toContain(`  held ${second} ${editionOf(held, 'soc-structure', second).id}`);
});

describe('doctor', () => {
  const examine = (directory: string, more: Partial<Parameters<typeof examineMachine>[0]> = {}) =>
    examineMachine({ directory, state: join(directory, 'no-state'), sources, environment: {}, now, ...more });
  const troubles = (...given: Parameters<typeof examine>) =>
    examine(...given).filter(({ level, what }) => level !== 'ok' && !what.startsWith('disk:'));

  test('finds nothing wrong where nothing is', async () => {
    expect(troubles(held)).toEqual([]);
  });

  test('names what is wrong and its repair, and prints no secret', async () => {
    const directory = copyOf(held);
    const state = temporaryDirectory();
    writeFileSync(join(state, 'secrets.json'), '{}', { mode: 0o644 });
    chmodSync(state, 0o755);
    rmSync(join(directory, 'editions', editionOf(directory, 'soc-index', first).id), { recursive: true });
    mkdirSync(join(directory, 'editions/stray'));
    const found = troubles(directory, {
      state,
      environment: { LMI_KEY_SECRET: 'too-short-a-secret', LMI_ADMIN_SECRET: '' },
      now: new Date('2020-01-01T00:00:00Z'),
    });
    const lines = found.map(({ level, what, repair }) => `${level} ${what} → ${repair ?? ''}`).join('\n');
    expect(lines).toContain('mode 0755, so others can read it → chmod 700');
    expect(lines).toContain('mode 0644, so others can read it → chmod 600');
    expect(lines).toContain('fail LMI_KEY_SECRET: has 18 characters');
    expect(lines).toContain('warn LMI_ADMIN_SECRET: is set and empty');
    expect(lines).toMatch(/fail clock: 2020-01-01T00:00:00\.000Z, which is before the catalogue was written/);
    expect(lines).toMatch(/fail editions\/[0-9a-f-]{36}\/edition\.json: is missing \(soc-index sample-2025-04-16\)/);
    expect(lines).toContain('warn 1 directories that the catalogue does not name, first editions/stray → lmi prune removes them');
    expect(lines).not.toContain('too-short-a-secret');
  });

  test('a directory without data is no fault', async () => {
    expect(troubles(join(temporaryDirectory(), 'new')).map(({ level }) => level)).toEqual(['warn']);
  });
});
