// The occupational maps: the traps of the publisher's answers, on small edits of the sample's, and what is answered of them.
import { describe, expect, it } from 'vitest';
import { LayoutError, PageError } from '#sources/kit/problem.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import type { ApprenticeshipStandard, IndexEntry } from '#sources/kit/source.ts';
import { selectApprenticeships } from '#schemas/selections/select-apprenticeships.ts';
import { apprenticeshipStandards } from '#sources/apprenticeship-standards/source.ts';
import { discover, routeAddress, routeListAddress } from '#sources/occupational-maps/discover.ts';
import { occupationalMaps } from '#sources/occupational-maps/source.ts';
import { examine, examineSample, needsOf } from './examine.ts';
import { documentsOf } from './map-documents.ts';
import { structure } from './skills-england-extracts.ts';

type Json = Record<string, unknown>;

const entry = (soc2010: string, soc2020: string, id: string): IndexEntry => ({
  id,
  title: id,
  inverted: id,
  qualifier: null,
  isDefault: false,
  soc2020,
  soc2010,
  isco08: null,
});
// 3567 leads to 3581 with three titles in four, to 3582 with one in four; 2137 to 2141 with nine in ten, and to 2134 with one.
const entries = [
  ...['a', 'b', 'c'].map((id) => entry('3567', '3581', id)),
  entry('3567', '3582', 'd'),
  ...['e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm'].map((id) => entry('2137', '2141', id)),
  entry('2137', '2134', 'n'),
  ...unitGroups.map(({ code }) => entry(code, code, code)).filter(({ soc2010 }) => soc2010 !== '3567' && soc2010 !== '2137'),
];
const standards = (await examineSample(apprenticeshipStandards, needsOf({ 'soc-structure': structure }))).edition.observations;
const given = { 'soc-structure': structure, 'soc-index': { entries, iscoTitles: new Map<string, string>() } };
const needs = needsOf({ ...given, 'apprenticeship-standards': standards });
const alone = needsOf({ ...given, 'apprenticeship-standards': null });
const sample = await examineSample(occupationalMaps, needs);
const [published] = await occupationalMaps.sample({ full: false });
const files = published?.files ?? [];

const product: Json = {
  object: 'Product',
  name: 'Tester',
  level: 3,
  status: 1,
  statusName: 'Approved for delivery',
  type: 1,
  typeName: 'Apprenticeship',
  productCode: 'ST9001',
};
const occupation: Json = {
  object: 'Occupation',
  stdCode: 'OCC9001',
  name: 'Tester ',
  status: 1,
  statusName: 'Approved occupation',
  level: 3,
  versionNo: '1.1',
  overview: '\tTests\tthings.\n',
  progression: [{ object: 'Occupation' }],
  soc: { soc2010Code: 2137, soc2020Code: 2134, soc2020SubUnitGroups: [{ code: '2134/00', isPrimary: true }] },
  mapHierarchy: { routeName: 'Digital', pathwayName: 'Software', technicalLevel: 1, technicalLevelName: 'Technical', clusterSeqeunce: 1 },
  products: [product],
  links: [
    { rel: 'occupationalMapURL', href: 'https://example.org/legal-finance-account' },
    { rel: 'occupationalStandardURL', href: 'https://example.org/OCC9001' },
  ],
};
const standard: ApprenticeshipStandard = {
  reference: 'ST9001',
  title: 'Tester, as listed',
  status: 'approved',
  version: '1.10',
  level: 4,
  route: 'Digital',
  startsPaused: false,
  typicalDurationMonths: 18,
  maximumFundingPounds: null,
  minimumOffTheJobHours: null,
  larsCode: 7,
  integratedDegree: null,
  earliestStartDate: '2024-01-01',
  latestStartDate: null,
  url: 'https://example.org/st9001',
  jobTitles: ['Tester'],
};
const listing = (...listed: ApprenticeshipStandard[]) =>
  needsOf({ ...given, 'apprenticeship-standards': { standards: new Map(listed.map((one) => [one.reference, one])), cells: new Map() } });

const examineOccupations = (occupations: readonly Json[], with_ = listing(standard)) =>
  examine(
    occupationalMaps,
    '2026-08-01',
    occupations.map((one, place) => ({ name: `OCC000${place}.json`, bytes: Buffer.from(JSON.stringify(one)) })),
    with_,
  );

const documentsWith = async (change: Json, with_ = listing(standard)) =>
  documentsOf(await examineOccupations([{ ...occupation, ...change }], with_));
