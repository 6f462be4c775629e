// What a release of the survey must show before it is served. We have not seen a real file of this
// layout: the checks ask for what the list of columns of 2019 leads us to expect, and there are no
// anchors.
import * as check from '#sources/kit/checks.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import type { Check } from '#sources/kit/checks.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import type { Examined } from '#sources/kit/release.ts';
import { type AreaSlug, areaOf, areaSlugs } from '#schemas/codes.ts';
import { type Rows, layout } from './layout.ts';
import {
  type Measure,
  type Printed,
  type VacancyObservations,
  allOccupations,
  cells,
  isBelowThreshold,
  smallestBase,
  withheldRow,
} from './reshape.ts';

type Edition = Examined<Rows, VacancyObservations>;

const majorGroups = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** A number of a row; null if it is withheld. A withheld row still has its number of employers. */
function numberOf(row: Printed | undefined, measure: Measure): number | null {
  const cell = row?.cells[measure];
  return typeof cell === 'number' ? cell : null;
}

/** The row of all occupations in an area: its place, and its number of vacancies. */
function allIn(
  edition: Edition,
  area: AreaSlug,
): readonly [place: string, vacancies: number | null] {
  const all = edition.observations.groups.get(area)?.get(allOccupations);
  const place =
    all === undefined
      ? `${placeOfRelease(edition.release)} ${areaOf(area).name}`
      : layout.placeOf(edition, all.row, 'vacancies');
  return [place, numberOf(all, 'vacancies')];
}

/** The rows of all sectors together in the United Kingdom whose code has this number of digits. */
function rowsOfUk({ observations: { groups } }: Edition, digits: number): Printed[] {
  return [...(groups.get('uk')?.values() ?? [])].filter(({ code }) => code.length === digits);
}

/** Each published share with the share of the published numbers. Null if a number is withheld. */
function* shares(edition: Edition): Generator<check.Approximation> {
  for (const printed of edition.observations.printed)
    for (const measure of ['hardToFill', 'skillShortage'] as const) {
      const part = numberOf(printed, `${measure}Vacancies`);
      const share = numberOf(printed, `${measure}Share`);
      const vacancies = numberOf(printed, 'vacancies') ?? 0;
      if (part === null || share === null || vacancies === 0) continue;
      const place = () => layout.placeOf(edition, printed.row, `${measure}Share`);
      // The share is rounded to one percent. Both numbers are rounded to one vacancy, which matters
      // in a small group.
      yield {
        place,
        what: `the share of ${part} in ${vacancies} vacancies`,
        found: share,
        expected: (100 * part) / vacancies,
        tolerance: 0.6 + 100 / vacancies,
      };
    }
}

/** A group divided by finer groups or by areas. */
interface Divided {
  readonly whole: Printed;
  /** Names the parts: "the nations". */
  readonly where: string;
  /** Undefined for a part that is missing or withheld. */
  readonly parts: readonly (Printed | undefined)[];
}

/** Every group in every area, with the groups beneath it. */
function groupsWithParts({ observations: { groups } }: Edition): Divided[] {
  return [...groups].flatMap(([area, ofArea]) => {
    const finer = [...ofArea.values()].filter(({ code }) => code !== allOccupations);
    const beneath = Map.groupBy(finer, ({ code }) => code.slice(0, -1));
    const where = `the groups beneath, ${areaOf(area).name}`;
    return [...ofArea.values()].map(
      (whole): Divided => ({ whole, where, parts: beneath.get(whole.code) ?? [] }),
    );
  });
}

const isPublished = (row: Printed | undefined) => numberOf(row, 'vacancies') !== null;

/** Every published group in the United Kingdom, with the four nations. */
function groupsWithNations({ observations: { groups } }: Edition): Divided[] {
  const nations = areaSlugs.ukAndNations
    .filter((area) => area !== 'uk')
    .map((area) => groups.get(area));
  return [...(groups.get('uk')?.values() ?? [])].filter(isPublished).map((whole): Divided => {
    const rows = nations.map((nation) => nation?.get(whole.code));
    const parts = rows.map((row) => (isPublished(row) ? row : undefined));
    return { whole, where: 'the nations', parts };
  });
}

const counted = [
  'vacancies',
  'hardToFillVacancies',
  'skillShortageVacancies',
  'employers',
] as const;

/** Employers with vacancies in several groups count in each. */
const anyNumber = 1000;

/**
 * Parts are at most `most` times their whole and none is above it; if none is withheld, they are at
 * least `least` times their whole.
 */
const partsOf = (
  look: (edition: Edition) => readonly Divided[],
  measuresOfParts: readonly Measure[],
  [least, most]: check.Band,
): check.Rule<Edition> =>
  function* (edition) {
    for (const { whole: row, where, parts } of look(edition))
      for (const measure of measuresOfParts) {
        const whole = numberOf(row, measure);
        const numbers = parts.flatMap((part) => numberOf(part, measure) ?? []);
        if (whole === null || numbers.length === 0) continue;
        const isComplete = [row, ...parts].every(
          (candidate) => isPublished(candidate) && numberOf(candidate, measure) !== null,
        );
        const sum = numbers.reduce((all, part) => all + part, 0);
        const largest = Math.max(...numbers);
        // Each number is rounded, and small ones by much of their size.
        const rounding = (numbers.length + 1) / 2 + 5;
        if (
          sum <= most * whole + rounding &&
          largest <= whole + rounding &&
          (!isComplete || sum >= least * whole - rounding)
        )
          continue;
        const message =
          `${measure} of ${row.code || 'all occupations'} in ${where} add up to ${sum}, ` +
          `the largest is ${largest}, and the whole is ${whole}`;
        yield { place: layout.placeOf(edition, row.row, measure), message };
      }
  };

