// Both SOC volumes as published: anchors, counts and every check, and what the checks of texts find in real texts that were spoilt.
import { beforeAll, expect, it } from 'vitest';
import type { Examined, NeededObservations, Source } from '#sources/kit/source.ts';
import type { OccupationProfile } from '#schemas/resources/occupations.ts';
import type { IndexObservations } from '#sources/soc-index/reshape.ts';
import type { Rows as IndexRows } from '#sources/soc-index/layout.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import type { Rows } from '#sources/soc-structure/layout.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles } from '../publisher-files.ts';
import { bodiesOf } from './data-set.ts';
import { type Outcome, examineReal, needsOf } from './examine.ts';

/** The checks that find something, and how much. */
function found<R extends readonly unknown[], O>(source: Source<R, O>, edition: Examined<R, O>, previous: Examined<R, O> | null = null) {
  const counts = source.checks.map(({ name, check }) => [name, check(edition, previous).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

describeRealFiles('SOC 2020 as published', () => {
  type Structure = Outcome<Rows, NeededObservations['soc-structure']>;
  let [before, now]: Structure[] = [];
  let index: Outcome<IndexRows, IndexObservations>;
  beforeAll(async () => {
    before = await examineReal(socStructure, '2024-10-16');
    now = await examineReal(socStructure, '2025-04-16');
    index = await examineReal(socIndex, '2025-04-16', needsOf({ 'soc-structure': now.edition.observations }));
  });
  const structure = () => now?.edition ?? expect.fail('there is no Volume 1');
  const previous = () => before?.edition ?? expect.fail('there is no Volume 1 of 2024');

  it('Volume 1 has every group, its anchors and no fault, and moves nothing between its two editions', () => {
    for (const { edition, problems } of [before, now].filter((one) => one !== undefined)) {
      expect([problems, found(socStructure, edition)]).toEqual([[], {}]);
      expect([
        edition.observations.groups.size,
        edition.observations.unitGroups.flatMap(({ relatedTitles }) => relatedTitles).length,
      ]).toEqual([551, 2091]);
    }
    expect(found(socStructure, structure(), previous())).toEqual({});
  });
  it('the right one of two titles is taken, and 15 unit groups have earlier ones', () => {
    const { groups } = structure().observations;
    expect(['2161', '2317', '2435', '5243', '6129', '1'].map((code) => groups.get(code)?.title)).toEqual([
      'Research and development (R&D) managers',
      'Teachers of English as a foreign language',
      'Professional/Chartered company secretaries',
      'TV, video and audio servicers and repairers',
      'Animal care services occupations n.e.c.',
      'Managers, directors and senior officials',
    ]);
    const renamed = [...groups.values()].filter(({ earlierTitles = [] }) => earlierTitles.length > 0);
    expect(renamed.map(({ code }) => code).join(' ')).toBe('1224 2232 2233 2234 2235 2236 2237 2252 2316 2472 2491 2492 3554 3557 8211');
  });

  type Described = Extract<Rows[number], { kind: 'descriptions' }>;
  type Change = (own: Described, above: Described, at: number) => Partial<Described>;
  const shifted = (part: 'description' | 'entryRoutes' | 'tasks' | 'relatedTitles', from = 0): Change => {
    return (own, above, at) => (at < from ? own : { [part]: above[part] });
  };
  const cut: Change = ({ description, entryRoutes }) => ({
    description: description.slice(0, 255),
    entryRoutes: entryRoutes.slice(0, 255),
  });
  it.each<[string, Change, string[], string[]]>([
    ['nothing changed', () => ({}), [], []],
    ...(['description', 'entryRoutes', 'tasks', 'relatedTitles'] as const).map((part): [string, Change, string[], string[]] => [
      `"${part}" shifted by a row`,
      shifted(part),
      ['texts-of-their-titles'],
      ['texts-of-their-codes', 'texts-of-their-titles'],
    ]),
    [
      'the last 100 descriptions shifted by a row',
      shifted('description', 312),
      ['texts-of-their-titles'],
      ['texts-of-their-codes', 'texts-of-their-titles'],
    ],
    ['texts cut at 255 characters', cut, ['texts-whole'], ['texts-whole']],
    ['’ encoded twice', ({ tasks }) => ({ tasks: tasks.replaceAll('’', 'â€™') }), ['texts-whole'], ['texts-whole']],
  ])('Volume 1 with %s, alone and beside the edition before', (_, change, alone, compared) => {
    const units = structure().rows.filter((row): row is Described => row.kind === 'descriptions' && /^\d{4}$/.test(row.unit));
    const changed = new Map<unknown, Described>(units.map((row, at) => [row, { ...row, ...change(row, units[at - 1] ?? row, at) }]));
    const rows = structure().rows.map((row) => changed.get(row) ?? row);
    // As a later edition: anchors hold in one release only.
    const release = { ...structure().release, name: '2025-12-03' };
    const edition = { ...structure(), release, rows, observations: socStructure.reshape(release, rows, structure().needs, []) };
    expect([Object.keys(found(socStructure, edition)), Object.keys(found(socStructure, edition, previous()))]).toEqual([alone, compared]);
  });

  it('the coding index has its anchors and no fault but two misprints of the publisher', () => {
    // Row 8179's extension 1139/02 beside 1132; row 8931 prints a rail title for 8214.
    expect([index.problems, found(socIndex, index.edition, index.edition)]).toEqual([[], { 'ext-agrees': 1, 'titles-agree': 1 }]);
    expect(socIndex.label?.(index.edition.release, index.edition.observations)).toBe('2025-04-16 V12');
    const profiles = bodiesOf<OccupationProfile>(socIndex, index.edition, ({ soc }, endpoint) =>
      endpoint === 'occupation' ? (soc ?? '') : '',
    );
    profiles.delete('');
    // 31,964 entries have a code, and six of them repeat another.
    expect([...profiles.values()].reduce((sum, { jobTitles }) => sum + jobTitles, 0)).toBe(31958);
    const mapping = profiles
      .get('2134')
      ?.isco08.mapping.slice(0, 2)
      .map(({ code, indexEntries, sharePercent }) => [code, indexEntries, sharePercent]);
    expect(mapping).toEqual([
      ['2512', 69, 54.3],
      ['2513', 28, 22],
    ]);
  });
  it('natural-order finds the natural titles shifted by a row', () => {
    const entries = index.edition.rows.filter((row) => row.kind === 'index');
    const natural = new Map(entries.slice(1).map((row, at) => [row, entries[at]?.natural ?? '']));
    const rows = index.edition.rows.map((row) => (row.kind === 'index' ? { ...row, natural: natural.get(row) ?? row.natural } : row));
    expect(found(socIndex, { ...index.edition, rows })['natural-order']).toBeGreaterThan(20_000);
  });
});