const findings = (edition: typeof sample.edition, previous: typeof sample.edition | null = null) =>
  occupationalMaps.checks.flatMap(({ name, check }) => check(edition, previous).map(() => name));

describe('the sample', () => {
  it('is read without a problem, and no check finds anything', () => {
    expect(sample.problems).toEqual([]);
    expect(findings(sample.edition, sample.edition)).toEqual([]);
  });
  it('has occupations of every status and match, products of every kind, and unit groups with nothing or nothing open', () => {
    const documents = [...documentsOf(sample).values()];
    const listed = documents.flatMap(({ occupations }) => occupations);
    expect(documents).toHaveLength(412);
    expect(new Set(listed.map(({ match, status }) => `${match} ${status}`))).toEqual(
      new Set(['primary approved', 'primary without-apprenticeship', 'partial approved']),
    );
    expect(new Set(listed.flatMap(({ apprenticeships }) => apprenticeships.map(({ status }) => status)))).toEqual(
      new Set(['approved', 'retired', 'withdrawn']),
    );
    expect(
      listed.some(({ tLevels }) => tLevels.length > 0) && listed.some(({ otherApprenticeships }) => otherApprenticeships.length > 0),
    ).toBe(true);
    expect(documents.some(({ occupations }) => occupations.length === 0)).toBe(true);
    expect(
      documents.some((document) => document.occupations.length > 0 && selectApprenticeships(document, false).occupations.length === 0),
    ).toBe(true);
  });
  it('has approved occupations without a code, potential ones of which nothing is published, and products of all six types', () => {
    const { occupations } = sample.edition.observations;
    const uncoded = occupations.filter(({ soc2010, soc2020 }) => soc2010 === null && soc2020 === null);
    expect(new Set(uncoded.map(({ status, version }) => `${status} ${version}`))).toEqual(new Set(['approved 1.1', 'potential null']));
    const products = occupations.flatMap((one) => one.products);
    expect(new Set(products.map(({ kind, status }) => `${kind} ${status}`))).toEqual(
      new Set([
        ...['approved', 'retired', 'in-development'].map((status) => `apprenticeship ${status}`),
        ...['t-level', 'technical-qualification', 'higher-technical-qualification', 'foundation-apprenticeship'].map(
          (kind) => `${kind} null`,
        ),
        ...['apprenticeship-unit approved', 'apprenticeship-unit retired'],
      ]),
    );
  });
  it('tells its coverage', () => {
    const [told] = occupationalMaps.coverage?.(sample.edition.observations, needs) ?? [];
    expect(told?.endpoint).toBe('apprenticeships');
    expect(new Set(told?.without.values())).toEqual(
      new Set(['the maps have no occupation there that has left development', 'its apprenticeships are retired or withdrawn']),
    );
  });
});

describe('codes', () => {
  it('are numbers in the answers and texts in ours; 0 is none', async () => {
    const { edition } = await examineOccupations([{ ...occupation, soc: { soc2010Code: 0, soc2020Code: 3544 } }]);
    expect(edition.observations.occupations[0]).toMatchObject({ soc2010: null, soc2020: '3544', subUnitGroups: [] });
  });
  it('of a secondary sub-unit group lie in another unit group: partial, with its derivation', async () => {
    const groups = [
      { code: '3544/00', isPrimary: true },
      { code: '2433/04', isPrimary: false },
    ];
    const documents = await documentsWith({ soc: { soc2010Code: 3539, soc2020Code: 3544, soc2020SubUnitGroups: groups } });
    expect(documents.get('3544')?.occupations.map(({ match, derivation }) => [match, derivation])).toEqual([['primary', null]]);
    expect(documents.get('2433')?.occupations.map(({ match, derivation }) => [match, derivation])).toEqual([
      ['partial', "Secondary mapping to 2433/04: the occupation's main code is 3544."],
    ]);
    expect([documents.get('3544')?.match, documents.get('2433')?.match, documents.get('1111')?.match]).toEqual([
      'primary',
      'partial',
      null,
    ]);
  });
  it('of SOC 2010 alone lead to the groups that have at least a fifth of its titles', async () => {
    const both = await documentsWith({ soc: { soc2010Code: 3567, soc2020Code: 0 } });
    expect([...both.values()].filter(({ occupations }) => occupations.length > 0).map(({ soc2020 }) => soc2020)).toEqual(['3581', '3582']);
    expect(both.get('3582')?.occupations[0]?.derivation).toBe(
      "Mapped through SOC 2010 3567: 25 % of that group's titles in the coding index are in this unit group.",
    );
    const one = await documentsWith({ soc: { soc2010Code: 2137, soc2020Code: 0 } });
    expect([...one.values()].filter(({ occupations }) => occupations.length > 0).map(({ soc2020 }) => soc2020)).toEqual(['2141']);
  });
  it('that are not there put an occupation nowhere', async () => {
    const { edition } = await examineOccupations([{ ...occupation, soc: { soc2010Code: 0, soc2020Code: 0 } }]);
    expect([...documentsOf({ edition }).values()].every(({ occupations }) => occupations.length === 0)).toBe(true);
  });
  it('of three digits are a problem with its place', async () => {
    const { problems } = await examineOccupations([{ ...occupation, soc: { soc2010Code: 0, soc2020Code: 134 } }]);
    expect(problems).toEqual([
      { place: 'occupational-maps 2026-08-01 OCC9001 soc2020Code', message: 'got 134, expected four digits, or 0 for none' },
    ]);
  });
});

