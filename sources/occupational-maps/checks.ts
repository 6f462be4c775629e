// What a harvest of the maps must show before it is served: all occupations, known codes, and
// products.
import * as check from '#sources/kit/checks.ts';
import { labelsAlike } from '#sources/kit/checks-labels.ts';
import { type KeyedTable, keyedCheck } from '#sources/kit/checks-keyed.ts';
import { textChecks } from '#sources/kit/checks-texts.ts';
import type { Check } from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { quoteList } from '#sources/kit/problem.ts';
import type { Examined } from '#sources/kit/release.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { Rows } from './layout.ts';
import {
  type MapObservations,
  type Occupation,
  type ProductKind,
  productTypes,
} from './reshape.ts';

type Edition = Examined<Rows, MapObservations>;

const ofKind = ({ products }: Occupation, wanted: ProductKind) =>
  products.filter(({ kind }) => kind === wanted);

// Read by eye in the publisher's answers of 6 July 2026. They hold only in that harvest: the
// publisher keeps no earlier versions.
const anchors: readonly {
  readonly code: string;
  readonly what: string;
  readonly expected: string;
  readonly read: (occupation: Occupation) => readonly (string | number | null)[];
}[] = [
  {
    code: 'OCC0118',
    what: 'SOC 2020 and sub-unit groups',
    expected: '3544 3544/00 2433/04',
    read: (occupation) => [occupation.soc2020, ...occupation.subUnitGroups.map(({ code }) => code)],
  },
  {
    code: 'OCC0118',
    what: 'the standard',
    expected: 'ST0118 approved',
    read: (occupation) =>
      ofKind(occupation, 'apprenticeship').flatMap(({ code, status }) => [code, status]),
  },
  {
    code: 'OCC0118',
    what: 'all products, level and version',
    expected: '13 4 1.1',
    read: ({ products, level, version }) => [products.length, level, version],
  },
  {
    code: 'OCC0135',
    what: 'SOC 2010 and SOC 2020',
    expected: '6121 6111',
    read: ({ soc2010, soc2020 }) => [soc2010, soc2020],
  },
  {
    code: 'OCC0135',
    what: 'T Level',
    expected: 'TL0008a',
    read: (occupation) => ofKind(occupation, 't-level').map(({ code }) => code),
  },
  {
    code: 'OCC0054',
    what: 'codes, status and overview',
    expected: 'none none potential none',
    read: ({ soc2010, soc2020, status, summary }) => [soc2010, soc2020, status, summary],
  },
];

const codeStarts = new Map(
  Object.values(productTypes).map(({ meaning, codeStart }) => [meaning, codeStart]),
);
const listedStandards = ({ needs }: Edition) => needs.get('apprenticeship-standards')?.standards;
const occupationsOf = ({ observations }: Edition) => observations.occupations;

const placeOfOccupation = ({ code }: Occupation, { release }: Edition) => placeOf(release, code);

function eachOccupation(
  fault: (occupation: Occupation, edition: Edition) => string | null,
): check.Rule<Edition> {
  return check.each(occupationsOf, placeOfOccupation, fault);
}

