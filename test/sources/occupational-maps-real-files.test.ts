// The three occupations held of 6 July 2026, as published, with values read by eye in the files; 30 of 11 September 2026 and twelve others,
// of which only some members are held, put into the shape of the publisher's answers.
import { expect, it } from 'vitest';
import { apprenticeshipStandards } from '#sources/apprenticeship-standards/source.ts';
import { occupationalMaps } from '#sources/occupational-maps/source.ts';
import { describeRealFiles } from '../publisher-files.ts';
import { examine, examineReal, needsOf } from './examine.ts';
import { documentsOf } from './map-documents.ts';
import { realSpine } from './real-spine.ts';
import {
  extractedOccupations,
  extractedStandards,
  extractedTitles,
  mapRecord,
  standardRecord,
  structure,
  transcribedOccupations,
} from './skills-england-extracts.ts';

const given = {
  'soc-structure': structure,
  'soc-index': { entries: [], iscoTitles: new Map<string, string>() },
  'apprenticeship-standards': null,
};

describeRealFiles('the occupational maps as published', () => {
  const reading = examineReal(occupationalMaps, '2026-07-06', needsOf(given));

  it('three occupations, every value read by eye, and what they lack is said', async () => {
    const { edition, problems } = await reading;
    expect(problems).toEqual([]);
    const found = occupationalMaps.checks
      .map(({ name, check }) => [name, check(edition, null).length] as const)
      .filter(([, count]) => count > 0);
    expect(Object.fromEntries(found)).toEqual({ 'part-of-the-maps': 1, 'standards-at-hand': 1 });
    expect(edition.observations.occupations.map(({ code }) => code)).toEqual(['OCC0054', 'OCC0118', 'OCC0135']);
  });

  it('OCC0118', async () => {
    const occupation = (await reading).edition.observations.occupations.find(({ code }) => code === 'OCC0118');
    expect(occupation).toMatchObject({
      title: 'Data analyst',
      status: 'approved',
      level: 4,
      version: '1.1',
      soc2010: '3539',
      soc2020: '3544',
      route: 'Digital',
      pathway: 'Digital Business Services',
      technicalLevel: 'Higher Technical',
      overview: 'Collect, organise and study data to provide business insight.',
      url: 'https://occupational-maps.skillsengland.education.gov.uk/maps/occupation/OCC0118',
    });
    expect(occupation?.subUnitGroups).toEqual([
      { code: '3544/00', unitGroup: '3544', isPrimary: true },
      { code: '2433/04', unitGroup: '2433', isPrimary: false },
    ]);
    expect(occupation?.products[0]).toEqual({
      kind: 'apprenticeship',
      code: 'ST0118',
      title: 'Data analyst',
      level: 4,
      category: null,
      status: 'approved',
    });
    expect(occupation?.products.at(-1)).toMatchObject({
      code: 'HTQDZ5069',
      title: 'Diploma of Higher Education (DipHE) Data Science',
      level: 5,
      status: null,
    });
  });

  it('OCC0135 and the empty OCC0054', async () => {
    const [empty, , care] = (await reading).edition.observations.occupations;
    expect(care).toMatchObject({ code: 'OCC0135', soc2010: '6121', soc2020: '6111', version: '1.5' });
    expect(care?.products.find(({ kind }) => kind === 't-level')).toMatchObject({ code: 'TL0008a', level: 3 });
    expect(empty).toMatchObject({
      status: 'potential',
      overview: null,
      jobTitles: [],
      soc2010: null,
      soc2020: null,
      products: [],
      route: 'Construction and the built environment',
    });
  });
});

/** Reading the index takes seconds. */
let spine: ReturnType<typeof realSpine> | null = null;
const spineOnce = () => (spine ??= realSpine());

/** Reads occupations as single files, with the coding index of April 2025 and the standards of April 2026. */
async function examineRecords(records: readonly (Readonly<Record<string, unknown>> & { readonly stdCode: string })[]) {
  const needs = await spineOnce();
  const list = {
    name: 'apprenticeshipstandards.json',
    bytes: Buffer.from(JSON.stringify(extractedStandards().map((one) => standardRecord({ ...one })))),
  };
  const standards = await examine(apprenticeshipStandards, '2026-04-15', [list], needs);
  return examine(
    occupationalMaps,
    '2026-09-11',
    records.map((one) => ({ name: `${one.stdCode}.json`, bytes: Buffer.from(JSON.stringify(mapRecord(one))) })),
    needsOf({
      'soc-structure': needs.get('soc-structure'),
      'soc-index': needs.get('soc-index'),
      'apprenticeship-standards': standards.edition.observations,
    }),
  );
}

