// The checks that compare what the visa workbook says twice: each release repeats all quarters of the one before, and the quarters of one
// occupation, nationality or industry are like each other. The sibling of the series, on certificates of sponsorship from 2015 to 2023, gives
// the thresholds between quarters. How much a release revises has not been measured: we hold no two.
import { notRepeated } from '#sources/kit/checks-relatives.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { type GrantRow, type Rows, isGrant, printed } from './parse.ts';
import { quarterOfCell } from './release-name.ts';
import { type VisaObservations, codeOf, firstDetailedQuarter, suppressed } from './reshape.ts';

type Edition = Examined<Rows, VisaObservations>;

/** The visas of a quarter and the row that the first of them stand in. */
interface Count {
  readonly row: GrantRow;
  readonly quarter: string;
  granted: number;
}

/** The visas of each quarter since occupations are published, under the names that `nameOf` gives the rows. */
function countsOf({ rows }: Edition, nameOf: (row: GrantRow) => string): Map<string, Map<string, Count>> {
  const counts = new Map<string, Map<string, Count>>();
  for (const row of rows) {
    if (!isGrant(row)) continue;
    const quarter = quarterOfCell(row.quarter) ?? '';
    if (quarter < firstDetailedQuarter || row.unit === suppressed) continue;
    const name = nameOf(row);
    const quarters = counts.get(name) ?? new Map<string, Count>();
    counts.set(name, quarters);
    const known = quarters.get(quarter);
    if (known === undefined) quarters.set(quarter, { row, quarter, granted: Number(row.granted) });
    else known.granted += Number(row.granted);
  }
  return counts;
}

const ofUnit = check.once((edition: Edition) => countsOf(edition, ({ unit }) => codeOf(unit) ?? unit));
const nameOfRow = ({ unit, nationality, route, industry }: GrantRow) => [codeOf(unit) ?? unit, nationality, route, industry].join(', ');
const ofRow = check.once((edition: Edition) => countsOf(edition, nameOfRow));

const placeOfRow = ({ release, rows }: Edition, { row }: GrantRow) => placeOf(release, printed(rows), row, 'granted');

/**
 * The visas of each quarter that the release before has too, beside its own, if they differ by at least so many. The percentage is of the larger:
 * 100 % for one of the two that is 0.
 */
function revised(counts: typeof ofUnit, least: number): check.Look<Edition, readonly [place: () => string, percent: number, said: string]> {
  return function* (edition, previous) {
    if (previous === null) return;
    const then = counts(previous, null);
    for (const [name, quarters] of counts(edition, null))
      for (const { row, quarter, granted } of quarters.values()) {
        if (!previous.observations.quarters.includes(quarter)) continue;
        const before = then.get(name)?.get(quarter)?.granted ?? 0;
        const apart = Math.abs(granted - before);
        if (apart < least) continue;
        const said = `${granted} visas of ${name} in ${quarter}, and ${before} in ${previous.release.name}`;
        yield [() => placeOfRow(edition, row), (100 * apart) / Math.max(granted, before), said];
      }
  };
}

const notRevised = (counts: typeof ofUnit, least: number, most: number): check.Rule<Edition> =>
  check.each(
    revised(counts, least),
    ([place]) => place(),
    ([, percent, said]) => (percent < most ? null : said),
  );

/** Smaller numbers jump from quarter to quarter. */
const leastCompared = 50;
/** Fewer other quarters say nothing. */
const leastQuarters = 3;

/** The visas of an occupation, nationality, route or industry in a quarter that are many times the largest of its other quarters. */
const leaps = (most: number): check.Rule<Edition> =>
  function* (edition) {
    const series = [
      ofUnit(edition, null),
      ...(['nationality', 'industry', 'route'] as const).map((dimension) => countsOf(edition, (row) => row[dimension])),
    ];
    for (const counts of series)
      for (const [name, quarters] of counts) {
        if (quarters.size <= leastQuarters) continue;
        const largest = [...quarters.values()].toSorted((a, b) => b.granted - a.granted);
        const [first, second] = largest;
        if (first === undefined || second === undefined || first.granted < leastCompared || first.granted < most * second.granted) continue;
        const times = first.granted / second.granted;
        const message = `${first.granted} visas of ${name} in ${first.quarter}, and at most ${second.granted} in any other quarter, expected less than ${most} times as many`;
        yield { place: placeOfRow(edition, first.row), message, times };
      }
  };

