// Both SOC volumes as published: anchors, counts, and every check, on the files beside the checkout.
import { expect, it } from 'vitest';
import type { Examined, Source } from '#sources/kit/source.ts';
import { OccupationList, OccupationProfile, OccupationTitleList } from '#schemas/resources/occupations.ts';
import { TitleIndex } from '#schemas/title-index.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import type { Rows as StructureRows } from '#sources/soc-structure/layout.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { Value } from 'typebox/value';
import { describeRealFiles } from '../publisher-files.ts';
import { examineReal, needsOf } from './examine.ts';

function countFindings<Rows extends readonly unknown[], Observations>(
  source: Source<Rows, Observations>,
  edition: Examined<Rows, Observations>,
  previous: Examined<Rows, Observations> | null,
): Record<string, number> {
  return Object.fromEntries(
    source.checks.map((check) => [check.name, check.check(edition, previous).length] as const).filter(([, count]) => count > 0),
  );
}

// Row 8179's extension 1139/02 beside 1132; row 8931 prints a rail title for 8214.
const indexIssues = { 'ext-agrees': 1, 'titles-agree': 1 };

describeRealFiles('SOC 2020 as published', async () => {
  const before = examineReal(socStructure, '2024-10-16');
  const structure = examineReal(socStructure, '2025-04-16');
  const index = structure.then(({ edition }) => examineReal(socIndex, '2025-04-16', needsOf({ 'soc-structure': edition.observations })));

  it.each([
    ['2024-10-16', before, 2646],
    ['2025-04-16', structure, 2647],
  ] as const)('Volume 1 of %s has every group, its anchors and no fault', async (_, reading, tasks) => {
    const { edition, problems } = await reading;
    expect(problems).toEqual([]);
    expect(edition.observations.groups.size).toBe(551);
    expect(edition.observations.unitGroups.reduce((sum, group) => sum + group.tasks.length, 0)).toBe(tasks);
    expect(edition.observations.unitGroups.reduce((sum, group) => sum + group.relatedTitles.length, 0)).toBe(2091);
    expect(countFindings(socStructure, edition, null)).toEqual({});
  });

  it('Volume 1 of April 2025 moves nothing against October 2024', async () => {
    expect(countFindings(socStructure, (await structure).edition, (await before).edition)).toEqual({});
  });

  type StructureEdition = Parameters<(typeof socStructure.checks)[number]['check']>[0];
  type Described = Extract<StructureRows[number], { kind: 'descriptions' }>;
  /** Volume 1 of April 2025 with the texts of its unit groups changed, as a later edition: anchors hold in one release only. */
  async function withTexts(change: (own: Described, before: Described, at: number) => Partial<Described>) {
    const { edition } = await structure;
    const units = edition.rows.filter((row): row is Described => row.kind === 'descriptions' && /^\d{4}$/.test(row.unit));
    const changed = new Map(units.map((row, at) => [row, { ...row, ...change(row, units[at - 1] ?? row, at) }]));
    const rows = edition.rows.map((row) => (row.kind === 'descriptions' ? (changed.get(row) ?? row) : row));
    const release = { ...edition.release, name: '2025-12-03' };
    return { ...edition, release, rows, observations: socStructure.reshape(release, rows, edition.needs, []) };
  }
  const blocking = (edition: StructureEdition, previous: StructureEdition | null) =>
    socStructure.checks
      .filter(({ severity, check }) => severity === 'block' && check(edition, previous).length > 0)
      .map(({ name }) => name);

  it.each<[string, Parameters<typeof withTexts>[0], string[], string[]]>([
    ['nothing changed', () => ({}), [], []],
    ...(['description', 'entryRoutes', 'tasks', 'relatedTitles'] as const).map(
      (part): [string, Parameters<typeof withTexts>[0], string[], string[]] => [
        `the column "${part}" shifted by a row`,
        (_, before) => ({ [part]: before[part] }),
        ['texts-of-their-titles'],
        ['texts-of-their-codes', 'texts-of-their-titles'],
      ],
    ),
    [
      'the descriptions of the last 100 shifted by a row',
      (own, before, at) => (at < 312 ? own : { description: before.description }),
      ['texts-of-their-titles'],
      ['texts-of-their-codes', 'texts-of-their-titles'],
    ],
    [
      'descriptions and entry routes cut at 255 characters',
      ({ description, entryRoutes }) => ({ description: description.slice(0, 255), entryRoutes: entryRoutes.slice(0, 255) }),
      ['texts-whole'],
      ['texts-whole'],
    ],
    ['’ encoded twice', ({ tasks }) => ({ tasks: tasks.replaceAll('’', 'â€™') }), ['texts-whole'], ['texts-whole']],
  ])('Volume 1 with %s', async (_, change, alone, compared) => {
    const edition = await withTexts(change);
    expect([blocking(edition, null), blocking(edition, (await before).edition)]).toEqual([alone, compared]);
  });

  it('Volume 1 with the texts of two unit groups swapped', async () => {
    const sound = await withTexts(() => ({}));
    const texts = new Map(sound.rows.flatMap((row) => (row.kind === 'descriptions' ? [[row.unit, row] as const] : [])));
    const other: Readonly<Record<string, string>> = { '2231': '5313', '5313': '2231' };
    const edition = await withTexts(({ unit }) => {
      const { description, entryRoutes, tasks, relatedTitles } = texts.get(other[unit] ?? unit) ?? {};
      return { description, entryRoutes, tasks, relatedTitles } as Partial<Described>;
    });
    expect(blocking(edition, (await before).edition)).toEqual(['texts-of-their-codes']);
  });

  it('the index with its natural titles shifted by a row', async () => {
    const { edition } = await index;
    const entries = edition.rows.filter((row) => row.kind === 'index');
    const natural = new Map(entries.slice(1).map((row, at) => [row, entries[at]?.natural ?? '']));
    const rows = edition.rows.map((row) => (row.kind === 'index' ? { ...row, natural: natural.get(row) ?? row.natural } : row));
    const check = socIndex.checks.find(({ name }) => name === 'natural-order');
    expect(check?.check({ ...edition, rows }, null).length).toBeGreaterThan(20_000);
  });

  it.each([
    ['four', 2, []],
    ['forty', 40, ['coded-elsewhere']],
  ])('the index with %s codes that its rows contradict', async (_, count, expected) => {
    // Two misprints of the publisher's own count.
    const { edition } = await index;
    const own = edition.rows.filter((row) => row.kind === 'index' && row.soc2020 === '2134').slice(0, count);
    const rows = edition.rows.map((row) => (own.includes(row) ? { ...row, soc2020: '2136' } : row)) as typeof edition.rows;
    const changed = { ...edition, rows, observations: socIndex.reshape(edition.release, rows, edition.needs, []) };
    const names = ['codes-mean-their-groups', 'coded-elsewhere'];
    const found = socIndex.checks.filter(({ name, check }) => names.includes(name) && check(changed, edition).length > 0);
    expect(found.map(({ name }) => name)).toEqual(expected);
  });

  it('the history of Volume 1 tells the earlier titles of 15 unit groups', async () => {
    const { groups, unitGroups } = (await structure).edition.observations;
    const renamed = [...groups.values()].filter(({ earlierTitles = [] }) => earlierTitles.length > 0);
    expect(renamed.map(({ code }) => code).join(' ')).toBe('1224 2232 2233 2234 2235 2236 2237 2252 2316 2472 2491 2492 3554 3557 8211');
    expect(groups.get('2237')?.earlierTitles).toEqual(['Other nursing professionals']);
    expect(unitGroups.find(({ code }) => code === '8211')?.earlierTitles).toEqual(['Large goods vehicle drivers']);
  });

  it('the right one of the two titles is taken', async () => {
    const { groups } = (await structure).edition.observations;
    expect(['2161', '2317', '2435', '5243', '6129', '342', '1'].map((code) => groups.get(code)?.title)).toEqual([
      'Research and development (R&D) managers',
      'Teachers of English as a foreign language',
      'Professional/Chartered company secretaries',
      'TV, video and audio servicers and repairers',
      'Animal care services occupations n.e.c.',
      groups.get('342')?.title.trim(),
      'Managers, directors and senior officials',
    ]);
  });

  it('the coding index has its anchors and no fault but its misprints', async () => {
    const { edition, problems } = await index;
    expect(problems).toEqual([]);
    expect(socIndex.label?.(edition.release, edition.observations)).toBe('2025-04-16 V12');
    expect(edition.observations.statedRecords).toBe(32195);
    expect(countFindings(socIndex, edition, edition)).toEqual(indexIssues);
  });

  it('every document agrees with its schema, and the counts with the notes', async () => {
    const { edition } = await index;
    const provenance = {
      source: 'soc-index' as const,
      publisher: 'ONS',
      licence: 'OGL',
      licenceUrl: null,
      edition: '2025-04-16 V12',
      editionId: '00000000-0000-8000-8000-000000000000',
      released: null,
      landingPage: 'https://www.ons.gov.uk/',
      inputs: [],
    };
    const schemas = { occupations: OccupationList, search: TitleIndex, occupation: OccupationProfile, titles: OccupationTitleList };
    const documents = [...socIndex.documents({ ...edition, provenance, attribution: 'a' })];
    for (const { endpoint, place, body } of documents) {
      const schema = schemas[endpoint as keyof typeof schemas];
      expect(Value.Check(schema, body), `${endpoint} ${place.soc ?? ''}`).toBe(true);
      expect(JSON.stringify(body)).not.toMatch(/\}\}\}\}"|<blank>/);
    }
    const list = Value.Parse(OccupationList, documents.find(({ endpoint }) => endpoint === 'occupations')?.body);
    // 31,964 entries have a code, and six of them repeat another.
    expect(list.reduce((sum, { jobTitles }) => sum + jobTitles, 0)).toBe(31958);
    const profile = Value.Parse(
      OccupationProfile,
      documents.find(({ endpoint, place }) => endpoint === 'occupation' && place.soc === '2134')?.body,
    );
    expect(profile.isco08.mapping.slice(0, 3).map(({ code, indexEntries, sharePercent }) => [code, indexEntries, sharePercent])).toEqual([
      ['2512', 69, 54.3],
      ['2513', 28, 22],
      ['2514', 12, 9.4],
    ]);
  });
});