describeRealFiles('30 occupations of September 2026', () => {
  const extracted = extractedOccupations();
  const routes = new Map([
    [5, 'Construction and the built environment'],
    [8, 'Engineering and manufacturing'],
    [10, 'Health and science'],
    [11, 'Legal, finance and accounting'],
  ]);
  // The occupations of one standard share its product: OCC0492A to OCC0492D have ST0492.
  const apprenticeship = (stdCode: string) => ({
    ...{ name: 'Not in the extract', level: 2, type: 1, typeName: 'Apprenticeship' },
    ...{ productCode: `ST${stdCode.slice(3, 7)}`, status: 1, statusName: 'Approved for delivery' },
  });
  const reading = examineRecords(
    extracted.map(({ id, title, level, routeId, soc2020, typicalJobTitles }) => ({
      ...{ stdCode: id, name: title, level },
      // An occupation without a code has 0 in the publisher's answer.
      soc: { soc2010Code: 0, soc2020Code: Number(soc2020 ?? 0) },
      mapHierarchy: { routeName: routes.get(routeId) ?? '', pathwayName: '', technicalLevel: 1, technicalLevelName: '' },
      ...(typicalJobTitles.length === 0 ? {} : { typicalJobTitles: typicalJobTitles.map((name) => ({ name })) }),
      products: [apprenticeship(id)],
    })),
  );
  const documents = async () => documentsOf(await reading);

  it('all are read, every value as extracted', async () => {
    const { edition, problems } = await reading;
    expect([problems, extracted.length]).toEqual([[], 30]);
    const found = edition.observations.occupations.map(({ code, title, level, route, soc2020, jobTitles }) => ({
      code,
      title,
      level,
      route,
      soc2020,
      jobTitles,
    }));
    expect(found).toEqual(
      extracted
        .map(({ id, title, level, routeId, soc2020, typicalJobTitles }) => ({
          ...{ code: id, title, level, route: routes.get(routeId), soc2020, jobTitles: typicalJobTitles },
        }))
        .sort((a, b) => (a.code < b.code ? -1 : 1)),
    );
    expect(found.filter(({ jobTitles }) => jobTitles.length === 0)).toHaveLength(12);
  });

  it('111 job titles, each with its occupation and its code', async () => {
    const byCode = new Map((await reading).edition.observations.occupations.map((one) => [one.code, one]));
    const titles = extractedTitles();
    expect(titles).toHaveLength(111);
    for (const title of titles) {
      const occupation = byCode.get(title['occupation_id'] ?? '');
      expect([occupation?.title, occupation?.soc2020]).toEqual([title['occupation_title'], title['soc2020']]);
      expect(occupation?.jobTitles).toContain(title['job_title']);
    }
  });

  it('four have no code, also approved ones as OCC1476: no answer has them', async () => {
    const { edition } = await reading;
    const without = edition.observations.occupations.filter(({ soc2020 }) => soc2020 === null).map(({ code }) => code);
    expect(without).toEqual(['OCC0745', 'OCC0775', 'OCC1155', 'OCC1476']);
    const listed = [...(await documents()).values()].flatMap(({ occupations }) => occupations.map(({ code }) => code));
    expect([listed.length, listed.filter((code) => without.includes(code))]).toEqual([26, []]);
  });

  it('the options of a standard stand in one unit group or in two, each with what the list says of the standard', async () => {
    const found = await documents();
    const shown = (soc2020: string) => found.get(soc2020)?.occupations.map(({ code, match }) => `${code} ${match}`);
    expect(shown('2115')).toEqual(['A', 'B', 'D'].map((option) => `OCC0492${option} primary`));
    expect(shown('2454')).toEqual(['OCC0492C primary']);
    expect(shown('5316')).toEqual(['A', 'B'].map((option) => `OCC0264${option} primary`));
    expect([shown('8143'), shown('8149')]).toEqual([['OCC0420A primary'], ['OCC0420B primary']]);
    const facts = ['2115', '2454'].map((soc2020) => found.get(soc2020)?.occupations[0]?.apprenticeships[0]);
    expect(facts[0]).toEqual(facts[1]);
    expect(facts[0]).toMatchObject({
      title: 'Geospatial mapping and science specialist (degree)',
      level: 6,
      typicalDurationMonths: 60,
      larsCode: 254,
    });
  });

  it('the maps do not code like the index: of the titles that stand in it word for word, some have another unit group', async () => {
    const entries = (await spineOnce()).get('soc-index').entries;
    const groupsOf = Map.groupBy(entries, ({ title }) => title.toLowerCase());
    const both = new Map(extractedTitles().map((title) => [title['job_title']?.toLowerCase() ?? '', title['soc2020']]));
    const compared = [...both].flatMap(([title, soc2020]) => {
      const groups = groupsOf.get(title)?.map((entry) => entry.soc2020);
      return groups === undefined ? [] : [{ title, soc2020, agrees: groups.some((group) => group === soc2020) }];
    });
    // A 25th, production operative, stands in the index without a unit group: it needs a qualifier.
    expect([compared.length, compared.filter(({ agrees }) => agrees).length]).toEqual([24, 14]);
    expect(both.get('legal assistant')).toBe('2419');
    expect(groupsOf.get('legal assistant')?.map(({ soc2020 }) => soc2020)).toContain('3520');
    expect((await reading).edition.observations.occupations.find(({ code }) => code === 'OCC0422')?.soc2020).toBe('8160');
  });
});

