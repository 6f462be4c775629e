// The occupational maps: what the publisher's answers mean, what is served of them beside the list
// of standards, and what holds a harvest back.
import { describe, expect, it, test } from 'vitest';
import { LayoutError } from '#sources/kit/problem.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import type { ApprenticeshipStandard } from '#sources/kit/needs.ts';
import type { ApprenticeshipsDocument } from '#schemas/resources/apprenticeships.ts';
import { occupationalMaps } from '#sources/occupational-maps/source.ts';
import { bodiesOf, checksThatFind } from './data-set.ts';
import { examine, examineSample, needsOf } from './examine.ts';
import { entriesOf } from './sample-spine.ts';
import { structureOfSample } from './classification.ts';

type Json = Readonly<Record<string, unknown>>;

const titles = (soc2010: string, soc2020: string, count: number) =>
  entriesOf(soc2020, [[null, count]]).map((entry) => ({ ...entry, soc2010 }));
// 3567 leads to 3581 with three titles in four, to 3582 with one in four; 2137 to 2141 with nine in
// ten, and to 2134 with one.
const entries = [
  ...titles('3567', '3581', 3),
  ...titles('3567', '3582', 1),
  ...titles('2137', '2141', 9),
  ...titles('2137', '2134', 1),
  ...unitGroups
    .filter(({ code }) => code !== '3567' && code !== '2137')
    .flatMap(({ code }) => titles(code, code, 1)),
];
const given = {
  'soc-structure': await structureOfSample(),
  'soc-index': { entries, iscoTitles: new Map<string, string>() },
};
const alone = needsOf({ ...given, 'apprenticeship-standards': null });
const listing = (...listed: readonly ApprenticeshipStandard[]) =>
  needsOf({
    ...given,
    'apprenticeship-standards': {
      standards: new Map(listed.map((one) => [one.reference, one])),
      cells: new Map(),
    },
  });
const { edition: sample } = await examineSample(occupationalMaps, alone);
const [published] = await occupationalMaps.sample();
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
const soc = (
  soc2010Code: number,
  soc2020Code: number,
  ...more: readonly (readonly [code: string, isPrimary: boolean])[]
) => ({
  soc2010Code,
  soc2020Code,
  soc2020SubUnitGroups: more.map(([code, isPrimary]) => ({ code, isPrimary })),
});
const occupation: Json = {
  object: 'Occupation',
  stdCode: 'OCC9001',
  name: 'Tester ',
  status: 1,
  statusName: 'Approved occupation',
  level: 3,
  versionNo: '1.1',
  overview: '\tTests\tthings.\n',
  soc: soc(2137, 2134, ['2134/00', true]),
  products: [product],
  mapHierarchy: {
    routeName: 'Digital',
    pathwayName: 'Software',
    technicalLevel: 1,
    technicalLevelName: 'Technical',
  },
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
  larsCode: 7,
  startsPaused: false,
  typicalDurationMonths: 18,
  maximumFundingPounds: null,
  minimumOffTheJobHours: null,
  integratedDegree: null,
  earliestStartDate: '2024-01-01',
  latestStartDate: null,
  url: 'https://example.org/st9001',
  jobTitles: ['Tester'],
};

/** The apprenticeships documents of a harvest, by unit group. */
const documentsOf = ({ edition }: { readonly edition: typeof sample }) =>
  bodiesOf<ApprenticeshipsDocument>(occupationalMaps, edition, ({ soc: code }) => code ?? '');
const inDevelopment: Json = { status: 3, statusName: 'Development stage' };

const fileOf = (name: string, value: unknown) => ({
  name,
  bytes: Buffer.from(JSON.stringify(value)),
});
const read = (occupations: readonly Json[], needs = listing(standard)) =>
  examine(
    occupationalMaps,
    '2026-08-01',
    occupations.map((one, place) => fileOf(`OCC000${place}.json`, one)),
    needs,
  );
const documentsWith = async (change: Json, needs = listing(standard)) =>
  documentsOf(await read([{ ...occupation, ...change }], needs));
