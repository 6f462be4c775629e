// A day of the service, what it reports, and what status and doctor tell of a data directory.
import { execFile, spawnSync } from 'node:child_process';
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
import { type Step, runDay } from '#compiler/operations/daily.ts';
import { describeDay, reportOfDay, reportedOf } from '#compiler/report/day-report.ts';
import { examineMachine } from '#compiler/operations/doctor.ts';
import { standingOf } from '#compiler/operations/standing.ts';
import { withdraw } from '#compiler/operations/withdraw.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { publish } from '#compiler/store/publish.ts';
import { pull } from '#compiler/store/pull.ts';
import type { Catalogue, Ingest } from '#schemas/catalogue.ts';
import { neverLookedAt } from '#schemas/catalogue.ts';
import { paths } from '../publisher/ons.ts';
import { startPublisher } from '../publisher/publisher.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { catalogueOf, copyOf, directoryWithHeld, editionOf, first, quiet, second, sources } from './scene.ts';
import { rewriteCatalogue } from '../rewrite-catalogue.ts';

let held: string;
beforeAll(async () => {
  held = await directoryWithHeld();
});

const cli = fileURLToPath(new URL('../../compiler/cli.ts', import.meta.url));
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
  const dayOf = (directory: string, did: string[], codes: Partial<Record<'pull' | 'update' | 'verify' | 'publish', number>>) =>
    runDay({
      directory,
      pull: step('pull', codes.pull ?? 0, did),
      steps: [step('update', codes.update ?? 0, did), step('verify', codes.verify ?? 0, did)],
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
    expect(structure?.difference).toMatchObject({
      older: { release: first, state: 'served' },
      newer: { release: second, state: 'quarantined' },
      figures: null,
    });
    const { removed = [], added = [] } = structure?.difference?.rows ?? {};
    expect(removed.length).toBe(added.length);
    expect([
      removed.some((row) => row.includes('Elected officers and representatives')),
      added.some((row) => row.includes('Elected officers')),
    ]).toEqual([true, true]);
    const lines = report === null ? [] : describeDay(report);
    const place = lines.findIndex((line) => line.startsWith('held soc-structure'));
    expect(lines[place + 1]).toMatch(/^ {2}soc-structure sample-2025-04-16 .* → soc-structure sample-2025-12-03 .* \(held back\)$/);
    expect(lines[place + 2]).toMatch(/^ {4}texts, no figures: [\d,]+ rows before/);
    const page = structure?.page ?? expect.fail('no page');
    expect(lines).toContain(`  compared on a page: ${page}`);
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
    ['another writes in the directory', { update: 2 }, ['pull', 'update'], 2, 'update'],
    ['a file is not as published', { verify: 1 }, ['pull', 'update', 'verify'], 1, 'verify'],
    ['somebody else has published', { publish: 2 }, ['pull', 'update', 'verify', 'publish'], 2, 'publish'],
  ];

  test.each(courses)('on which %s', async (_, codes, steps, exitCode, stoppedAt) => {
    const did: string[] = [];
    expect(await dayOf(held, did, codes)).toMatchObject({ exitCode, stoppedAt });
    expect(did).toEqual(steps);
  });

  test('is one at a time', async () => {
    const unlock = lock(held, quiet.say, 'daily.lock');
    await expect(dayOf(held, [], {})).rejects.toThrow(/is writing here/);
    unlock();
    expect(await dayOf(held, [], {})).toMatchObject({ exitCode: 0 });
  });

  test('is what make daily runs, which says when it is not told where the store is', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const { status, stderr } = spawnSync('make', ['daily'], { cwd: root, encoding: 'utf8', env: { ...process.env, STORE: '' } });
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('STORE is not set, expected the folder of the store: make daily STORE=DIR'),
    ]);
    expect(readFileSync(join(root, '.github/workflows/daily.yml'), 'utf8')).toContain('- run: make daily STORE="$STORE"\n');
    const { stderr: line, status: code } = spawnSync(process.execPath, [cli, 'daily', '--store', join(root, 'stroe')], {
      encoding: 'utf8',
    });
    expect([code, line]).toEqual([2, expect.stringMatching(/stroe: is not a folder\n {2}make it first, if it is for a new store\n$/)]);
  });
});

