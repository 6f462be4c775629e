// What a person decides about editions: accepting what is held, taking back what is wrong, and what
// compiling makes of it afterwards.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeUpdate } from '#compiler/commands/update.ts';
import { accept, dismiss, firstEditions, keepServed } from '#compiler/operations/accept.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { reportOfDay } from '#compiler/operations/day-report.ts';
import { sectionsOfDay } from '#compiler/operations/describe-day.ts';
import { markdownOf } from '#compiler/report/sections.ts';
import { noteReviewed } from '#compiler/review/review.ts';
import { restore } from '#compiler/operations/withdraw.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { servingOf } from '#schemas/divided-catalogue.ts';
import { standingOf } from '#schemas/standing.ts';
import type { Source } from '#sources/kit/source.ts';
import { compileSample, edited, releaseOf } from '../compiler/spine-releases.ts';
import { lmi } from '../lmi.ts';
import { rewriteCatalogue, withIngest } from '../rewrite-catalogue.ts';
import {
  acceptIn,
  catalogueOf,
  compileInto,
  copyOf,
  directoryWithHeld,
  editionOf,
  first,
  forgetCode,
  broken,
  indexSource,
  padded,
  quiet,
  releases,
  second,
  servedIn,
  sources,
  structureSource,
  withdrawIn,
} from './scene.ts';

const held = await directoryWithHeld();
const all = await releases();

const reportOfUpdate = {
  source: 'soc-structure' as const,
  missingKey: null,
  newest: second,
  nextRelease: null,
  notices: [],
  releases: [],
  remarks: [],
  problems: [],
  isRefused: false,
};
const dayOf = (directory: string) => ({
  exitCode: 3,
  stoppedAt: null,
  broken: [],
  report: reportOfDay(null, catalogueOf(directory), new Date()),
});

const idOf = (directory: string, source: string, release = second) =>
  editionOf(directory, source, release).id;
const renamed = (name: string) =>
  edited(all.structure2.files(), (_, text) => text.replaceAll('Elected officers', name));

async function titleOf1112(directory: string): Promise<string> {
  return JSON.parse(await (await answerOffline(directory)('/v1/occupations/1112')).text()).title;
}

/** Runs what is refused, and expects that it has changed nothing. */
async function expectRefused(
  directory: string,
  cases: readonly (readonly [() => Promise<unknown>, RegExp])[],
): Promise<void> {
  const before = readFileSync(join(directory, 'catalogue.json'), 'utf8');
  for (const [act, message] of cases) await expect(act()).rejects.toThrow(message);
  expect(readFileSync(join(directory, 'catalogue.json'), 'utf8')).toBe(before);
}