// No second harvest is at hand. The publisher changes occupations one by one, without a calendar:
// 1,269 occupations on 6 July 2026, and 1,287 on another day.
const often = { changes: 0.2, emptied: 0.05 } as const;
const seldom = { changes: 0.05 } as const;
const occupationsCompared: KeyedTable<Edition> = {
  name: 'occupations',
  rows: ({ observations: { occupations } }) =>
    occupations.map((occupation) => ({
      key: occupation.code,
      name: occupation.title,
      values: {
        name: occupation.title,
        overview: occupation.summary ?? '',
        'job titles': occupation.jobTitles.join('\n'),
        level: `${occupation.level}`,
        version: occupation.version ?? '',
        status: occupation.status,
        route: occupation.route ?? '',
        pathway: occupation.pathway ?? '',
        'technical level': occupation.technicalLevel ?? '',
        'SOC 2010 code': occupation.soc2010 ?? '',
        'SOC 2020 code': occupation.soc2020 ?? '',
        'sub-unit groups': occupation.subUnitGroups.map(({ code }) => code).join(' '),
        products: occupation.products.map(({ code }) => code).join(' '),
        link: occupation.url ?? '',
      },
    })),
  columns: {
    name: seldom,
    overview: often,
    'job titles': often,
    level: seldom,
    version: often,
    status: often,
    route: seldom,
    pathway: seldom,
    'technical level': seldom,
    'SOC 2010 code': seldom,
    'SOC 2020 code': seldom,
    'sub-unit groups': seldom,
    products: often,
    link: seldom,
  },
  lost: 0.015,
};
const productsCompared: KeyedTable<Edition> = {
  name: 'products',
  rows: ({ observations: { occupations } }) => {
    const products = new Map(
      occupations.flatMap((occupation) =>
        occupation.products.map((product) => [product.code, product] as const),
      ),
    );
    return Array.from(products, ([code, { title, level, kind, status, category }]) => ({
      key: code,
      name: `${title} (${code})`,
      values: {
        name: title,
        level: `${level}`,
        kind,
        status: status ?? '',
        category: category ?? '',
      },
    }));
  },
  columns: { name: seldom, level: seldom, kind: seldom, status: often, category: seldom },
  lost: 0.05,
};

/** A rule of whole harvests. A part would always fail it. */
const ofWhole = (rule: check.Rule<Edition>) =>
  check.onlyIf(({ observations }) => observations.isWhole, rule);

/** A number of the whole harvest is within the band. */
function withinWhole(
  what: string,
  numberOf: (edition: Edition) => number,
  band: check.Band,
): check.Rule<Edition> {
  return ofWhole(check.within(what, check.ofRelease(numberOf), band));
}