export const checks: readonly Check<Rows, VacancyObservations>[] = [
  ...titleChecks<Rows, VacancyObservations>((edition) => [
    // Some editions write the classification's name after the title.
    edition.observations.printed.map(({ row, code, label }) => ({
      place: () => layout.placeOf(edition, row, 'unit'),
      code,
      title: label.replace(/\(soc ?20\d\d\)\s*$/i, ''),
    })),
  ]),
  check.block(
    'soc-vintage',
    'No group is named as one of SOC 2010, and at least 99% of the codes are groups of SOC 2020.',
    check.each(
      ({ rows }) =>
        layout
          .rowsOf(rows, 'vacancies')
          .filter(({ unit }) => /\(soc ?2010\)\s*$/i.test(unit))
          .slice(0, 1),
      (row, edition) => layout.placeOf(edition, row, 'unit'),
      ({ unit }) => `found "${unit}": the file is by SOC 2010, expected SOC 2020`,
    ),
    check.mostAre(
      'codes are not groups of SOC 2020, expected at most 1%',
      ({ needs, observations: { printed } }) => {
        const codes = new Set(
          printed.map(({ code }) => code).filter((code) => code !== allOccupations),
        );
        return Array.from(codes, (code) => [code, needs.get('soc-structure').groups.has(code)]);
      },
      0.99,
    ),
  ),
  check.block(
    'levels',
    'The United Kingdom has all nine major groups.',
    check.complete(
      'major groups of the United Kingdom',
      (edition) => [
        {
          place: allIn(edition, 'uk')[0],
          found: rowsOfUk(edition, 1).map(({ code }) => code),
          expected: majorGroups,
        },
      ],
      { open: true },
    ),
  ),
  check.block(
    'areas',
    'The United Kingdom has 300,000 to 4 million vacancies, and each of its nations a ' +
      'number: the surveys found 586,000 in 2013 and 1.6 million in 2022.',
    check.within(
      'the number of vacancies of all occupations',
      (edition) => areaSlugs.ukAndNations.map((area) => allIn(edition, area)),
      check.atLeast(0),
      { required: true },
    ),
    check.within(
      'the number of vacancies of all occupations',
      (edition) => [allIn(edition, 'uk')],
      [300_000, 4_000_000],
    ),
  ),
  check.block(
    'density',
    'The published shares agree with the published numbers, within rounding.',
    check.near(shares, { unit: '%', decimals: 1 }),
  ),
  check.block(
    'groups-add-up',
    // Each employer was asked about at most six groups, so some vacancies belong to no group. An
    // employer can have vacancies in several groups.
    'The vacancies of the groups beneath a group add up to at most 110% of its own, ' +
      'and to at least 60% if none is withheld. No group beneath has more employers than ' +
      'the group.',
    partsOf(
      groupsWithParts,
      ['vacancies', 'hardToFillVacancies', 'skillShortageVacancies'],
      [0.6, 1.1],
    ),
    partsOf(groupsWithParts, ['employers'], [0.6, anyNumber]),
  ),
  check.block(
    'nations-add-up',
    'The vacancies and employers of the nations add up to those of the United Kingdom ' +
      'within 5%, in every group; to at most as many if a nation is withheld.',
    partsOf(groupsWithNations, counted, [0.95, 1.05]),
  ),
  check.block(
    'base',
    'Of the rows that print a number or are withheld as unreliable, 90% print it ' +
      `exactly if they rest on ${smallestBase} employers or more.`,
    check.mostAre(
      `rows print a number on fewer than ${smallestBase} employers, or withhold one on ` +
        'more, expected at most 10%',
      function* ({ observations: { groups } }) {
        for (const [area, ofArea] of groups)
          for (const row of ofArea.values())
            if (isPublished(row) || cells.withheld(row.cells.vacancies)?.reason === 'unreliable')
              yield [
                `${row.code} ${areaOf(area).name}`,
                isPublished(row) !== isBelowThreshold(row),
              ];
      },
      0.9,
    ),
  ),
  check.block(
    'withheld',
    'Some unit groups of the United Kingdom are withheld, but at most 80%. Anything ' +
      'else is a broken file.',
    check.within(
      'the share of unit groups of the United Kingdom that are withheld',
      check.ofRelease((edition) => {
        const units = rowsOfUk(edition, 4);
        return check.percentOf(
          units.filter((row) => withheldRow(row) !== null).length,
          units.length,
          2,
        );
      }),
      // One of the 412 is 0.24%.
      [0.1, 80],
      { unit: '%', required: true },
    ),
  ),
];
