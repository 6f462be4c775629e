// What a release of the visa workbook must show before it is served: its header and period, groups that agree, totals, and figures known from elsewhere.
import { quoteList } from '#sources/kit/problem.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type Column, type GrantRow, type Rows, isGrant, placeOf, sheetOf } from './parse.ts';
import { lastQuarterOf, quarterOfCell, quartersBetween } from './release-name.ts';
import { type VisaObservations, codeOf, firstDetailedQuarter, isHidden, suppressed } from './reshape.ts';

type VisaCheck = Check<Rows, VisaObservations>;
type Edition = Examined<Rows, VisaObservations>;

/** The header of the sheet of grants, in order. That of applications ends otherwise, and an older classification has two columns more. */
export const header = [
  'Year',
  'Quarter',
  'Nationality',
  'Region',
  'Visa type',
  'Visa type subgroup',
  'Industry',
  'Occ. major group',
  'Occ. sub-major group',
  'Occ. minor group',
  'Occ. unit group',
  'Grants',
] as const;

const firstQuarter = '2021-Q1';

function placeIn({ release, rows }: Edition, row?: number, column?: Column): string {
  return placeOf(release, sheetOf(rows), row, column);
}

function grantsOf({ rows }: Edition): GrantRow[] {
  return rows.filter(isGrant);
}

function distinct(edition: Edition, column: Column): string[] {
  return [...new Set(grantsOf(edition).map((row) => row[column]))].sort(byCodeUnit);
}

/** Whether a row is of a quarter for which occupations are published. */
function isDetailed({ quarter }: GrantRow): boolean {
  return (quarterOfCell(quarter) ?? '') >= firstDetailedQuarter;
}

const shape: readonly VisaCheck[] = [
  {
    name: 'header',
    severity: 'block',
    describe: 'The sheet has the twelve headers known, the last of them Grants: applications differ in nothing else.',
    check(edition) {
      const sheet = sheetOf(edition.rows);
      const found = sheet?.header ?? [];
      if (JSON.stringify(found) === JSON.stringify(header)) return [];
      return [
        {
          place: placeIn(edition, sheet?.headerRow),
          message: `the headers are ${found.map((text) => `"${text}"`).join(', ')}, expected ${header.map((text) => `"${text}"`).join(', ')}`,
        },
      ];
    },
  },
  {
    name: 'end',
    severity: 'block',
    describe: 'The sheet ends in "End of table", as those of the series do: one written by half does not.',
    check(edition) {
      const sheet = sheetOf(edition.rows);
      if (sheet?.end !== null) return [];
      return [{ place: placeIn(edition, grantsOf(edition).at(-1)?.row), message: 'is the last row, expected "End of table" after it' }];
    },
  },
  {
    name: 'period',
    severity: 'block',
    describe: "Every quarter from 2021 Q1 to that of the file's name has rows, and none after it.",
    check(edition) {
      const last = lastQuarterOf(edition.release);
      const expected = quartersBetween(firstQuarter, last);
      const { quarters } = edition.observations;
      const missing = expected.filter((quarter) => !quarters.includes(quarter));
      const surplus = quarters.filter((quarter) => !expected.includes(quarter));
      return [
        ...(missing.length === 0 ? [] : [{ place: placeIn(edition), message: `there are no rows of ${quoteList(missing)}` }]),
        ...(surplus.length === 0
          ? []
          : [{ place: placeIn(edition), message: `there are rows of ${quoteList(surplus)}, expected ${firstQuarter} to ${last}` }]),
      ];
    },
  },
  {
    name: 'groups-agree',
    severity: 'block',
    describe: 'The code of a unit group begins with those of the major, sub-major and minor groups in its row.',
    check(edition) {
      return grantsOf(edition).flatMap((row): Finding[] => {
        const unit = codeOf(row.unit);
        if (unit === null) return [];
        return (['major', 'subMajor', 'minor'] as const).flatMap((level) => {
          const code = codeOf(row[level]);
          return code !== null && unit.startsWith(code)
            ? []
            : [{ place: placeIn(edition, row.row, level), message: `found "${row[level]}" beside the unit group "${row.unit}"` }];
        });
      });
    },
  },
  {
    name: 'levels',
    severity: 'block',
    describe:
      "Every row has a major group, so that the major groups add up to the year's total: their titles and codes are never suppressed.",
    check: (edition) =>
      grantsOf(edition).flatMap((row) => {
        const code = codeOf(row.major);
        return code !== null && /^[1-9]$/.test(code)
          ? []
          : [
              {
                place: placeIn(edition, row.row, 'major'),
                message: `found "${row.major}", expected a major group like "2 - Professional Occupations"`,
              },
            ];
      }),
  },
  {
    name: 'industries',
    severity: 'known-issue',
    describe: 'There are 20 to 24 industries: the 21 sections of the classification, and a stray spelling or two.',
    check(edition) {
      const industries = distinct(edition, 'industry');
      if (industries.length >= 20 && industries.length <= 24) return [];
      return [{ place: placeIn(edition), message: `there are ${industries.length} industries: ${quoteList(industries)}` }];
    },
  },
];