describe('accept', () => {
  test('publishes a held release and its dependants in one catalogue', async () => {
    const directory = copyOf(held);
    const before = catalogueOf(directory);
    const id = idOf(directory, 'soc-structure');
    const { edition, outcomes, served } = await acceptIn(directory, 'soc-structure');
    expect(edition).toMatchObject({
      state: 'served',
      accepted: { reason: 'because' },
      checks: [{ check: 'movement', severity: 'block' }],
    });
    expect(served).toEqual([id]);
    expect(outcomes.map(({ source, release, verdict }) => [source, release, verdict])).toEqual([
      ['soc-index', first, 'published'],
    ]);
    const after = catalogueOf(directory);
    expect(after.serial).toBe(before.serial + 1);
    expect(after.sources[0]?.ingest.changed).toBe(edition.accepted?.at);
    expect(await titleOf1112(directory)).toBe('Elected officers');
    expect(existsSync(join(directory, 'quarantine', id))).toBe(false);
    expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
  });

  test('holds across new code, a new need and a file saved again', async () => {
    const directory = copyOf(held);
    const accepted = { state: 'served', accepted: { reason: 'because' } };
    await acceptIn(directory, 'soc-index');
    forgetCode(directory);
    await compileInto(directory, [all.index2]);
    expect(editionOf(directory, 'soc-index', second)).toMatchObject(accepted);
    const before = idOf(directory, 'soc-index');
    await acceptIn(directory, 'soc-structure');
    expect(idOf(directory, 'soc-index')).not.toBe(before);
    expect(editionOf(directory, 'soc-index', second)).toMatchObject(accepted);
    await compileInto(directory, [
      releaseOf(indexSource, second, await padded(all.index2.files())),
    ]);
    expect(editionOf(directory, 'soc-index', second)).toMatchObject({
      ...accepted,
      touched: expect.any(String),
    });
  });

  test('does not hold for other figures under the same name', async () => {
    const directory = copyOf(held);
    await acceptIn(directory, 'soc-structure');
    const { outcomes } = await compileInto(directory, [
      releaseOf(structureSource, second, await renamed('Officers')),
    ]);
    expect(outcomes[0]?.verdict).toBe('quarantined');
  });

  test('replaces a later edition only after a person withdraws it', async () => {
    const directory = copyOf(held);
    const id = idOf(directory, 'soc-structure');
    await compileInto(directory, [releaseOf(structureSource, second, await renamed('Officers'))]);
    const correction = idOf(directory, 'soc-structure');
    await acceptIn(directory, 'soc-structure');
    await expectRefused(directory, [
      [
        () => acceptIn(directory, 'soc-structure', { id }),
        new RegExp(`later edition .* is published[^]*lmi withdraw ${correction} --reason`),
      ],
    ]);
    await withdrawIn(directory, correction);
    await acceptIn(directory, 'soc-structure', { id });
    const stateOf = (wanted: string) =>
      catalogueOf(directory).editions.find((edition) => edition.id === wanted)?.state;
    expect([stateOf(id), stateOf(correction)]).toEqual(['served', 'withdrawn']);
  });

  test('what it refuses changes nothing', async () => {
    const directory = copyOf(held);
    await compileInto(directory, [
      releaseOf(structureSource, 'sample-2026-01-02', await broken(all.structure.files())),
    ]);
    writeFileSync(
      join(directory, 'quarantine', idOf(directory, 'soc-index'), 'occupation/1112.json'),
      '{}\n',
    );
    const accepting =
      (id: string, more: object = {}) =>
      () =>
        acceptIn(directory, '', { id, ...more });
    const structure = idOf(directory, 'soc-structure');
    await expectRefused(directory, [
      [accepting('00000000-0000-8000-8000-000000000000'), /holds no edition with this id/],
      [
        accepting(idOf(directory, 'soc-index', first)),
        /is served, expected an edition that is held back/,
      ],
      [
        accepting(idOf(directory, 'soc-structure', 'sample-2026-01-02')),
        /were not understood, so it holds no documents/,
      ],
      [accepting(structure, { reason: ' ' }), /^--reason is empty/],
      [
        accepting(idOf(directory, 'soc-index')),
        /1112\.json: its bytes differ from those published; nothing was published/,
      ],
    ]);
  });
});

describe('withdraw', () => {
  test('a fault of ours gives way to another format, which stays', async () => {
    const directory = copyOf(held);
    const wrong = idOf(directory, 'soc-index', first);
    const mended: Source = { ...indexSource, format: indexSource.format + 1 };
    const options = { sources: [structureSource, mended] };
    const again = () => compileSample(directory, [{ ...all.index, source: mended }], options);
    await again();
    const id = idOf(directory, 'soc-index', first);
    expect(id).not.toBe(wrong);
    await withdrawIn(directory, wrong, { ...options, replaceWith: id });
    expect(
      catalogueOf(directory).editions.flatMap((edition) =>
        edition.state === 'withdrawn' ? [edition.id] : [],
      ),
    ).toEqual([wrong]);
    await again();
    expect(catalogueOf(directory).sources.find(({ key }) => key === 'soc-index')?.served).toEqual([
      id,
    ]);
  });

  test('what was withdrawn never comes back, whatever has changed since', async () => {
    const directory = copyOf(held);
    await acceptIn(directory, 'soc-index');
    // A second edition of the release, for another structure: withdrawing takes back both.
    await acceptIn(directory, 'soc-structure');
    const { along } = await withdrawIn(directory, idOf(directory, 'soc-index'));
    expect(along.map(({ source, release, state }) => [source, release, state])).toEqual([
      ['soc-index', second, 'withdrawn'],
    ]);
    await withdrawIn(directory, idOf(directory, 'soc-structure'));
    for (const given of [
      all.index2,
      releaseOf(indexSource, second, await padded(all.index2.files())),
    ]) {
      forgetCode(directory);
      const { outcomes } = await compileInto(directory, [given]);
      expect(outcomes[0]).toMatchObject({
        verdict: 'withdrawn',
        edition: { withdrawn: { reason: 'it was wrong' } },
      });
      expect(servedIn(directory)['soc-index']).toEqual([first]);
      const tries = catalogueOf(directory).editions.filter(
        ({ source, release }) => source === 'soc-index' && release === second,
      );
      expect(new Set(tries.map(({ state }) => state))).toEqual(new Set(['withdrawn']));
    }
  });

  test('what it refuses changes nothing', async () => {
    const structure = idOf(held, 'soc-structure', first);
    const withdrawing =
      (id: string, replaceWith: string | null = null) =>
      () =>
        withdrawIn(held, id, { replaceWith });
    await expectRefused(held, [
      [withdrawing(structure), /the only edition of soc-structure that can be served/],
      [withdrawing(idOf(held, 'soc-structure')), /is held back and was never published/],
      [withdrawing(structure, structure), /this command withdraws it too/],
      [
        withdrawing(structure, idOf(held, 'soc-index', first)),
        /expected an edition of soc-structure/,
      ],
      [
        withdrawing(structure, idOf(held, 'soc-structure')),
        /is held back, expected a published edition/,
      ],
    ]);
  });

  test('only says what it would do with --dry-run', async () => {
    const directory = copyOf(held);
    await acceptIn(directory, 'soc-index');
    const before = catalogueOf(directory);
    const told = await lmi(
      'withdraw',
      idOf(directory, 'soc-index'),
      '--reason',
      'x',
      '--dry-run',
      '--data',
      directory,
    );
    const then = idOf(directory, 'soc-index', first);
    expect(told).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(new RegExp(`would be withdrawn.*${then}\n`)),
    });
    expect(catalogueOf(directory)).toEqual(before);
  });

  test('can be undone: the edition is served again if it is whole', async () => {
    const directory = copyOf(held);
    const id = idOf(directory, 'soc-index');
    await acceptIn(directory, 'soc-index');
    const states = () => catalogueOf(directory).editions.map(({ id: one, state }) => [one, state]);
    const before = states();
    await withdrawIn(directory, id);
    expect(servedIn(directory)['soc-index']).toEqual([first]);
    const damaged = copyOf(directory);
    rmSync(join(damaged, 'editions', id), { recursive: true });
    await expect(restore({ directory: damaged, sources, id, ...quiet })).rejects.toThrow(
      /is missing; nothing was restored/,
    );
    const { edition } = await restore({ directory, sources, id, ...quiet });
    expect(edition).toMatchObject({
      state: 'served',
      withdrawn: null,
      accepted: { reason: 'because' },
    });
    expect(states()).toEqual(before);
    await expect(restore({ directory, sources, id, ...quiet })).rejects.toThrow(
      /expected a withdrawn edition/,
    );
  });
});

