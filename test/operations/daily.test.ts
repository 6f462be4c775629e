// A day of the service, what it reports, and what status and doctor tell of a data directory.
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeStanding } from '#compiler/commands/status.ts';
import { lock } from '#compiler/edition/lock.ts';
import { accept } from '#compiler/operations/accept.ts';
import { runDay } from '#compiler/operations/daily.ts';
import { describeDay, reportOfDay } from '#compiler/operations/day-report.ts';
import { examineMachine } from '#compiler/operations/doctor.ts';
import { standingOf } from '#compiler/operations/standing.ts';
import { withdraw } from '#compiler/operations/withdraw.ts';
import type { Catalogue, Ingest } from '#schemas/catalogue.ts';
import { neverLookedAt } from '#schemas/catalogue.ts';
import { paths } from '../publisher/ons.ts';
import { startPublisher } from '../publisher/publisher.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { catalogueOf, copyOf, directoryWithHeld, editionOf, first, quiet, second, sources } from './scene.ts';

let held: string;
beforeAll(async () => {
  held = await directoryWithHeld();
});

const cli = fileURLToPath(new URL('../../compiler/cli.ts', import.meta.url));
const now = new Date('2026-12-01T12:00:00Z');

/** The catalogue with other knowledge of a source's publisher. */
function knowing(catalogue: Catalogue, key: string, ingest: Partial<Ingest>): Catalogue {
  return { ...catalogue, sources: catalogue.sources.map((source) => (source.key === key ? { ...source, ingest: { ...neverLookedAt, ...ingest } } : source)) };
}

describe('a day', () => {
  const step = (name: string, code: number, did: string[]) => ({ name, run: async () => (did.push(name), code) });
  const dayOf = (directory: string, did: string[], codes: Partial<Record<'pull' | 'update' | 'verify' | 'publish', number>>) =>
    runDay({
      directory,
      pull: step('pull', codes.pull ?? 0, did),
      steps: [step('update', codes.update ?? 0, did), step('verify', codes.verify ?? 0, did)],
      publish: step('publish', codes.publish ?? 0, did),
      now: () => now,
      say: quiet.say,
    });

  const courses: readonly [string, Parameters<typeof dayOf>[2], readonly string[], number, string | null][] = [
    ['all is well', {}, ['pull', 'update', 'verify', 'publish'], 0, null],
    ['a release is held', { update: 3 }, ['pull', 'update', 'verify', 'publish'], 3, null],
    ['a source cannot be checked', { update: 4 }, ['pull', 'update', 'verify', 'publish'], 4, null],
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
    expect([status, stderr]).toEqual([2, expect.stringContaining('STORE is not set, expected the folder of the store: make daily STORE=DIR')]);
    expect(readFileSync(join(root, '.github/workflows/daily.yml'), 'utf8').match(/run: (.*)/)?.[1]).toBe('make daily STORE="$STORE"');
    const { stderr: line, status: code } = spawnSync(process.execPath, [cli, 'daily', '--store', join(root, 'stroe')], { encoding: 'utf8' });
    expect([code, line]).toEqual([2, expect.stringMatching(/stroe: is no folder; make it first if it is to be a new store\n$/)]);
  });
});

describe('the report', () => {
  test('tells what is new, held, withdrawn and late, and what goes on waiting', async () => {
    const directory = copyOf(held);
    const before = catalogueOf(directory);
    await accept({ directory, sources, id: editionOf(directory, 'soc-structure', second).id, reason: 'because', ...quiet });
    await withdraw({ directory, sources, id: editionOf(directory, 'soc-structure', second).id, reason: 'it was wrong', replaceWith: null, ...quiet });
    const after = knowing(catalogueOf(directory), 'soc-index', { nextRelease: '2026-11-30', fault: 'the page answers 500' });
    const lines = describeDay(reportOfDay(null, after, now));
    expect(lines.join('\n')).toMatch(/^new soc-structure sample-2025-04-16 /m);
    expect(lines.join('\n')).toMatch(/^held soc-index sample-2025-12-03 [0-9a-f-]{36} — movement: half of it has moved$/m);
    expect(lines.join('\n')).toMatch(/^withdrawn soc-structure sample-2025-12-03 [0-9a-f-]{36} — it was wrong$/m);
    expect(lines).toContain('not checked soc-index: the page answers 500');
    const report = reportOfDay(before, after, now);
    expect(report.held).toEqual([]);
    expect(report.waiting.map(({ source }) => source)).toEqual(['soc-index']);
    expect(describeDay(reportOfDay(before, before, now)).every((line) => line.startsWith('still held'))).toBe(true);
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
  expect(lines.filter((line) => line.includes('corrected'))).toEqual([`  the publisher has corrected ${first} on 2026-01-05: Two titles were wrong.`]);
  expect(lines).toContain(`    if what is served is wrong: lmi withdraw ${editionOf(held, 'soc-structure', first).id} --reason TEXT`);
  expect(lines).toContain(`  held ${second} ${editionOf(held, 'soc-structure', second).id}`);
});

describe('doctor', () => {
  const examine = (directory: string, more: Partial<Parameters<typeof examineMachine>[0]> = {}) =>
    examineMachine({ directory, state: join(directory, 'no-state'), sources, environment: {}, now, ask: null, ...more });
  const troubles = async (...given: Parameters<typeof examine>) => (await examine(...given)).filter(({ level, what }) => level !== 'ok' && !what.startsWith('disk:'));

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
    expect(lines).toMatch(/fail editions\/[0-9a-f-]{36}: is missing \(soc-index sample-2025-04-16\)/);
    expect(lines).toContain('warn 1 directories that no catalogue names, first editions/stray → lmi prune removes them');
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
        const child = execFile(process.execPath, args, { env: { ...process.env, LMI_ONS_URL: publisher.url } }, (_, stdout) => done({ code: child.exitCode, stdout }));
      });
    const asked = await doctor();
    expect(asked.stdout).toMatch(/^ok {3}soc-structure: https:\/\/www\.ons\.gov\.uk\S* answers$/m);
    expect(asked.stdout).toMatch(/^warn soc-index: https:\/\/www\.ons\.gov\.uk\S* answers 404\n {7}look whether the page has moved/m);
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