// In the files known every row before the quarter is suppressed, and none from it on.
const suppressedShare = 0.01;

function suppressedFindings(edition: Edition, message: (row: GrantRow) => string | null): Finding[] {
  return grantsOf(edition).flatMap((row) => {
    const said = message(row);
    return said === null ? [] : [{ place: placeIn(edition, row.row, 'unit'), message: said }];
  });
}

const isSuppressed = (row: GrantRow) => row.unit === suppressed || row.nationality === suppressed;

const suppression: readonly VisaCheck[] = [
  {
    name: 'suppressed-since',
    severity: 'known-issue',
    describe: 'No unit group or nationality is suppressed since 2024 Q4. Where one is, the totals that it may belong to are withheld.',
    check: (edition) =>
      suppressedFindings(edition, (row) =>
        isDetailed(row) && isSuppressed(row) ? `${row.granted} visas of ${row.quarter} have no unit group or no nationality` : null,
      ),
  },
  {
    name: 'suppressed-since-widely',
    severity: 'block',
    describe: 'At most 1 % of the rows since 2024 Q4 are suppressed.',
    check(edition) {
      const detailed = grantsOf(edition).filter(isDetailed);
      const rows = detailed.filter(isSuppressed).length;
      if (rows <= detailed.length * suppressedShare) return [];
      return [{ place: placeIn(edition), message: `${rows} of ${detailed.length} rows since ${firstDetailedQuarter} are suppressed` }];
    },
  },
  {
    name: 'suppressed-before',
    severity: 'known-issue',
    describe: 'Every unit group before 2024 Q4 is suppressed. Figures that the publisher now gives of earlier quarters are not served yet.',
    check: (edition) =>
      suppressedFindings(edition, (row) =>
        !isDetailed(row) && row.unit !== suppressed ? `"${row.unit}" is given for ${row.quarter}` : null,
      ),
  },
];

// Back quarters are revised with each release, by how much nobody here has measured; beyond a twentieth it is another table.
const usualRevision = 0.01;
const implausibleRevision = 0.05;

function revised(edition: Edition, previous: Edition | null, limit: number): Finding[] {
  if (previous === null) return [];
  const closed = (year: string) => lastQuarterOf(previous.release) >= `${year}-Q4`;
  return [...edition.observations.byYear].flatMap(([year, granted]) => {
    const before = previous.observations.byYear.get(year);
    if (before === undefined || !closed(year) || Math.abs(granted / before - 1) <= limit) return [];
    return [
      {
        place: placeIn(edition),
        message: `${year} has ${granted} visas after ${before} in ${previous.release.name}: more than ${100 * limit} %`,
      },
    ];
  });
}

/** Visas of the latest quarters, all occupations. */
function latestTotal({ observations: { latest, visas } }: Edition): number {
  return [...visas.values()].reduce(
    (sum, { byQuarter }) => sum + latest.reduce((own, quarter) => own + (byQuarter.get(quarter) ?? 0), 0),
    0,
  );
}

// Rules change within months: care workers, who were half of all, lost their route in 2025.
const plausibleMovement = [0.5, 1.6] as const;
const largeOccupation = 1000;
const largeMovement = 4;

const movements: readonly VisaCheck[] = [
  {
    name: 'back-totals',
    severity: 'known-issue',
    describe: 'The totals of whole years are within 1 % of those of the release before.',
    check: (edition, previous) => revised(edition, previous, usualRevision),
  },
  {
    name: 'back-totals-plausible',
    severity: 'block',
    describe: 'The totals of whole years are within 5 % of those of the release before.',
    check: (edition, previous) => revised(edition, previous, implausibleRevision),
  },
  {
    name: 'rows',
    severity: 'block',
    describe: 'There are at least 98 % as many rows as in the release before: a release adds a quarter and takes none away.',
    check(edition, previous) {
      const [now, before] = [grantsOf(edition).length, previous === null ? 0 : grantsOf(previous).length];
      return now >= before * 0.98
        ? []
        : [{ place: placeIn(edition), message: `there are ${now} rows after ${before} in ${previous?.release.name ?? ''}` }];
    },
  },
  {
    name: 'routes',
    severity: 'known-issue',
    describe: 'At most three routes are new: more would be other names for the old ones.',
    check(edition, previous) {
      const known = previous === null ? null : distinct(previous, 'route');
      const added = known === null ? [] : distinct(edition, 'route').filter((route) => !known.includes(route));
      return added.length <= 3 ? [] : [{ place: placeIn(edition), message: `${added.length} routes are new: ${quoteList(added)}` }];
    },
  },
  {
    name: 'movement',
    severity: 'block',
    describe: 'The visas of the latest four quarters are within −50 and +60 % of those of the release before.',
    check(edition, previous) {
      // A year more of figures by occupation is no movement.
      if (previous === null || previous.observations.latest.length !== edition.observations.latest.length) return [];
      const [now, before] = [latestTotal(edition), latestTotal(previous)];
      if (now >= before * plausibleMovement[0] && now <= before * plausibleMovement[1]) return [];
      return [{ place: placeIn(edition), message: `the latest quarters have ${now} visas after ${before} in ${previous.release.name}` }];
    },
  },
  {
    name: 'occupation-movement',
    severity: 'info',
    describe: 'Occupations of more than 1,000 visas in the latest four quarters that have moved by more than a factor of 4.',
    check(edition, previous) {
      if (previous === null) return [];
      const total = ({ observations: { latest, visas } }: Edition, code: string) =>
        latest.reduce((sum, quarter) => sum + (visas.get(code)?.byQuarter.get(quarter) ?? 0), 0);
      return edition.observations.occupations.flatMap((code) => {
        const [now, before] = [total(edition, code), total(previous, code)];
        if (Math.max(now, before) <= largeOccupation || Math.max(now, before) <= largeMovement * Math.min(now, before)) return [];
        return [{ place: `${placeIn(edition)} ${code}`, message: `${now} visas after ${before} in ${previous.release.name}` }];
      });
    },
  },
];