/** The unit groups that have the occupation, each with its match. */
const placesOf = async (change: Json) =>
  [...(await documentsWith(change)).values()].flatMap(({ soc2020, match, occupations }) =>
    occupations.length === 0 ? [] : [`${soc2020} ${match}`],
  );

describe('an occupation', () => {
  it.each<[string, Json, string[]]>([
    ['stands at its main code', soc(0, 3544), ['3544 primary']],
    [
      'stands at a secondary sub-unit group too',
      soc(0, 3544, ['3544/00', true], ['2433/04', false]),
      ['2433 partial', '3544 primary'],
    ],
    [
      'of SOC 2010 alone stands where a fifth of its titles are',
      soc(3567, 0),
      ['3581 partial', '3582 partial'],
    ],
    ['without a code stands nowhere', soc(0, 0), []],
  ])('%s', async (_, codes, expected) => expect(await placesOf({ soc: codes })).toEqual(expected));
  it('says how it came there', async () => {
    const [found] =
      (await documentsWith({ soc: soc(0, 3544, ['2433/04', false]) })).get('2433')?.occupations ??
      [];
    expect(found?.derivation).toContain('Secondary mapping to 2433/04');
  });
  it.each<[string, Json, Json]>([
    [
      'plain text',
      {},
      {
        title: 'Tester',
        summary: 'Tests things.',
        url: 'https://example.org/OCC9001',
        version: '1.1',
      },
    ],
    [
      'each job title once',
      { typicalJobTitles: [{ name: 'Worker' }, { name: ' Worker ' }] },
      { typicalJobTitles: ['Worker'] },
    ],
    [
      'nothing for an empty text and version 0.0',
      { overview: '', versionNo: '0.0' },
      { summary: null, version: null },
    ],
  ])('has %s', async (_, change, expected) => {
    expect((await documentsWith(change)).get('2134')?.occupations[0]).toMatchObject(expected);
  });
  it.each<[string, Json]>([
    ['in development', { status: 2, statusName: 'Occupational standard in development' }],
    [
      'potential',
      { status: 3, statusName: 'Potential occupational standard', products: undefined },
    ],
  ])('%s is in no answer', async (_, change) => expect(await placesOf(change)).toEqual([]));
  const tLevel = {
    object: 'Product',
    name: 'T',
    level: 3,
    type: 3,
    typeName: 'TLevel',
    productCode: 'TL0008a',
  };
  it('each product is in its own list, T Levels in no apprenticeships', async () => {
    const approved = { status: 1, statusName: 'Approved for delivery' };
    const products = [
      {
        name: 'Foundation',
        level: 2,
        type: 5,
        typeName: 'Foundation Apprenticeship',
        productCode: 'FA0003',
      },
      product,
      tLevel,
      {
        name: 'A diploma',
        level: 2,
        type: 4,
        typeName: 'TQ',
        productCode: 'TQL2',
        qualificationCategory: 'Entry',
      },
      {
        name: 'Another',
        level: 5,
        type: 2,
        typeName: 'HTQ',
        productCode: 'HTQDZ',
        qualificationCategory: 'Entry',
      },
      {
        name: 'Solar PV',
        level: 3,
        type: 6,
        typeName: 'Apprenticeship Unit',
        productCode: 'AU0007',
        ...approved,
      },
      {
        name: 'Soon',
        level: 3,
        type: 6,
        typeName: 'Apprenticeship Unit',
        productCode: 'AU0008',
        ...inDevelopment,
      },
    ];
    const found = (await documentsWith({ products })).get('2134')?.occupations[0] ?? expect.fail();
    const codes = (list: readonly { readonly code: string; readonly status?: string | null }[]) =>
      list.map((one) => `${one.code} ${one.status}`);
    expect(
      [
        found.apprenticeships,
        found.tLevels,
        found.otherTechnicalQualifications,
        found.otherApprenticeships,
      ].map(codes),
    ).toEqual([
      ['ST9001 approved'],
      ['TL0008a undefined'],
      ['TQL2 undefined', 'HTQDZ undefined'],
      ['FA0003 null', 'AU0007 approved'],
    ]);
  });
});

