// What a release of the survey must show before it is served. We have not seen a real file of this layout: the checks ask for what the list
// of columns of 2019 leads us to expect, and there are no anchors.
import { titleChecks } from '#sources/kit/checks-titles.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { foldToLetters } from '#sources/kit/read/columns.ts';
import type { Check, Examined } from '#sources/kit/source.ts';
import { type AreaSlug, areaOf, areaSlugs } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type Column, type Row, type Rows, layout } from './layout.ts';
import { type Printed, type VacancyObservations, allOccupations, cells, isBelowThreshold, smallestBase, withheldRow } from './reshape.ts';

type Edition = Examined<Rows, VacancyObservations>;

const majorGroups = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

const numberOf = (cell: string | number | undefined) => (typeof cell === 'number' ? cell : null);

function placeOfRow({ release, rows }: Edition, { row }: Pick<Row, 'row'>, column: Column): string {
  return placeOf(release, layout.printed(rows, 'vacancies'), row, column);
}

function groupIn({ observations }: Edition, area: AreaSlug, code: string): Printed | undefined {
  return observations.groups.get(area)?.get(code);
}

/** The number of vacancies of all occupations in an area. */
function vacanciesOf(edition: Edition, area: AreaSlug): number | null {
  return numberOf(groupIn(edition, area, allOccupations)?.cells.vacancies);
}

function placeOfArea(edition: Edition, area: AreaSlug): string {
  const row = groupIn(edition, area, allOccupations);
  return row === undefined ? `${placeOfRelease(edition.release)} ${areaOf(area).name}` : placeOfRow(edition, row, 'vacancies');
}

/** The rows of all sectors together in the United Kingdom whose code has this number of digits, or all of them. */
function rowsOfUk({ observations: { groups } }: Edition, digits?: number): Printed[] {
  return [...(groups.get('uk')?.values() ?? [])].filter(({ code }) => code.length === (digits ?? code.length));
}

/** The codes of groups that the file names. */
function codesNamed({ observations }: Edition): string[] {
  return [...new Set(observations.printed.map(({ code }) => code).filter((code) => code !== allOccupations))];
}

/** The fault of a printed share that is not the share of the printed numbers. Null if a number is withheld. */
function faultOfShare({ cells: { vacancies, ...cells } }: Printed, measure: 'hardToFill' | 'skillShortage'): string | null {
  const [part, share] = [cells[`${measure}Vacancies`], cells[`${measure}Share`]];
  if (typeof part !== 'number' || typeof vacancies !== 'number' || typeof share !== 'number' || vacancies === 0) return null;
  // The share is rounded to one percent. Both numbers are rounded to one vacancy, which matters in a small group.
  const tolerance = 0.6 + 100 / vacancies;
  const exact = (100 * part) / vacancies;
  return Math.abs(exact - share) <= tolerance ? null : `${share} % is printed, ${part} of ${vacancies} vacancies are ${round(exact, 1)} %`;
}

const counted = ['vacancies', 'hardToFillVacancies', 'skillShortageVacancies', 'employers'] as const;
type Counted = (typeof counted)[number];
/** A number of a row. The number of employers stands in withheld rows too. */
const countOf = (row: Printed | undefined, what: Counted) => numberOf(what === 'employers' ? row?.employers : row?.cells[what]);

/** A whole with the published ones of its parts. */
interface Whole {
  readonly place: () => string;
  readonly what: string;
  readonly whole: number;
  readonly parts: readonly number[];
  /** Whether no part is withheld. */
  readonly isComplete: boolean;
}

function wholesOf(
  edition: Edition,
  row: Printed,
  where: string,
  parts: readonly (Printed | undefined)[],
  wanted: readonly Counted[],
): Whole[] {
  return wanted.flatMap((what) => {
    const [whole, counts] = [countOf(row, what), parts.flatMap((part) => countOf(part, what) ?? [])];
    if (whole === null || counts.length === 0) return [];
    const isComplete = [row, ...parts].every(
      (one) => one !== undefined && typeof one.cells.vacancies === 'number' && countOf(one, what) !== null,
    );
    return [
      {
        place: () => placeOfRow(edition, row, what),
        what: `${what} of ${row.code || 'all occupations'} in ${where}`,
        whole,
        parts: counts,
        isComplete,
      },
    ];
  });
}