/** Totals of the release of the year ending June 2026, as programs that read it have printed them. */
const quoted: {
  readonly release: string;
  readonly years: Readonly<Record<string, number>>;
  readonly units: readonly (readonly [from: string, to: string, visas: Readonly<Record<string, number>>])[];
  readonly in2025: readonly (readonly [column: 'route' | 'nationality' | 'major', visas: Readonly<Record<string, number>>])[];
} = {
  release: '2026-Q2',
  years: { '2021': 123306, '2022': 217822, '2023': 279501, '2024': 154237, '2025': 115847, '2026': 63566 },
  units: [
    [
      '2025-Q1',
      '2025-Q4',
      {
        '9111': 23834,
        '5112': 14212,
        '2211': 4953,
        '2134': 4388,
        '2422': 3975,
        '2431': 3305,
        '2133': 3196,
        '6135': 2512,
        '3413': 2135,
        '3415': 1957,
        '2463': 1785,
        '2212': 1702,
      },
    ],
    ['2026-Q1', '2026-Q2', { '9111': 20494, '5112': 11395, '2134': 2043, '6135': 3 }],
    ['2024-Q4', '2024-Q4', { '9111': 2208, '2134': 960, '6135': 1665 }],
  ],
  in2025: [
    ['route', { 'Seasonal Worker': 38647, 'Skilled Worker': 32294, 'Health and Care Worker': 13094 }],
    ['nationality', { India: 16039, Kyrgyzstan: 12651, Uzbekistan: 6334, 'United States': 6144 }],
    ['major', { '2': 45957, '9': 24435, '5': 18224 }],
  ],
};

export const quotedFigures: VisaCheck = {
  name: 'quoted-figures',
  severity: 'block',
  describe:
    'Totals of the release of June 2026 by year, occupation, route, nationality and major group are those that others have printed.',
  check(edition) {
    const { release, observations } = edition;
    if (release.sample || release.name !== quoted.release) return [];
    const findings: Finding[] = [];
    const compare = (what: string, found: number, expected: number) => {
      if (found !== expected)
        findings.push({ place: `${placeIn(edition)} ${what}`, message: `there are ${found} visas, expected ${expected}` });
    };
    for (const [year, expected] of Object.entries(quoted.years)) compare(year, observations.byYear.get(year) ?? 0, expected);
    for (const [from, to, units] of quoted.units) {
      for (const [code, expected] of Object.entries(units)) {
        const quarters = quartersBetween(from, to).filter((quarter) => !isHidden(observations.hidden, code, quarter));
        compare(
          `${code} ${from} to ${to}`,
          quarters.reduce((sum, quarter) => sum + (observations.visas.get(code)?.byQuarter.get(quarter) ?? 0), 0),
          expected,
        );
      }
    }
    const in2025 = grantsOf(edition).filter(({ year }) => year === '2025');
    for (const [column, expected] of quoted.in2025) {
      const counts = new Map<string, number>();
      for (const row of in2025) {
        // The bracket of a route tells what it was called before.
        const key = column === 'major' ? (codeOf(row.major) ?? '') : row[column].replace(/ \(previously .*\)$/, '');
        counts.set(key, (counts.get(key) ?? 0) + Number(row.granted));
      }
      for (const [name, visas] of Object.entries(expected)) compare(`${name} in 2025`, counts.get(name) ?? 0, visas);
    }
    return findings;
  },
};

export const checks: readonly VisaCheck[] = [...shape, ...suppression, quotedFigures, ...movements];