export const checks: readonly Check<Rows, MapObservations>[] = [
  check.comparing.block(
    'occupation-count',
    'A whole harvest has 1,000 to 1,600 occupations (1,269 and 1,287 were seen), within ' +
      '15% of the previous one. A part never follows a whole.',
    withinWhole(
      'the number of occupations',
      (edition) => occupationsOf(edition).length,
      [1000, 1600],
    ),
    ofWhole(
      check.moves((edition, previous) => {
        const before = previous?.observations.isWhole ? occupationsOf(previous).length : null;
        return [
          { place: placeOfRelease(edition.release), now: occupationsOf(edition).length, before },
        ];
      }, check.eitherWay(15)),
    ),
    check.whole((edition, previous) =>
      previous?.observations.isWhole && !edition.observations.isWhole
        ? `holds ${occupationsOf(edition).length} single occupations, the previous ` +
          `edition all ${occupationsOf(previous).length}`
        : null,
    ),
  ),
  check.knownIssue(
    'part-of-the-maps',
    'The harvest is whole, not a few single occupations.',
    check.whole(({ observations: { isWhole, occupations } }) =>
      isWhole
        ? null
        : `holds ${occupations.length} of the publisher's some 1,270 occupations: for ` +
          'most unit groups we have received none, and their answers say so',
    ),
  ),
  check.knownIssue(
    'standards-at-hand',
    'The list of apprenticeship standards is available. It states durations, funding ' +
      'and retired standards.',
    check.whole((edition) =>
      listedStandards(edition) === undefined
        ? 'no edition of apprenticeship-standards is served: duration, funding and hours ' +
          'are withheld, and statuses come from the maps'
        : null,
    ),
  ),
  check.block(
    'codes-known',
    'Every SOC 2020 code is a unit group, and every sub-unit group has the shape ' +
      '0000/00 within one.',
    eachOccupation(({ soc2020, subUnitGroups }, { observations: { unitGroups } }) => {
      const wrong = subUnitGroups.filter(
        ({ code, unitGroup }) => !/^\d{4}\/\d{2}$/.test(code) || !unitGroups.includes(unitGroup),
      );
      const codes = wrong.map(({ code }) => code);
      if (soc2020 !== null && !unitGroups.includes(soc2020)) codes.unshift(soc2020);
      return codes.length === 0
        ? null
        : `${quoteList(codes)} is no unit group or sub-unit group of SOC 2020`;
    }),
  ),
  check.block(
    'unit-groups-reached',
    'At least 250 unit groups are the main code of an occupation (278 were seen).',
    withinWhole(
      'the number of unit groups that are the main code of an occupation',
      (edition) => new Set(occupationsOf(edition).flatMap(({ soc2020 }) => soc2020 ?? [])).size,
      check.atLeast(250),
    ),
  ),
  check.block(
    'products-not-vanished',
    'Occupations have at least 1,500 products in all (1,990 were seen).',
    // The publisher leaves out empty lists, so a renamed key looks like "no products".
    withinWhole(
      'the number of products',
      (edition) => occupationsOf(edition).reduce((sum, { products }) => sum + products.length, 0),
      check.atLeast(1500),
    ),
  ),
  check.knownIssue(
    'apprenticeship-join',
    'At least 98% of the standards that the maps call open or retired are in the list ' +
      'of standards. For the others we only have the maps.',
    check.mostAre(
      'standards are not in the list',
      (edition) => {
        const standards = listedStandards(edition);
        const apprenticeships = occupationsOf(edition).flatMap((occupation) =>
          ofKind(occupation, 'apprenticeship'),
        );
        const required = apprenticeships.filter(({ status }) => status !== 'in-development');
        const codes = [...new Set(required.map(({ code }) => code))].sort(byCodeUnit);
        return standards === undefined ? [] : codes.map((code) => [code, standards.has(code)]);
      },
      0.98,
    ),
  ),
  check.knownIssue(
    'product-codes',
    'The code of a product begins as the codes of its type do: a T Level is no ' +
      'apprenticeship, whatever number its type has.',
    eachOccupation(({ products }) => {
      const wrong = products.filter(
        ({ kind, code }) => !code.startsWith(codeStarts.get(kind) ?? ''),
      );
      return wrong.length === 0
        ? null
        : wrong
            .map(({ kind, code }) => `the ${kind} "${code}" has the code of another type`)
            .join(', ');
    }),
  ),
  check.block(
    'text-clean',
    'No text in an answer holds markup.',
    eachOccupation(({ title, summary, jobTitles, products }) => {
      const texts = [
        title,
        summary ?? '',
        ...jobTitles,
        ...products.map((product) => product.title),
      ];
      const dirty = texts.filter((text) => /<|&lt;|&nbsp;|&amp;/.test(text));
      return dirty.length === 0 ? null : `holds markup: ${quoteList(dirty)}`;
    }),
  ),
  labelsAlike<Rows, MapObservations>(
    'routes, pathways, technical levels or categories of products',
    function* (edition) {
      for (const occupation of occupationsOf(edition)) {
        const place = placeOfOccupation(occupation, edition);
        for (const name of ['route', 'pathway', 'technicalLevel'] as const)
          yield { place, kind: name, label: occupation[name] ?? '' };
        for (const { category } of occupation.products)
          yield { place, kind: 'category', label: category ?? '' };
      }
    },
  ),
  keyedCheck(occupationsCompared, productsCompared),
  // Of the same publisher's standards 97% have such job titles and 77% such an overview; shifted
  // by a row 28 and 21%.
  ...textChecks(
    (edition: Edition) =>
      occupationsOf(edition).map((occupation) => ({
        code: occupation.code,
        title: occupation.title,
        parts: {
          overview: [occupation.summary ?? ''],
          jobTitles: occupation.jobTitles,
          labels: [
            occupation.route ?? '',
            occupation.pathway ?? '',
            occupation.technicalLevel ?? '',
          ],
          products: occupation.products.map((product) => product.title),
          categories: occupation.products.map(({ category }) => category ?? ''),
        },
        place: (part) => `${placeOfOccupation(occupation, edition)} ${part}`,
      })),
    { overview: 0.55, jobTitles: 0.7 },
  ),
  check.anchors(['2026-07-06'], 'Values read by eye in the answers of 6 July 2026.', (edition) =>
    anchors.map(({ code, what, expected, read }) => {
      const occupation = occupationsOf(edition).find((candidate) => candidate.code === code);
      const values = occupation && read(occupation).map((value) => value ?? 'none');
      return { place: placeOf(edition.release, code), found: values?.join(' '), expected, what };
    }),
  ),
];
