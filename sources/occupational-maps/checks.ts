// What a harvest of the maps must show before it is served: all of them, known codes, and products that have not vanished.
import { quoteList } from '#sources/kit/problem.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { occupationsBySoc } from './map-to-soc.ts';
import type { Rows } from './parse.ts';
import type { MapObservations, Occupation } from './reshape.ts';

type Edition = Examined<Rows, MapObservations>;
type MapCheck = Check<Rows, MapObservations>;

// Read by eye in the publisher's answers of 6 July 2026, which hold in that harvest alone: the publisher keeps no earlier versions.
const anchorRelease = '2026-07-06';
const anchors: readonly {
  readonly code: string;
  readonly describe: string;
  readonly expected: unknown;
  readonly read: (occupation: Occupation) => unknown;
}[] = [
  {
    code: 'OCC0118',
    describe: 'SOC 2020 and sub-unit groups',
    expected: ['3544', '3544/00', '2433/04'],
    read: ({ soc2020, subUnitGroups }) => [soc2020, ...subUnitGroups.map(({ code }) => code)],
  },
  {
    code: 'OCC0118',
    describe: 'the primary sub-unit group',
    expected: ['3544/00'],
    read: ({ subUnitGroups }) => subUnitGroups.filter(({ isPrimary }) => isPrimary).map(({ code }) => code),
  },
  {
    code: 'OCC0118',
    describe: 'products by kind',
    expected: [1, 12, 13],
    read: ({ products }) => [countOf(products, 'apprenticeship'), countOf(products, 'higher-technical-qualification'), products.length],
  },
  { code: 'OCC0118', describe: 'the standard', expected: ['ST0118 approved'], read: standardsOf },
  { code: 'OCC0118', describe: 'job titles', expected: 6, read: ({ jobTitles }) => jobTitles.length },
  { code: 'OCC0118', describe: 'level and version', expected: [4, '1.1'], read: ({ level, version }) => [level, version] },
  {
    code: 'OCC0118',
    describe: 'route and pathway',
    expected: ['Digital', 'Digital Business Services'],
    read: ({ route, pathway }) => [route, pathway],
  },
  { code: 'OCC0135', describe: 'SOC 2010 and SOC 2020', expected: ['6121', '6111'], read: ({ soc2010, soc2020 }) => [soc2010, soc2020] },
  {
    code: 'OCC0135',
    describe: 'products by kind',
    expected: [1, 1, 5, 7],
    read: ({ products }) => [
      countOf(products, 'apprenticeship'),
      countOf(products, 't-level'),
      countOf(products, 'technical-qualification'),
      products.length,
    ],
  },
  {
    code: 'OCC0135',
    describe: 'T Level',
    expected: ['TL0008a'],
    read: ({ products }) => products.filter(({ kind }) => kind === 't-level').map(({ code }) => code),
  },
  { code: 'OCC0135', describe: 'version', expected: '1.5', read: ({ version }) => version },
  {
    code: 'OCC0054',
    describe: 'codes and products',
    expected: [null, null, 0, 0],
    read: ({ soc2010, soc2020, subUnitGroups, products }) => [soc2010, soc2020, subUnitGroups.length, products.length],
  },
  { code: 'OCC0054', describe: 'status and overview', expected: ['potential', null], read: ({ status, overview }) => [status, overview] },
];