describe('an apprenticeship', () => {
  type Apprenticeship = ApprenticeshipsDocument['occupations'][number]['apprenticeships'][number];
  const notGiven = { reason: 'not-available' };
  const asListed = {
    title: 'Tester, as listed',
    level: 4,
    version: '1.10',
    typicalDurationMonths: 18,
    maximumFundingPounds: null,
    larsCode: 7,
    withheldFigures: {
      maximumFundingPounds: { ...notGiven, marker: '0' },
      minimumOffTheJobHours: { ...notGiven, marker: '' },
    },
  };
  const unlisted = { typicalDurationMonths: { reason: 'not-received' } };
  const asMapped = {
    title: 'Tester',
    level: 3,
    status: 'approved',
    version: null,
    withheldFigures: unlisted,
  };
  it.each<[string, ReturnType<typeof listing>, Json, object | undefined]>([
    [
      'is what the list of standards says, each missing figure with its reason',
      listing(standard),
      {},
      asListed,
    ],
    ['is what the maps say where there is no list', alone, {}, asMapped],
    [
      'is retired as the maps say',
      alone,
      { status: 6, statusName: 'Retired' },
      { status: 'retired' },
    ],
    ['in development is none', alone, inDevelopment, undefined],
    [
      'follows the list where the two disagree',
      listing({ ...standard, status: 'withdrawn' }),
      {},
      { status: 'withdrawn' },
    ],
  ])('%s', async (_, needs, change, expected) => {
    const found = await documentsWith({ products: [{ ...product, ...change }] }, needs);
    const apprenticeship: Apprenticeship | undefined =
      found.get('2134')?.occupations[0]?.apprenticeships[0];
    expect(apprenticeship).toEqual(
      expected === undefined ? undefined : expect.objectContaining({ code: 'ST9001' }),
    );
    if (expected !== undefined) expect(apprenticeship).toMatchObject(expected);
  });
});