describeRealFiles('twelve occupations of which some members are transcribed', () => {
  const transcribed = transcribedOccupations();
  const reading = examineRecords(transcribed);
  const occupationOf = async (code: string) => (await reading).edition.observations.occupations.find((one) => one.code === code);

  it('are read without a problem: three statuses, and products of six types', async () => {
    const { edition, problems } = await reading;
    expect([problems, transcribed.length]).toEqual([[], 12]);
    const { occupations } = edition.observations;
    const countOf = (values: readonly string[]) =>
      Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, of]) => [value, of.length]));
    expect(countOf(occupations.map(({ status }) => status))).toEqual({ approved: 9, 'in-development': 1, 'without-apprenticeship': 2 });
    expect(countOf(occupations.flatMap(({ products }) => products.map(({ kind, status }) => `${kind} ${status}`)))).toEqual({
      ...{ 'apprenticeship approved': 9, 'apprenticeship in-development': 1, 'apprenticeship retired': 2, 't-level null': 3 },
      ...{ 'foundation-apprenticeship null': 1, 'apprenticeship-unit approved': 2 },
      ...{ 'higher-technical-qualification null': 4, 'technical-qualification null': 6 },
    });
  });

  it.each([
    ['OCC0016', { status: 'without-apprenticeship', soc2010: '1121', soc2020: null }],
    ['OCC0022', { status: 'without-apprenticeship', soc2010: '3567', soc2020: null }],
    ['OCC1459', { status: 'in-development', soc2010: null, soc2020: '2423' }],
    ['OCC0327', { soc2010: '1254', soc2020: '7111' }],
    ['OCC0781', { soc2010: '2231', soc2020: '2234', subUnitGroups: ['2234', '2232', '2235', '2236'] }],
  ])('%s %j', async (code, { subUnitGroups, ...expected }: Readonly<Record<string, unknown>>) => {
    const found = await occupationOf(code);
    expect(found).toMatchObject(expected);
    if (subUnitGroups !== undefined) expect(found?.subUnitGroups.map(({ unitGroup }) => unitGroup)).toEqual(subUnitGroups);
  });

  it('an answer has each product in its own list', async () => {
    const documents = documentsOf(await reading);
    const codes = (soc2020: string, code: string) => {
      const found = documents.get(soc2020)?.occupations.find((one) => one.code === code);
      return [
        found?.apprenticeships.map(({ code: reference }) => reference),
        found?.tLevels.map((one) => one.code),
        found?.otherTechnicalQualifications.length,
        found?.otherApprenticeships.map((one) => `${one.code} ${one.kind} ${one.status}`),
      ];
    };
    expect(codes('6131', 'OCC0216')).toEqual([['ST0216'], [], 3, ['FA0007 foundation-apprenticeship null']]);
    expect(codes('5241', 'OCC0152')).toEqual([
      ['ST0152'],
      ['TL0002f'],
      3,
      ['AU0006 apprenticeship-unit approved', 'AU0007 apprenticeship-unit approved'],
    ]);
    expect(codes('4159', 'OCC0070')).toEqual([['ST0070'], ['TL0014b'], 0, []]);
    expect(codes('4122', 'OCC0073')).toEqual([['ST0073'], ['TL0001a'], 0, []]);
    // In development: no answer has it.
    expect(documents.get('2423')?.occupations.map(({ code }) => code)).toEqual([]);
  });
});