export const checks: readonly MapCheck[] = [
  {
    name: 'occupation-count',
    severity: 'block',
    describe:
      'A whole harvest has 1,000 to 1,600 occupations (1,269 and 1,287 were seen), within 15 % of the previous one; a part never follows a whole.',
    check: ({ release, observations: { isWhole, occupations } }, previous) => {
      const place = `occupational-maps ${release.name}`;
      const before = previous?.observations;
      if (!isWhole)
        return before?.isWhole
          ? [
              {
                place,
                message: `holds ${occupations.length} single occupations, and the edition before it all ${before.occupations.length}`,
              },
            ]
          : [];
      const findings: Finding[] = [];
      if (occupations.length < 1000 || occupations.length > 1600)
        findings.push({ place, message: `found ${occupations.length} occupations, expected 1,000 to 1,600` });
      if (before?.isWhole && Math.abs(occupations.length - before.occupations.length) > 0.15 * before.occupations.length) {
        findings.push({
          place,
          message: `found ${occupations.length} occupations, ${before.occupations.length} in ${previous?.release.name}: more than 15 % apart`,
        });
      }
      return findings;
    },
  },
  {
    name: 'part-of-the-maps',
    severity: 'known-issue',
    describe: 'The harvest is whole, not a few occupations asked for one by one.',
    check: ({ release, observations: { isWhole, occupations } }) =>
      isWhole
        ? []
        : [
            {
              place: `occupational-maps ${release.name}`,
              message: `holds ${occupations.length} of the publisher's some 1,270 occupations: most unit groups have nothing, and say so`,
            },
          ],
  },
  {
    name: 'standards-at-hand',
    severity: 'known-issue',
    describe: 'The list of apprenticeship standards is at hand, which states duration, funding and what is retired.',
    check: ({ release, needs }) =>
      needs.get('apprenticeship-standards') === null
        ? [
            {
              place: `occupational-maps ${release.name}`,
              message:
                'no edition of apprenticeship-standards is served: duration, funding and hours are withheld, and statuses are those of the maps',
            },
          ]
        : [],
  },
  byOccupation('level-range', 'block', 'Levels are 2 to 7.', ({ level }) => (level >= 2 && level <= 7 ? null : `level ${level}`)),
  byOccupation('soc2020-in-structure', 'block', 'Every SOC 2020 code is a unit group.', ({ soc2020 }, { unitGroups }) =>
    soc2020 === null || unitGroups.includes(soc2020) ? null : `"${soc2020}" is no unit group of SOC 2020`,
  ),
  byOccupation(
    'sub-unit-shape',
    'block',
    'Sub-unit groups have the shape 0000/00, within a unit group.',
    ({ subUnitGroups }, { unitGroups }) => {
      const wrong = subUnitGroups.filter(({ code, unitGroup }) => !/^\d{4}\/\d{2}$/.test(code) || !unitGroups.includes(unitGroup));
      return wrong.length === 0 ? null : `${quoteList(wrong.map(({ code }) => code))} is no sub-unit group of SOC 2020`;
    },
  ),
  byOccupation(
    'one-primary',
    'known-issue',
    'At most one sub-unit group is the primary one, and it lies in the unit group of the main code.',
    ({ soc2020, subUnitGroups }) => {
      const primary = subUnitGroups.filter(({ isPrimary }) => isPrimary);
      if (primary.length > 1) return `${quoteList(primary.map(({ code }) => code))} are all primary`;
      const [one] = primary;
      return one === undefined || one.unitGroup === soc2020
        ? null
        : `the primary sub-unit group is ${one.code}, the main code ${soc2020 ?? 'none'}`;
    },
  ),
  wholeOnly(
    'mapped-share',
    'known-issue',
    'At least 85 % of the approved occupations have a SOC 2020 code (to be set anew from the first whole harvest).',
    ({ observations }) => {
      const approved = observations.occupations.filter(({ status }) => status === 'approved');
      const mapped = approved.filter(({ soc2020 }) => soc2020 !== null).length;
      return mapped >= 0.85 * approved.length ? null : `${mapped} of ${approved.length} approved occupations have a SOC 2020 code`;
    },
  ),
  wholeOnly(
    'unit-groups-reached',
    'known-issue',
    'At least 250 unit groups are the main code of an occupation (278 were seen).',
    ({ observations }) => {
      const reached = new Set(observations.occupations.map(({ soc2020 }) => soc2020).filter((code) => code !== null)).size;
      return reached >= 250 ? null : `${reached} unit groups are the main code of an occupation`;
    },
  ),
  // Absent lists mean empty ones, so a renamed key looks like "no products".
  wholeOnly('products-not-vanished', 'block', 'Occupations have at least 1,500 products in all (1,990 were seen).', ({ observations }) => {
    const products = observations.occupations.reduce((sum, occupation) => sum + occupation.products.length, 0);
    return products >= 1500 ? null : `found ${products} products`;
  }),
  {
    name: 'unmapped',
    severity: 'info',
    describe: 'Occupations with neither code are counted: they stand under no unit group.',
    check: ({ observations }) =>
      observations.occupations
        .filter(({ soc2010, soc2020, subUnitGroups }) => soc2010 === null && soc2020 === null && subUnitGroups.length === 0)
        .map(({ code }) => ({ place: code, message: 'has neither a SOC 2010 nor a SOC 2020 code' })),
  },
  {
    name: 'apprenticeship-join',
    severity: 'known-issue',
    describe:
      'At least 98 % of the standards that the maps name as open or retired are in the list of standards; of the others the maps alone tell.',
    check: ({ release, observations, needs }) => {
      const standards = needs.get('apprenticeship-standards')?.standards;
      if (standards === undefined) return [];
      const named = [
        ...new Set(
          apprenticeshipsOf(observations)
            .filter(({ status }) => status !== 'in-development')
            .map(({ code }) => code),
        ),
      ].sort(byCodeUnit);
      const missing = named.filter((code) => !standards.has(code));
      return missing.length <= 0.02 * named.length
        ? []
        : [
            {
              place: `occupational-maps ${release.name}`,
              message: `${missing.length} of ${named.length} standards are not in the list: ${quoteList(missing)}`,
            },
          ];
    },
  },
  {
    name: 'standards-on-a-map',
    severity: 'info',
    describe: 'Open standards that stand on no map are counted: they appear nowhere.',
    check: ({ observations, needs }) => {
      const onMaps = new Set(apprenticeshipsOf(observations).map(({ code }) => code));
      const open = [...(needs.get('apprenticeship-standards')?.standards.values() ?? [])].filter(({ status }) => status === 'approved');
      return open
        .filter(({ reference }) => !onMaps.has(reference))
        .map(({ reference, title }) => ({ place: reference, message: `"${title}" stands on no map` }));
    },
  },
  {
    name: 'status-agrees',
    severity: 'known-issue',
    describe: 'Maps and list agree on whether a standard is open; where they do not, the list is followed.',
    check: ({ observations, needs }) => {
      const standards = needs.get('apprenticeship-standards')?.standards;
      return apprenticeshipsOf(observations).flatMap(({ code, status }) => {
        const listed = standards?.get(code)?.status;
        const disagrees = listed !== undefined && status !== 'in-development' && (status === 'approved') !== (listed === 'approved');
        return disagrees
          ? [{ place: `occupational-maps ${code}`, message: `is ${status} on the maps and ${listed} in the list of standards` }]
          : [];
      });
    },
  },
  {
    name: 'text-clean',
    severity: 'block',
    describe: 'No markup is left in a text that is shown.',
    check: ({ release, observations: { occupations } }) =>
      occupations.flatMap(({ code, title, overview, jobTitles, products }) => {
        const dirty = [title, overview ?? '', ...jobTitles, ...products.map((product) => product.title)].filter((text) =>
          /<|&lt;|&nbsp;|&amp;/.test(text),
        );
        return dirty.length === 0
          ? []
          : [{ place: `occupational-maps ${release.name} ${code}`, message: `holds markup: ${quoteList(dirty)}` }];
      }),
  },
  {
    name: 'unit-groups-listed',
    severity: 'info',
    describe: 'Unit groups with nothing behind them are counted.',
    check: ({ release, observations, needs }) => {
      const empty = [...occupationsBySoc(observations, needs.get('soc-index').entries).values()].filter(
        (occupations) => occupations.length === 0,
      ).length;
      return empty === 0
        ? []
        : [{ place: `occupational-maps ${release.name}`, message: `${empty} unit groups have no occupation of the maps` }];
    },
  },
  {
    name: 'anchors',
    severity: 'block',
    describe: 'Values read by eye in the answers of 6 July 2026.',
    check: ({ release, observations }) => {
      if (release.name !== anchorRelease) return [];
      return anchors.flatMap(({ code, describe, expected, read }) => {
        const occupation = observations.occupations.find((candidate) => candidate.code === code);
        const found = occupation === undefined ? undefined : read(occupation);
        const isSame = JSON.stringify(found) === JSON.stringify(expected);
        return isSame
          ? []
          : [
              {
                place: `occupational-maps ${release.name} ${code}`,
                message: `${describe}: got ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`,
              },
            ];
      });
    },
  },
];