/** The numbers of every group in every area, with those of the groups beneath it. */
function groupsWithParts(edition: Edition, wanted: readonly Counted[]): Whole[] {
  return [...edition.observations.groups].flatMap(([area, groups]) => {
    const finer = [...groups.values()].filter(({ code }) => code !== allOccupations);
    const beneath = Map.groupBy(finer, ({ code }) => code.slice(0, -1));
    const where = `the groups beneath, ${areaOf(area).name}`;
    return [...groups.values()].flatMap((row) => wholesOf(edition, row, where, beneath.get(row.code) ?? [], wanted));
  });
}

/** The numbers of every published group in the United Kingdom, with those of the four nations. */
function groupsWithNations(edition: Edition): Whole[] {
  const nations = areaSlugs.ukAndNations.filter((area) => area !== 'uk');
  const published = rowsOfUk(edition).filter(({ cells }) => typeof cells.vacancies === 'number');
  return published.flatMap((row) => {
    const parts = nations.map((area) => groupIn(edition, area, row.code));
    const printed = parts.map((part) => (typeof part?.cells.vacancies === 'number' ? part : undefined));
    return wholesOf(edition, row, 'the nations', printed, counted);
  });
}

/** Employers with vacancies in several groups count in each. */
const anyNumber = 1000;

/** Parts are at most `most` times their whole and none is above it; if none is withheld, they are at least `least` times their whole. */
const partsOf = (look: (edition: Edition) => Iterable<Whole>, [least, most]: check.Band): check.Rule<Edition> =>
  function* (edition) {
    for (const { place, what, whole, parts, isComplete } of look(edition)) {
      const [sum, largest] = [parts.reduce((all, part) => all + part, 0), Math.max(...parts)];
      // Each number is rounded, and small ones by much of their size.
      const rounding = (parts.length + 1) / 2 + 5;
      const isWithin = sum <= most * whole + rounding && largest <= whole + rounding && (!isComplete || sum >= least * whole - rounding);
      if (!isWithin) yield { place: place(), message: `${what} add up to ${sum}, the largest is ${largest}, and the whole is ${whole}` };
    }
  };