describe('the report', () => {
  const lines = (before: Catalogue | null, after: Catalogue) =>
    describeDay(reportOfDay(before === null ? null : reportedOf(before, now), after, now));

  test('tells what is new, compiled again, served again, held and withdrawn since the last one, and what goes on waiting', async () => {
    const directory = copyOf(held);
    const told: Catalogue[] = [catalogueOf(directory)];
    const next = (ingest: Partial<Ingest> = {}) => {
      const before = told.at(-1) ?? null;
      told.push(catalogueOf(directory));
      return lines(before, knowing(catalogueOf(directory), 'soc-index', ingest)).map((line) => line.replace(/ [0-9a-f-]{36}/, ''));
    };
    const movement = '— movement: half of it has moved';
    expect(lines(null, catalogueOf(directory)).map((line) => line.replace(/ [0-9a-f-]{36}/, ''))).toEqual([
      `new soc-structure ${first}`,
      `new soc-index ${first}`,
      `held soc-structure ${second} ${movement}`,
      `held soc-index ${second} ${movement}`,
    ]);
    expect(next()).toEqual([`still held soc-structure ${second} ${movement}`, `still held soc-index ${second} ${movement}`]);

    await accept({ directory, sources, id: editionOf(directory, 'soc-structure', second).id, reason: 'because', ...quiet });
    expect(next({ nextRelease: '2026-11-30', fault: 'the page answers 500' })).toEqual([
      `new soc-structure ${second}`,
      `compiled again soc-index ${first}`,
      'late soc-index: announced for 2026-11-30, not published yet',
      'not checked soc-index: the page answers 500',
      `still held soc-index ${second} ${movement}`,
    ]);

    await withdraw({
      directory,
      sources,
      id: editionOf(directory, 'soc-structure', second).id,
      reason: 'it was wrong',
      replaceWith: null,
      ...quiet,
    });
    expect(next()).toEqual([
      `served again soc-structure ${first}`,
      `served again soc-index ${first}`,
      `withdrawn soc-structure ${second} — it was wrong`,
      `still held soc-index ${second} ${movement}`,
    ]);
  });

  test('compares with what was reported last, which is kept in the store and not on the machine that reports', async () => {
    const store = temporaryDirectory();
    const data = copyOf(held);
    // Daily publishes no sample, so these call themselves real.
    rewriteCatalogue(data, (catalogue) => ({ ...catalogue, sample: false, sampleSize: null }));
    await publish({ store: openDirectoryStore(store, data, quiet.say), directory: data, sample: false, newStore: true, ...quiet });
    const output: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => (output.push(String(text)), true));
    const day = (run: Step['run'] = async () => 0, more: { newStore?: boolean } = {}) =>
      dailyCommand({ store, out: join(temporaryDirectory(), 'data'), ...more }, { name: 'update', run });
    try {
      expect(await day()).toBe(0);
      expect(output.splice(0).join('')).toMatch(/^new soc-structure .*\nnew soc-index .*\nheld soc-structure /);
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
      expect(output.splice(0)).toEqual([]);
      expect(await day()).toBe(0);
      expect(output.splice(0).join('')).toMatch(
        /^new soc-structure sample-2025-12-03 .*\n {2}compared on a page: \S+\.html\ncompiled again soc-index sample-2025-04-16 .*\nstill held soc-index [^\n]*\n$/,
      );
      expect(await day()).toBe(0);
      expect(output.splice(0).join('')).toMatch(/^still held soc-index [^\n]*\n$/);
      await expect(day(undefined, { newStore: true })).rejects.toThrow(/is already a store\n {2}leave out --new-store/);
      writeFileSync(join(store, 'reported.json'), '{}');
      await expect(day()).rejects.toThrow(/reported\.json: .*\n {2}remove it/);
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
    examineMachine({ directory, state: join(directory, 'no-state'), sources, environment: {}, now, ask: null, ...more });
  const troubles = async (...given: Parameters<typeof examine>) =>
    (await examine(...given)).filter(({ level, what }) => level !== 'ok' && !what.startsWith('disk:'));

  test('finds nothing wrong where nothing is', async () => {
    expect(await troubles(held)).toEqual([]);
  });

  test('names what is wrong and its repair, and prints no secret', async () => {
    const directory = copyOf(held);
    const state = temporaryDirectory();
    writeFileSync(join(state, 'secrets.json'), '{}', { mode: 0o644 });
    chmodSync(state, 0o755);
    rmSync(join(directory, 'editions', editionOf(directory, 'soc-index', first).id), { recursive: true });
    mkdirSync(join(directory, 'editions/stray'));
    const found = await troubles(directory, {
      state,
      environment: { LMI_KEY_SECRET: 'too-short-a-secret', LMI_ADMIN_SECRET: '' },
      now: new Date('2020-01-01T00:00:00Z'),
      ask: async (url) => (url.includes('volume1') ? 404 : Promise.reject(new Error('no route'))),
    });
    const lines = found.map(({ level, what, repair }) => `${level} ${what} → ${repair ?? ''}`).join('\n');
    expect(lines).toContain('mode 0755, so others can read it → chmod 700');
    expect(lines).toContain('mode 0644, so others can read it → chmod 600');
    expect(lines).toContain('fail LMI_KEY_SECRET: has 18 characters');
    expect(lines).toContain('warn LMI_ADMIN_SECRET: is set and empty');
    expect(lines).toMatch(/fail clock: 2020-01-01T00:00:00\.000Z, which is before the catalogue was written/);
    expect(lines).toMatch(/fail editions\/[0-9a-f-]{36}\/edition\.json: is missing \(soc-index sample-2025-04-16\)/);
    expect(lines).toContain('warn 1 directories that the catalogue does not name, first editions/stray → lmi prune removes them');
    expect(lines).toMatch(/warn soc-structure: .* answers 404/);
    expect(lines).toMatch(/warn soc-index: .* cannot be reached \(no route\)/);
    expect(lines).not.toContain('too-short-a-secret');
  });

  test('asks every publisher whether its page is there, unless told to leave that out', async () => {
    const publisher = await startPublisher();
    publisher.put(paths.structure, 'the page');
    const doctor = (...more: readonly string[]) =>
      new Promise<{ code: number | null; stdout: string }>((done) => {
        const args = [cli, 'doctor', '--data', held, '--state', join(held, 'no-state'), ...more];
        const child = execFile(process.execPath, args, { env: { ...process.env, LMI_ONS_URL: publisher.url } }, (_, stdout) =>
          done({ code: child.exitCode, stdout }),
        );
      });
    const asked = await doctor();
    expect(asked.stdout).toMatch(/^ok {3}soc-structure: https:\/\/www\.ons\.gov\.uk\S* answers$/m);
    expect(asked.stdout).toMatch(/^warn soc-index: https:\/\/www\.ons\.gov\.uk\S* answers 404\n {7}see whether the page has moved/m);
    expect(publisher.seen.map(({ address }) => address)).toEqual(expect.arrayContaining([paths.structure, paths.index]));
    publisher.forget();
    const left = await doctor('--offline');
    expect([left.code, left.stdout.includes('answers'), publisher.seen.length]).toEqual([0, false, 0]);
    await publisher.close();
  });

  test('a directory without data is no fault', async () => {
    expect((await troubles(join(temporaryDirectory(), 'new'))).map(({ level }) => level)).toEqual(['warn']);
  });
});