describe('what is listed', () => {
  const statuses: readonly [Json, boolean, boolean][] = [
    [{}, true, true],
    [{ status: 2, statusName: 'Occupational standard in development' }, false, false],
    [{ status: 3, statusName: 'Potential occupational standard' }, false, false],
  ];
  it.each(statuses)('%j', async (change, byDefault, withInactive) => {
    const document = (await documentsWith(change)).get('2134');
    if (document === undefined) throw new Error('no document');
    expect([false, true].map((inactive) => selectApprenticeships(document, inactive).occupations.length > 0)).toEqual([
      byDefault,
      withInactive,
    ]);
  });
  it('a standard without apprenticeship: inactive, unless another qualification leads to it', async () => {
    const change = { status: 4, statusName: 'Occupational standard without apprenticeship' };
    const gone = { ...product, status: 6, statusName: 'Retired' };
    const tLevel = { object: 'Product', name: 'T', level: 3, type: 3, typeName: 'TLevel', productCode: 'TL0008a' };
    for (const [products, byDefault] of [
      [[gone], 0],
      [[gone, tLevel], 1],
    ] as const) {
      const document = (await documentsWith({ ...change, products }, listing({ ...standard, status: 'retired' }))).get('2134');
      if (document === undefined) throw new Error('no document');
      expect(selectApprenticeships(document, true).occupations[0]?.apprenticeships).toHaveLength(1);
      const open = selectApprenticeships(document, false);
      expect(open.occupations).toHaveLength(byDefault);
      expect(open.occupations.flatMap(({ apprenticeships }) => apprenticeships)).toEqual([]);
      expect(open.withheld?.reason).toBe(byDefault === 0 ? 'not-listed' : undefined);
    }
  });
  it('the options of a standard share it, and are not the occupation that the standard names', async () => {
    const options = ['A', 'B'].map((option) => ({ ...occupation, stdCode: `OCC1312${option}` }));
    const document = documentsOf(await examineOccupations(options)).get('2134');
    expect(document?.occupations.map(({ code, apprenticeships }) => [code, apprenticeships[0]?.code])).toEqual([
      ['OCC1312A', 'ST9001'],
      ['OCC1312B', 'ST9001'],
    ]);
  });
  it('text is plain, titles are trimmed, the link is the one given', async () => {
    const [found] = (await documentsWith({})).get('2134')?.occupations ?? [];
    expect(found).toMatchObject({ title: 'Tester', summary: 'Tests things.', url: 'https://example.org/OCC9001', version: '1.1' });
    expect((await documentsWith({ overview: '', versionNo: '0.0' })).get('2134')?.occupations[0]).toMatchObject({
      summary: null,
      version: null,
    });
  });
});