/** The nationalities and industries with at least so many visas in every earlier quarter, and none in the last one. */
function* lostInLastQuarter(edition: Edition): Generator<Finding> {
  const { series } = edition.observations;
  const last = series.at(-1);
  for (const dimension of ['nationality', 'industry'] as const)
    for (const [name, quarters] of countsOf(edition, (row) => row[dimension])) {
      const earlier = series.slice(0, -1).map((quarter) => quarters.get(quarter)?.granted ?? 0);
      const least = Math.min(...earlier);
      if (last === undefined || quarters.has(last) || earlier.length < leastQuarters || least < leastCompared) continue;
      const message = `${name} has no visas in ${last}, and at least ${least} in each earlier quarter: the sheet may have been cut short`;
      yield { place: placeOfRelease(edition.release), message };
    }
}

/** Rows that stand near each other, and how many of them may have the figure of their neighbour by chance: revisions are few. */
const [rowsNear, mostByChance] = [20, 4];

/**
 * Rows near each other whose visas are not those of the release before, but those that the row above, or the one beneath, had there: the column
 * of visas has slipped beside its rows.
 */
function* slippedRows(edition: Edition, previous: Edition): Generator<Finding> {
  const then = ofRow(previous, null);
  const rows = edition.rows.filter(isGrant);
  const visasBefore = rows.map((row) => then.get(nameOfRow(row))?.get(quarterOfCell(row.quarter) ?? '')?.granted);
  for (const [step, where] of [[-1, 'above'] as const, [1, 'beneath'] as const]) {
    const slipped = rows.flatMap((row, at) => {
      const [own, neighbour] = [visasBefore[at], visasBefore[at + step]];
      return own !== undefined && Number(row.granted) !== own && Number(row.granted) === neighbour ? [at] : [];
    });
    for (const [place, first] of slipped.entries()) {
      const last = slipped[place + mostByChance];
      const row = rows[first];
      if (last === undefined || row === undefined || last - first >= rowsNear) continue;
      const message = `of the ${rowsNear} rows from here on, more than ${mostByChance} have the visas that the row ${where} had in ${previous.release.name}, not their own`;
      yield { place: placeOfRow(edition, row), message };
    }
  }
}

/** Smaller numbers of visas are often the same in two quarters. */
const leastRepeated = 20;

export const redundancyChecks: readonly Check<Rows, VisaObservations>[] = [
  check.knownIssue(
    'not-the-quarter-before',
    'At most half of the occupations with at least 20 visas in the latest quarter had as many in the quarter before.',
    notRepeated(
      (edition) => {
        const [then = '', last = ''] = edition.observations.series.slice(-2);
        const pairs = [...ofUnit(edition, null).values()].map(
          (quarters) => [quarters.get(last)?.granted, quarters.get(then)?.granted] as const,
        );
        return [[`${placeOfRelease(edition.release)} ${last}`, pairs.filter(([now = 0]) => now >= leastRepeated), then]];
      },
      { most: 0.5, least: 20 },
    ),
  ),
  check.block(
    'last-quarter-whole',
    'A nationality or an industry with at least 50 visas in each earlier quarter has some in the last one. Rows are in the order of quarter, nationality and route, so a sheet cut short in its last quarter has lost nationalities.',
    lostInLastQuarter,
  ),
  check.knownIssue(
    'quarters-near',
    'The visas of an occupation, a nationality, a route or an industry in a quarter are less than 5 times those of any other of its quarters (the sibling: 6 of 14,887, all of them temporary workers).',
    leaps(5),
  ),
  check.block(
    'quarters-plausible',
    'The visas of an occupation, a nationality, a route or an industry in a quarter are less than 80 times those of any other of its quarters (the sibling: at most 52).',
    leaps(80),
  ),
  check.knownIssue(
    'earlier-quarters',
    "An occupation's visas of a quarter that the release before has are within 5 % or 5 visas of it, and those of a nationality, route and industry within 20 % or 3 visas.",
    notRevised(ofUnit, 5, 5),
    notRevised(ofRow, 3, 20),
  ),
  check.block(
    'earlier-quarters-plausible',
    "An occupation's visas of a quarter that the release before has are within 50 % or 50 visas of it, and at most 5 % of the occupations' quarters have moved by 20 % and 5 visas.",
    notRevised(ofUnit, 50, 50),
    (edition, previous) => {
      const moved = [...notRevised(ofUnit, 5, 20)(edition, previous)];
      const all = [...ofUnit(edition, null).values()].reduce((sum, quarters) => sum + quarters.size, 0);
      return moved.length > 0.05 * all ? moved : [];
    },
  ),
  check.block(
    'rows-not-slipped',
    'Of 20 rows in a row, at most four have the visas that their neighbour had in the release before in place of their own: a revision moves some figures, but not to the next row.',
    check.against(slippedRows),
  ),
];