describe('dismiss', () => {
  const dismissIn = (directory: string, id: string) =>
    dismiss({ directory, sources, id, reason: 'The publisher took it away', ...quiet });
  const heldIn = (directory: string) =>
    standingOf(servingOf(catalogueOf(directory)), new Date()).flatMap((source) =>
      source.held.map(({ edition }) => edition.id),
    );

  test('a dismissed edition no longer waits but can still be accepted', async () => {
    const directory = copyOf(held);
    const id = idOf(directory, 'soc-structure');
    expect((await dismissIn(directory, id)).edition).toMatchObject({
      state: 'quarantined',
      dismissed: { reason: expect.any(String) },
    });
    expect(heldIn(directory)).toEqual([idOf(directory, 'soc-index')]);
    await expect(dismissIn(directory, id)).rejects.toThrow(/already dismissed/);
    await expect(dismissIn(directory, idOf(directory, 'soc-structure', first))).rejects.toThrow(
      /expected an edition that is held back/,
    );
    const decided = copyOf(directory);
    expect((await acceptIn(decided, '', { id })).edition).toMatchObject({ state: 'served' });
    forgetCode(directory);
    const { outcomes } = await compileInto(directory, [all.structure2]);
    expect([outcomes[0]?.verdict, outcomes[0]?.problems]).toEqual(['unchanged', []]);
    expect(heldIn(directory)).not.toContain(id);
    await compileInto(directory, [releaseOf(structureSource, second, await renamed('Officers'))]);
    expect(heldIn(directory)).toContain(idOf(directory, 'soc-structure'));
  });

  test('an edition whose record is damaged is removed, since nobody can accept it', async () => {
    const directory = copyOf(held);
    const id = idOf(directory, 'soc-structure');
    const file = join(directory, 'quarantine', id, 'edition.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"inputs":\[.*?\]/, '"inputs":[]'));
    expect(await dismissIn(directory, id)).toMatchObject({ isRemoved: true, edition: { id } });
    expect(catalogueOf(directory).editions.map((edition) => edition.id)).not.toContain(id);
    expect(existsSync(join(directory, 'quarantine', id))).toBe(false);
    expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
  });
});

test('accepting over a check names the check, after its review', async () => {
  const directory = copyOf(held);
  const { id } = editionOf(directory, 'soc-structure', second);
  const accepting = (overrides: readonly string[]) =>
    accept({ directory, sources, ids: [id], overrides, reason: 'looked fine', ...quiet });
  const told = new RegExp(
    `movement: .*[^]*lmi review ${id}[^]*lmi accept ${id} --overrides movement --reason "…"`,
  );
  await expectRefused(directory, [
    [() => accepting([]), told],
    [() => accepting(['movement']), told],
    [() => accepting(['movement', 'sums']), /--overrides sums: no such check holds back/],
  ]);
  noteReviewed(directory, id);
  await expectRefused(directory, [[() => accepting([]), told]]);
  expect((await accepting(['movement'])).served).toEqual([id]);
});

test('a held release says that its publisher withdrew it, and how to accept', async () => {
  const directory = await directoryWithHeld(true);
  const { id } = editionOf(directory, 'soc-structure', second);
  const withdrawal = { release: second, date: null, text: 'The page has been withdrawn.' };
  const correction = { release: second, date: null, text: 'Table 2 was replaced.' };
  const notices = [correction, withdrawal];
  rewriteCatalogue(directory, (catalogue) =>
    withIngest(catalogue, 'soc-structure', { notices, withdrawals: [withdrawal] }),
  );
  const line = 'its publisher says: The page has been withdrawn.';
  const named = `lmi accept ${id} --overrides withdrawn-by-publisher,movement --reason "…"`;
  const shown = [
    describeUpdate({ sources: [reportOfUpdate], outcomes: [] }, directory).lines.join('\n'),
    markdownOf(sectionsOfDay(dayOf(directory), { store: 'store', sources, now: new Date() })),
  ];
  for (const words of [['status'], ['review'], ['review', id]])
    shown.push((await lmi(...words, '--data', directory)).stdout.replace(/ --data \S+/g, ''));
  for (const text of shown) {
    expect(text).toContain(line);
    expect(text).toContain('its publisher says: Table 2 was replaced.');
    expect(text.replaceAll('npx lmi', 'lmi')).toContain(named);
  }
  // The report of a day has it, so the log of the update that the day runs does not.
  const ofDay = describeUpdate({ sources: [reportOfUpdate], outcomes: [] }, directory, {
    ofDay: true,
  });
  expect(ofDay.lines.join('\n')).not.toContain(line);
  expect(firstEditions(directory)).toEqual({ reviewed: [], unreviewed: [] });

  noteReviewed(directory, id);
  const accepting = (overrides: readonly string[]) =>
    accept({ directory, sources, ids: [id], overrides, reason: 'The page moved.', ...quiet });
  const told = new RegExp(
    `withdrawn-by-publisher: The page has been withdrawn\\.[^]*lmi accept ${id} ` +
      '--overrides withdrawn-by-publisher,movement',
  );
  await expectRefused(directory, [
    [() => accepting(['movement']), told],
    [() => accepting([]), told],
  ]);
  const { served } = await accepting(['movement', 'withdrawn-by-publisher']);
  expect(served).toEqual([id]);
  // Who has decided about the withdrawal is not asked again; the correction is still open.
  const undecided = standingOf(servingOf(catalogueOf(directory)), new Date()).flatMap(
    ({ corrections }) => corrections,
  );
  expect(undecided).toEqual([{ id, ...correction }]);
  expect(catalogueOf(directory).sources[0]?.ingest.decided).toMatchObject([
    { ...withdrawal, reason: 'The page moved.' },
  ]);
});

test("an override for a publisher's withdrawal needs such a withdrawal", async () => {
  const directory = copyOf(held);
  const { id } = editionOf(directory, 'soc-structure', second);
  noteReviewed(directory, id);
  await expectRefused(directory, [
    [
      () =>
        accept({
          directory,
          sources,
          ids: [id],
          overrides: ['movement', 'withdrawn-by-publisher'],
          reason: 'x',
          ...quiet,
        }),
      /--overrides withdrawn-by-publisher: no such check holds back/,
    ],
  ]);
});

test("a corrected or withdrawn release waits for a person's decision", async () => {
  const directory = copyOf(held);
  const { id } = editionOf(directory, 'soc-structure', first);
  const notices = [
    { release: first, date: null, text: 'The page was withdrawn, because it contains an error.' },
  ];
  rewriteCatalogue(directory, (catalogue) => withIngest(catalogue, 'soc-structure', { notices }));
  const undecided = () =>
    standingOf(servingOf(catalogueOf(directory)), new Date()).flatMap(
      ({ corrections }) => corrections,
    );
  expect(undecided()).toEqual([{ id, ...notices[0] }]);
  const keep = () =>
    keepServed({ directory, sources, id, reason: 'The error is in another table.', ...quiet });
  await keep();
  expect(undecided()).toEqual([]);
  expect(catalogueOf(directory).sources[0]?.ingest.decided).toMatchObject([
    { ...notices[0], reason: 'The error is in another table.' },
  ]);
  await expectRefused(directory, [
    [keep, /neither is it held back, nor has its publisher corrected it/],
  ]);
});