describe('an apprenticeship', () => {
  const apprenticeship = async (with_: typeof needs, change: Json = {}) =>
    (await documentsWith({ products: [{ ...product, ...change }] }, with_)).get('2134')?.occupations[0]?.apprenticeships[0];
  it('is what the list of standards says of it, each missing figure with its reason', async () => {
    expect(await apprenticeship(listing(standard))).toMatchObject({
      title: 'Tester, as listed',
      level: 4,
      version: '1.10',
      typicalDurationMonths: 18,
      maximumFundingPounds: null,
      withheldFigures: {
        maximumFundingPounds: { reason: 'not-available', marker: '0' },
        minimumOffTheJobHours: { reason: 'not-available', marker: '' },
      },
    });
  });
  it('is what the maps say where there is no list, and its figures are not in this release', async () => {
    const found = await apprenticeship(alone);
    expect(found).toMatchObject({ title: 'Tester', level: 3, status: 'approved', version: null });
    expect(Object.values(found?.withheldFigures ?? {}).map(({ reason }) => reason)).toEqual(Array(3).fill('not-received'));
    expect((await apprenticeship(alone, { status: 6, statusName: 'Retired' }))?.status).toBe('retired');
    expect(await apprenticeship(alone, { status: 3, statusName: 'Development stage' })).toBeUndefined();
  });
  it('is what the maps say where the list does not have it, and a check says so', async () => {
    expect(await apprenticeship(listing())).toMatchObject({ status: 'approved', version: null });
    const { edition } = await examineOccupations([occupation], listing());
    expect(findings(edition)).toContain('apprenticeship-join');
  });
  it('follows the list where the two disagree', async () => {
    const closed = listing({ ...standard, status: 'withdrawn' });
    expect((await apprenticeship(closed))?.status).toBe('withdrawn');
  });
});

// Products and occupations of the answers of 6 July 2026, with the members that we read. OCC0095 has no HTQ and no unit: these two are of
// OCC0116 and OCC0152.
describe('each kind of product', () => {
  const bricklayer = {
    ...occupation,
    ...{ stdCode: 'OCC0095', name: 'Bricklayer', level: 2, versionNo: '1.2', statusLastUpdated: '2018-06-22' },
    soc: { soc2010Code: 5312, soc2020Code: 5313, soc2020SubUnitGroups: [{ code: '5313/00', isPrimary: true }] },
    products: [
      { name: 'Onsite trades foundation apprenticeship', level: 2, type: 5, typeName: 'Foundation Apprenticeship', productCode: 'FA0003' },
      { ...product, name: 'Bricklayer', level: 2, productCode: 'ST0095' },
      { name: 'Onsite construction - Bricklaying', level: 3, type: 3, typeName: 'TLevel', productCode: 'TL0015b' },
      {
        ...{ name: 'NOCN Level 2 Extended Technical Occupational Entry for Bricklaying (Diploma)', level: 2, type: 4, typeName: 'TQ' },
        ...{ productCode: 'TQL2C11071RN5194', qualificationCategory: 'Occupational entry technical qualifications' },
      },
      {
        ...{ name: 'Pearson BTEC Level 5 Higher National Diploma in Computing for England', level: 5, type: 2, typeName: 'HTQ' },
        ...{ productCode: 'HTQDZ0022f', qualificationCategory: 'Occupational entry technical qualifications' },
      },
      {
        ...{ name: 'Solar PV installation and maintenance – Apprenticeship unit', level: 3, type: 6, typeName: 'Apprenticeship Unit' },
        ...{ productCode: 'AU0007', status: 1, statusName: 'Approved for delivery' },
      },
    ],
  };
  it('stands in its own list: a T Level is no apprenticeship, and neither are foundation apprenticeships and units', async () => {
    const outcome = await examineOccupations([bricklayer]);
    expect(outcome.problems).toEqual([]);
    const found = documentsOf(outcome).get('5313')?.occupations[0];
    const code = (list: readonly { readonly code: string }[] | undefined) => list?.map((one) => one.code);
    expect(found?.apprenticeships.map(({ code }) => code)).toEqual(['ST0095']);
    expect(found?.tLevels).toEqual([{ code: 'TL0015b', title: 'Onsite construction - Bricklaying', level: 3 }]);
    expect(code(found?.otherTechnicalQualifications)).toEqual(['TQL2C11071RN5194', 'HTQDZ0022f']);
    expect(found?.otherApprenticeships.map(({ code: own, kind, status }) => [own, kind, status])).toEqual([
      ['FA0003', 'foundation-apprenticeship', null],
      ['AU0007', 'apprenticeship-unit', 'approved'],
    ]);
  });
  it('has codes of its own: a T Level under the code of a standard is a known issue', async () => {
    const [, , tLevel] = bricklayer.products;
    const { edition, problems } = await examineOccupations([{ ...bricklayer, products: [{ ...tLevel, productCode: 'ST0095' }] }]);
    expect(problems).toEqual([]);
    const check = occupationalMaps.checks.find(({ name }) => name === 'product-codes');
    expect(check?.check(edition, null)).toEqual([
      { place: 'occupational-maps 2026-08-01 OCC0095', message: 'the t-level "ST0095" has the code of another type' },
    ]);
  });
  it('an approved occupation without a code is in no unit group', async () => {
    const paralegal = { ...occupation, stdCode: 'OCC1476', name: 'Advanced Paralegal', level: 5, soc: { soc2010Code: 0, soc2020Code: 0 } };
    const own = { ...product, name: 'Advanced paralegal', level: 5, productCode: 'ST1476' };
    const listed = { ...standard, reference: 'ST1476', title: 'Advanced paralegal' };
    const { edition } = await examineOccupations([{ ...paralegal, products: [own] }], listing(listed));
    expect([...documentsOf({ edition }).values()].flatMap(({ occupations }) => occupations)).toEqual([]);
  });
  it('a potential occupation has neither version nor product, and is in no answer', async () => {
    const { products: _, ...rest } = occupation;
    const consultant = {
      ...rest,
      stdCode: 'OCC1155',
      name: 'Energy consultant',
      level: 6,
      status: 3,
      statusName: 'Potential occupational standard',
    };
    const soc = { soc2010Code: 0, soc2010Description: '', soc2020Code: 0, soc2020Description: '' };
    const unpublished = { versionNo: '0.0', statusLastUpdated: '0001-01-01', overview: '', soc };
    const outcome = await examineOccupations([{ ...consultant, ...unpublished }]);
    expect(outcome.problems).toEqual([]);
    expect(outcome.edition.observations.occupations[0]).toMatchObject({
      status: 'potential',
      version: null,
      soc2020: null,
      products: [],
      jobTitles: [],
    });
    expect([...documentsOf(outcome).values()].flatMap(({ occupations }) => occupations)).toEqual([]);
  });
});