function apprenticeshipsOf({ occupations }: MapObservations) {
  return occupations.flatMap(({ products }) => products.filter(({ kind }) => kind === 'apprenticeship'));
}

function countOf(products: Occupation['products'], kind: Occupation['products'][number]['kind']): number {
  return products.filter((product) => product.kind === kind).length;
}

function standardsOf({ products }: Occupation): string[] {
  return products.filter(({ kind }) => kind === 'apprenticeship').map(({ code, status }) => `${code} ${status}`);
}

/** A check of each occupation alone. */
function byOccupation(
  name: string,
  severity: MapCheck['severity'],
  describe: string,
  fault: (occupation: Occupation, observations: MapObservations) => string | null,
): MapCheck {
  return {
    name,
    severity,
    describe,
    check: ({ release, observations }: Edition) =>
      observations.occupations.flatMap((occupation) => {
        const message = fault(occupation, observations);
        return message === null ? [] : [{ place: `occupational-maps ${release.name} ${occupation.code}`, message }];
      }),
  };
}

/** A check of a whole harvest, which a few occupations could only fail. */
function wholeOnly(name: string, severity: MapCheck['severity'], describe: string, fault: (edition: Edition) => string | null): MapCheck {
  return {
    name,
    severity,
    describe,
    check: (edition) => {
      const message = edition.observations.isWhole ? fault(edition) : null;
      return message === null ? [] : [{ place: `occupational-maps ${edition.release.name}`, message }];
    },
  };
}
