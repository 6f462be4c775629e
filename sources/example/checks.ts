// What must be true of a release before it is served. Each check says what is true, which numbers,
// and why. docs/writing-a-check.md lists the rules.
import { titleChecks } from '#sources/kit/checks-titles.ts';
import * as check from '#sources/kit/checks.ts';
import type { Examined } from '#sources/kit/release.ts';
import { type Rows, layout } from './layout.ts';
import type { SatisfactionObservations } from './reshape.ts';

type Edition = Examined<Rows, SatisfactionObservations>;

/** The published number of each row in a column, with its place. */
function* numbersIn(
  edition: Edition,
  column: 'satisfiedPercent' | 'respondents',
): Generator<readonly [place: string, number: number]> {
  for (const { row, [column]: cell } of edition.observations.occupations.values())
    if (typeof cell === 'number') yield [layout.placeOf(edition, row, column), cell];
}

const numberOfRows = ({ observations }: Edition) => observations.occupations.size;

export const checks: readonly check.Check<Rows, SatisfactionObservations>[] = [
  ...titleChecks<Rows, SatisfactionObservations>((edition) => [
    layout.rowsOf(edition.rows, 'satisfaction').map((row) => ({
      place: () => layout.placeOf(edition, row, 'title'),
      code: row.code,
      title: row.title,
    })),
  ]),
  check.block(
    'unit-groups',
    'Every unit group of SOC 2020 has a row.',
    check.complete('unit groups', (edition) => [
      {
        place: layout.placeOf(edition, 'satisfaction'),
        found: edition.observations.occupations.keys(),
        expected: edition.needs.get('soc-structure').unitGroups.map(({ code }) => code),
      },
    ]),
  ),
  check.block(
    'shares',
    'Shares are 0 to 100%. Fractions of 1 would all be below 1, so the median share is ' +
      'at least 20%.',
    check.within('the share', (edition) => numbersIn(edition, 'satisfiedPercent'), [0, 100], {
      unit: '%',
    }),
    check.within(
      'the median share',
      check.ofRelease((edition: Edition) =>
        check.middleOf([...numbersIn(edition, 'satisfiedPercent')].map(([, share]) => share)),
      ),
      check.atLeast(20),
      { unit: '%', required: true },
    ),
  ),
  check.comparing.block(
    'row-count',
    'A release has at most 5% more or fewer rows than the edition before.',
    check.moves(
      (edition, previous) => [
        {
          place: layout.placeOf(edition, 'satisfaction'),
          now: numberOfRows(edition),
          before: previous === null ? null : numberOfRows(previous),
        },
      ],
      check.eitherWay(5),
    ),
  ),
];