describe('drift', () => {
  it.each<[string, Json, string]>([
    ['an unknown status', { status: 5, statusName: 'Paused' }, 'OCC9001 status: unknown status 5 "Paused"'],
    [
      'a status whose name is another',
      { status: 1, statusName: 'Potential occupational standard' },
      'OCC9001 status: unknown status 1 "Potential',
    ],
    [
      'an unknown type of product',
      { products: [{ ...product, type: 9, typeName: 'Bootcamp' }] },
      'OCC9001 ST9001 type: unknown type 9 "Bootcamp", expected one of 1 "Apprenticeship", 2 "HTQ"',
    ],
    [
      'an unknown status of a standard',
      { products: [{ ...product, status: 2, statusName: 'In development' }] },
      'OCC9001 ST9001 status: unknown status 2 "In development"',
    ],
    [
      'an apprenticeship under another code',
      { products: [{ ...product, productCode: 'FA0001' }] },
      'OCC9001 FA0001 productCode: got "FA0001", expected the reference of a standard, ST0000',
    ],
    ['a code of another shape', { stdCode: 'OCC9001AB' }, 'OCC9001AB stdCode: got "OCC9001AB", expected OCC0000 or OCC0000A'],
    [
      'an apprenticeship without a status',
      { products: [{ ...product, status: undefined, statusName: undefined }] },
      'OCC9001 ST9001 status: unknown status missing ""',
    ],
  ])('%s', async (_, change, expected) => {
    const { problems } = await examineOccupations([{ ...occupation, ...change }]);
    expect(problems.map(({ place, message }) => `${place}: ${message}`)[0]).toContain(expected);
  });
  it.each(['soc', 'mapHierarchy', 'links', 'overview', 'statusName'])('an occupation without %s, which was asked for', async (key) => {
    const { [key]: _, ...rest } = occupation;
    await expect(examineOccupations([rest])).rejects.toThrow(LayoutError);
    await expect(examineOccupations([rest])).rejects.toThrow(
      `occupational-maps 2026-08-01 OCC0000.json: the body must have required property '${key}'`,
    );
  });
  it('a product key that was renamed looks like no products, and a check counts them', async () => {
    const renamed = files.map(({ name, bytes }) => ({
      name,
      bytes: Buffer.from(Buffer.from(bytes).toString().replaceAll('"products"', '"offers"')),
    }));
    const { edition, problems } = await examine(occupationalMaps, 'sample-2026-07-06', renamed, needs);
    expect(problems).toEqual([]);
    expect(findings(edition)).toContain('products-not-vanished');
  });
  it('a route that is listed and not there', async () => {
    await expect(
      examine(
        occupationalMaps,
        'sample-2026-07-06',
        files.filter(({ name }) => name !== 'route-7.json'),
        needs,
      ),
    ).rejects.toThrow('lists the route "Digital" and has no file of it');
  });
  it('a part of the maps never follows the whole', async () => {
    const { edition } = await examineOccupations([occupation]);
    expect(findings(edition)).toContain('part-of-the-maps');
    expect(findings(edition)).not.toContain('occupation-count');
    expect(findings(edition, sample.edition)).toContain('occupation-count');
  });
  it('an occupation in two routes is one, and a problem where they differ', async () => {
    const twice = (change: Json) => {
      const route = (routeId: number, own: Json) => ({
        name: `route-${routeId}.json`,
        bytes: Buffer.from(JSON.stringify({ object: 'Route', occupations: [own] })),
      });
      const list = {
        name: 'routes.json',
        bytes: Buffer.from(
          JSON.stringify([
            { routeId: 1, name: 'A' },
            { routeId: 2, name: 'B' },
          ]),
        ),
      };
      return examine(
        occupationalMaps,
        '2026-08-01',
        [list, route(1, occupation), route(2, { ...occupation, ...change })],
        listing(standard),
      );
    };
    const same = await twice({});
    expect([same.edition.observations.occupations.length, same.edition.observations.isWhole, same.problems]).toEqual([1, true, []]);
    expect((await twice({ level: 4 })).problems).toEqual([
      { place: 'occupational-maps 2026-08-01 OCC9001', message: 'occurs twice, and the two differ' },
    ]);
  });
  it('markup in a text', async () => {
    expect(findings((await examineOccupations([{ ...occupation, overview: 'A &lt;b&gt; c' }])).edition)).toContain('text-clean');
  });
});