describe('what holds a harvest back', () => {
  const withProduct = (change: Json) => ({ products: [{ ...product, ...change }] });
  it.each<[string, Json, string]>([
    [
      'an unknown status',
      { status: 5, statusName: 'Paused' },
      'OCC9001 status: unknown status 5 "Paused"',
    ],
    [
      'an unknown type',
      withProduct({ type: 9, typeName: 'Bootcamp' }),
      'OCC9001 ST9001 type: unknown type 9 "Bootcamp"',
    ],
    [
      'an apprenticeship without a status',
      withProduct({ status: undefined }),
      'OCC9001 ST9001 status: unknown status missing',
    ],
    [
      'an apprenticeship under another code',
      withProduct({ productCode: 'FA0001' }),
      'OCC9001 FA0001 productCode: got "FA0001"',
    ],
    ['a code of another shape', { stdCode: 'OCC9001AB' }, 'OCC9001AB stdCode: got "OCC9001AB"'],
  ])('%s is told with its place', async (_, change, line) => {
    const { problems } = await read([{ ...occupation, ...change }]);
    expect(problems.map(({ place, message }) => `${place}: ${message}`)[0]).toContain(
      `occupational-maps 2026-08-01 ${line}`,
    );
  });
  it('an occupation without a part that was asked for', async () => {
    const { mapHierarchy: _, ...rest } = occupation;
    await expect(read([rest])).rejects.toThrow(LayoutError);
    await expect(read([rest])).rejects.toThrow(/2026-08-01 OCC0000\.json: .*'mapHierarchy'/);
  });
  it('a route that is listed and not there', () => {
    const others = files.filter(({ name }) => name !== 'route-7.json');
    return expect(examine(occupationalMaps, 'sample-2026-07-06', others, alone)).rejects.toThrow(
      /the route "Digital"/,
    );
  });
  it('one occupation in two routes counts once unless they differ', async () => {
    const twice = (change: Json) => {
      const routes = [occupation, { ...occupation, ...change }].map((own, at) =>
        fileOf(`route-${at}.json`, { occupations: [own] }),
      );
      const list = [0, 1].map((routeId) => ({ routeId, name: `R${routeId}` }));
      return examine(
        occupationalMaps,
        '2026-08-01',
        [fileOf('routes.json', list), ...routes],
        listing(standard),
      );
    };
    const same = await twice({});
    expect([
      same.edition.observations.occupations.length,
      same.edition.observations.isWhole,
      same.problems,
    ]).toEqual([1, true, []]);
    expect((await twice({ level: 4 })).problems).toMatchObject([
      { place: 'occupational-maps 2026-08-01 OCC9001' },
    ]);
  });

  const altered = async (change: (text: string) => string) => {
    const changed = files.map(({ name, bytes }) => ({
      name,
      bytes: Buffer.from(change(Buffer.from(bytes).toString())),
    }));
    return (await examine(occupationalMaps, 'sample-2026-07-06', changed, alone)).edition;
  };
  const single = async (change: Json) => (await read([{ ...occupation, ...change }])).edition;
  test.each<[string, () => ReturnType<typeof altered>, readonly string[]]>([
    [
      'products under another key',
      () => altered((text) => text.replaceAll('"products"', '"offers"')),
      ['products-not-vanished'],
    ],
    [
      'codes that are gone',
      () => altered((text) => text.replaceAll(/"soc2020Code":\d+/g, '"soc2020Code":0')),
      ['unit-groups-reached'],
    ],
    [
      'a sub-unit group of no unit group',
      () => single({ soc: soc(0, 2134, ['9999/00', false]) }),
      ['codes-known'],
    ],
    ['markup in a text', () => single({ overview: 'A &lt;b&gt; c' }), ['text-clean']],
  ])('%s', async (_, edition, names) =>
    expect(checksThatFind(occupationalMaps, await edition())).toEqual(names),
  );
  it('too few occupations, a part after its whole, a fifth lost', async () => {
    const { occupations } = sample.observations;
    const holding = (list: typeof occupations) => ({
      ...sample,
      observations: { ...sample.observations, occupations: list },
    });
    expect(checksThatFind(occupationalMaps, holding(occupations.slice(0, 900)))).toContain(
      'occupation-count',
    );
    const larger = holding([...occupations, ...occupations.slice(0, 300)]);
    expect(checksThatFind(occupationalMaps, sample, larger)).toEqual(['occupation-count']);
    const part = await single({});
    expect(checksThatFind(occupationalMaps, part, sample)).toContain('occupation-count');
    expect(checksThatFind(occupationalMaps, part, null, 'known-issue')).toContain(
      'part-of-the-maps',
    );
  });
  it.each<[string, Promise<{ readonly edition: typeof sample }>, string]>([
    ['no list of standards', read([occupation], alone), 'standards-at-hand'],
    ['standards that the list lacks', read([occupation], listing()), 'apprenticeship-join'],
    [
      'a T Level under the code of a standard',
      read([{ ...occupation, ...withProduct({ type: 3, typeName: 'TLevel' }) }]),
      'product-codes',
    ],
  ])('%s is only told', async (_, reading, name) => {
    expect(
      checksThatFind(occupationalMaps, (await reading).edition, null, 'known-issue'),
    ).toContain(name);
  });
});

it('neither the order of the answers nor what is not read makes other rows', async () => {
  const shuffled = files.map(({ name, bytes }) => {
    const value = JSON.parse(Buffer.from(bytes).toString());
    for (const cluster of value.pathways?.[0]?.clusters ?? []) cluster.occupations.reverse();
    return fileOf(name, value);
  });
  expect(
    (await examine(occupationalMaps, 'sample-2026-07-06', shuffled, alone)).edition.rows,
  ).toEqual(sample.rows);
  const more = {
    knowledges: [{ id: '6f1c0a52' }],
    summary: '<p>x</p>',
    statusLastUpdated: '0001-01-01',
  };
  expect((await read([{ ...occupation, ...more }])).edition.rows).toEqual(
    (await read([occupation])).edition.rows,
  );
});