export const checks: readonly Check<Rows, VacancyObservations>[] = [
  check.block(
    'header',
    "Every column of the publisher's account is in the file.",
    check.complete(
      'columns of the file',
      ({ release, rows, observations: { account } }) => {
        const there = layout.header(rows, 'vacancies')?.headers.map(foldToLetters) ?? [];
        return [
          [placeOf(release, layout.printed(rows, 'vacancies'), 1), there, account?.columns?.map(({ name }) => foldToLetters(name)) ?? []],
        ];
      },
      { open: true },
    ),
  ),
  check.block(
    'rows',
    'The number of rows is the one that the publisher states.',
    check.agree(({ release, rows, observations: { account } }) => {
      const count = layout.of(rows, 'vacancies').length;
      return [[placeOfRelease(release), count, account?.rows ?? count, "the number of rows, as by the publisher's account"]];
    }),
  ),
  ...titleChecks<Rows, VacancyObservations>((edition) => [
    edition.observations.printed.map((row) => [
      () => placeOfRow(edition, row, 'unit'),
      row.code,
      // Some editions write the classification's name after the title.
      row.label.replace(/\(soc ?20\d\d\)\s*$/i, ''),
    ]),
  ]),
  check.block(
    'soc-vintage',
    'No column is by SOC 2010, and at least 99 % of the codes are groups of SOC 2020.',
    check.each(
      ({ rows }) =>
        layout
          .of(rows, 'vacancies')
          .filter(({ unit }) => /\(soc ?2010\)\s*$/i.test(unit))
          .slice(0, 1),
      (row, edition) => placeOfRow(edition, row, 'unit'),
      ({ unit }) => `found "${unit}": the file is by SOC 2010, expected SOC 2020`,
    ),
    check.each(
      // The column labels of 2019 end like this.
      ({ observations: { account } }) => (account?.columns ?? []).filter(({ label }) => /soc ?2010/i.test(label)).slice(0, 1),
      (_, { release }) => placeOfRelease(release),
      ({ name, label }) => `the publisher calls the column "${name}" "${label}", expected SOC 2020`,
    ),
    check.mostAre(
      'codes are not groups of SOC 2020, expected at most 1 %',
      (edition) => codesNamed(edition).map((code) => [code, edition.needs.get('soc-structure').groups.has(code)]),
      0.99,
    ),
  ),
  check.block(
    'levels',
    'The United Kingdom has all nine major groups.',
    check.complete(
      'major groups of the United Kingdom',
      (edition) => [[placeOfArea(edition, 'uk'), rowsOfUk(edition, 1).map(({ code }) => code), majorGroups]],
      { open: true },
    ),
  ),
  check.block(
    'areas',
    'The United Kingdom has 300,000 to 4 million vacancies, and each of its nations a number: the surveys found 586,000 in 2013 and 1.6 million in 2022.',
    check.within(
      'the number of vacancies of all occupations',
      (edition) => areaSlugs.ukAndNations.map((area) => [placeOfArea(edition, area), vacanciesOf(edition, area)]),
      check.atLeast(0),
      { required: true },
    ),
    check.notInSample(
      check.within(
        'the number of vacancies of all occupations',
        (edition) => [[placeOfArea(edition, 'uk'), vacanciesOf(edition, 'uk')]],
        [300_000, 4_000_000],
      ),
    ),
  ),
  check.block(
    'density',
    'The published shares agree with the published numbers, within rounding.',
    ...(['hardToFill', 'skillShortage'] as const).map((measure) =>
      check.each(
        ({ observations }: Edition) => observations.printed,
        (row, edition) => placeOfRow(edition, row, `${measure}Share`),
        (row) => faultOfShare(row, measure),
      ),
    ),
  ),
  check.block(
    'groups-add-up',
    // Each employer was asked about at most six groups, so some vacancies belong to no group. An employer can have vacancies in several groups.
    'The vacancies of the groups beneath a group add up to at most 110 % of its own, and to at least 60 % if none is withheld. No group beneath has more employers than the group.',
    partsOf((edition) => groupsWithParts(edition, ['vacancies', 'hardToFillVacancies', 'skillShortageVacancies']), [0.6, 1.1]),
    partsOf((edition) => groupsWithParts(edition, ['employers']), [0.6, anyNumber]),
  ),
  check.block(
    'nations-add-up',
    'The vacancies and employers of the nations add up to those of the United Kingdom within 5 %, in every group; to at most as many if a nation is withheld.',
    partsOf(groupsWithNations, [0.95, 1.05]),
  ),
  check.block(
    'base',
    `Of the rows that print a number or are withheld as unreliable, 90 % print it exactly if they rest on ${smallestBase} employers or more.`,
    check.mostAre(
      `rows print a number on fewer than ${smallestBase} employers, or withhold one on more, expected at most 10 %`,
      ({ observations: { groups } }) =>
        [...groups].flatMap(([area, ofArea]) =>
          [...ofArea.values()].flatMap((row): [string, boolean][] => {
            const isPrinted = typeof row.cells.vacancies === 'number';
            const isUnreliable = cells.withheld(row.cells.vacancies)?.reason === 'unreliable';
            return isPrinted || isUnreliable ? [[`${row.code} ${areaOf(area).name}`, isPrinted !== isBelowThreshold(row)]] : [];
          }),
        ),
      0.9,
    ),
  ),
  check.block(
    'withheld',
    'Some unit groups of the United Kingdom are withheld, but at most 80 %. Anything else is a broken file.',
    check.within(
      'the share of unit groups of the United Kingdom that are withheld',
      (edition) => {
        const units = rowsOfUk(edition, 4);
        const withheld = units.filter((row) => withheldRow(row) !== null);
        return [[placeOfRelease(edition.release), check.percentOf(withheld.length, units.length, 2)]];
      },
      // One of the 412 is 0.24 %.
      [0.1, 80],
      { unit: '%', required: true },
    ),
  ),
];