it("what is not read makes no other rows: duties with their GUIDs and K1, markup, harvesters' keys, the day of the status", async () => {
  const more = {
    knowledges: [{ id: '6f1c0a52-0000-4000-8000-000000000000', knowledgeId: 'K1', detail: 'x' }],
    summary: '<p>x</p>',
    ssa: null,
    keywords: ['x'],
    greenThemeIds: [4],
    statusLastUpdated: '0001-01-01',
    mapHierarchy: { ...Object(occupation['mapHierarchy']), clusterSeqeunce: 9, clusterSequence: 9 },
  };
  const [plain, rich] = [await examineOccupations([occupation]), await examineOccupations([{ ...occupation, ...more }])];
  expect(rich.edition.rows).toEqual(plain.edition.rows);
  expect(JSON.stringify(rich.edition.rows)).not.toMatch(/K1|6f1c0a52/);
});

it('the order in which the publisher answers makes no other rows', async () => {
  const shuffled = files.map(({ name, bytes }) => {
    const value = JSON.parse(Buffer.from(bytes).toString());
    for (const cluster of value.pathways?.[0]?.clusters ?? []) cluster.occupations.reverse();
    return { name, bytes: Buffer.from(JSON.stringify(value)) };
  });
  expect((await examine(occupationalMaps, 'sample-2026-07-06', shuffled, needs)).edition.rows).toEqual(sample.edition.rows);
});

describe('discovery', () => {
  const webOf = (found: unknown) => ({
    text: () => Promise.reject(new Error('no text is read')),
    json: (url: string) => (url === routeListAddress ? Promise.resolve(found) : Promise.reject(new Error(url))),
  });
  it('the list of routes and a file for each', async () => {
    const { releases } = await discover(
      webOf([
        { routeId: 7, name: 'Digital' },
        { routeId: 1, name: 'A' },
      ]),
      '2026-08-01',
    );
    expect(releases).toEqual([
      {
        name: '2026-08-01',
        released: null,
        files: [
          { name: 'routes.json', url: routeListAddress },
          { name: 'route-7.json', url: routeAddress(7) },
          { name: 'route-1.json', url: routeAddress(1) },
        ],
      },
    ]);
    expect(routeAddress(7)).toMatch(/\/api\/v1\/Routes\/7\?expand=occupation\.overview,occupation\.soc,/);
  });
  it.each([[[]], [{}], [[{ routeId: '7' }]], [[{ name: 'x' }]], ['x']])('%j is no list of routes', async (found) => {
    await expect(discover(webOf(found), '2026-08-01')).rejects.toThrow(PageError);
  });
});
