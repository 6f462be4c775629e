// What a release of the survey must show before it is served. We have not seen a real file of this layout, so the checks compare the rows
// with what the 2019 list of columns leads us to expect. There are no anchors, because we have not read a cell of this data set.
import { dataSetChecks } from '#sources/kit/checks-data-set.ts';
import { notRepeated } from '#sources/kit/checks-relatives.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { dataRowsOf, printedDataSet } from '#sources/kit/read/ees-data-set.ts';
import type { Check, Examined } from '#sources/kit/source.ts';
import { type AreaSlug, areaOf, areaSlugs } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import type { Column, Row, Rows } from './parse.ts';
import { type Printed, type VacancyObservations, allOccupations, isBelowThreshold, smallestBase, withheldRow } from './reshape.ts';

type Edition = Examined<Rows, VacancyObservations>;

// How many groups SOC 2020 has at each level; a survey cannot publish more.
const groupCounts = [
  { digits: 1, level: 'major', most: 9 },
  { digits: 2, level: 'sub-major', most: 26 },
  { digits: 3, level: 'minor', most: 104 },
  { digits: 4, level: 'unit', most: 412 },
];
const majorGroups = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

const numberOf = (cell: string | number | undefined) => (typeof cell === 'number' ? cell : null);

function placeOfRow({ release, rows }: Edition, { row }: Pick<Row, 'row'>, column: Column): string {
  return placeOf(release, printedDataSet(rows), row, column);
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

/** The rows of all sectors together whose code has this number of digits, in one area or in all. */
function rowsOf({ observations: { groups } }: Edition, digits?: number, area?: AreaSlug): Printed[] {
  const rows = [...groups].flatMap(([slug, ofArea]) => (slug === (area ?? slug) ? [...ofArea.values()] : []));
  return rows.filter(({ code }) => code.length === (digits ?? code.length));
}

/** The unit groups that the file names. */
function unitsNamed({ observations }: Edition): string[] {
  return [...new Set(observations.printed.map(({ code }) => code).filter((code) => code.length === 4))];
}

function* sharesWithheld(edition: Edition): Generator<[place: string, share: number | null]> {
  const units = rowsOf(edition, 4, 'uk');
  yield [placeOfRelease(edition.release), check.percentOf(units.filter((row) => withheldRow(row) !== null).length, units.length, 2)];
}
const shareWithheld = 'the share of unit groups of the United Kingdom that are withheld';

/** The fault of a printed share that is not the share of the printed numbers. Null if a number is withheld. */
function faultOfShare({ cells: { vacancies, ...cells } }: Printed, measure: 'hardToFill' | 'skillShortage'): string | null {
  const [part, share] = [cells[measure], cells[`${measure}Percent`]];
  if (typeof part !== 'number' || typeof vacancies !== 'number' || typeof share !== 'number' || vacancies === 0) return null;
  // The share is rounded to one percent. Both numbers are rounded to one vacancy, which matters in a small group.
  const tolerance = 0.6 + 100 / vacancies;
  const exact = (100 * part) / vacancies;
  return Math.abs(exact - share) <= tolerance ? null : `${share} % is printed, ${part} of ${vacancies} vacancies are ${round(exact, 1)} %`;
}

/** Numbers of employers or vacancies, which add up. */
const counted = ['vacancies', 'hardToFill', 'skillShortage', 'base'] as const;
type Counted = (typeof counted)[number];
/** The number of a row. The employers behind a withheld row count where fewer of them are no fault. */
function countOf(row: Printed | undefined, what: Counted, { withheldToo = false } = {}): number | null {
  if (row === undefined || (!withheldToo && typeof row.cells.vacancies !== 'number')) return null;
  return numberOf(what === 'base' ? row.base : row.cells[what]);
}
const nameOf: Readonly<Record<Counted, string>> = {
  vacancies: 'vacancies',
  hardToFill: 'hard-to-fill vacancies',
  skillShortage: 'skill-shortage vacancies',
  base: 'employers',
};

/** A whole with the parts of it that are published. */
interface Whole {
  readonly place: () => string;
  readonly what: string;
  readonly whole: number;
  readonly parts: readonly number[];
  /** Whether no part is withheld. */
  readonly isComplete: boolean;
}

/** The numbers of every group in every area, with those of the groups beneath it. */
function* groupsWithParts(edition: Edition, wanted: readonly Counted[]): Generator<Whole> {
  for (const [area, groups] of edition.observations.groups) {
    const beneath = Map.groupBy(
      [...groups.values()].filter(({ code }) => code !== allOccupations),
      ({ code }) => code.slice(0, -1),
    );
    for (const row of groups.values())
      for (const what of wanted) {
        const withheldToo = what === 'base';
        const [whole, children] = [countOf(row, what, { withheldToo }), beneath.get(row.code) ?? []];
        const parts = children.flatMap((child) => countOf(child, what, { withheldToo }) ?? []);
        if (whole === null || parts.length === 0) continue;
        yield {
          place: () => placeOfRow(edition, row, what),
          what: `the ${nameOf[what]} of the groups beneath ${row.code === allOccupations ? 'all occupations' : row.code} in ${areaOf(area).name}`,
          whole,
          parts,
          isComplete: [row, ...children].every((one) => countOf(one, what) !== null),
        };
      }
  }
}

/** The numbers of every group in the United Kingdom, with those of the four nations. */
function* groupsWithNations(edition: Edition): Generator<Whole> {
  const nations = areaSlugs.ukAndNations.filter((area) => area !== 'uk');
  for (const row of rowsOf(edition, undefined, 'uk'))
    for (const what of counted) {
      const whole = countOf(row, what);
      const parts = nations.flatMap((area) => countOf(groupIn(edition, area, row.code), what) ?? []);
      if (whole === null || parts.length === 0) continue;
      const said = `the ${nameOf[what]} of ${row.code === allOccupations ? 'all occupations' : row.code} in the nations`;
      yield { place: () => placeOfRow(edition, row, what), what: said, whole, parts, isComplete: parts.length === nations.length };
    }
}

/** Parts are at most their whole, by a share and the rounding of each, and at least a share of it if none is withheld. */
const partsOf = (look: (edition: Edition) => Iterable<Whole>, [least, most]: check.Band, unseen: number): check.Rule<Edition> =>
  function* (edition) {
    for (const { place, what, whole, parts, isComplete } of look(edition)) {
      const [sum, largest] = [parts.reduce((all, part) => all + part, 0), Math.max(...parts)];
      const rounding = (parts.length + 1) / 2 + unseen;
      const isWithin = sum <= most * whole + rounding && largest <= whole + rounding && (!isComplete || sum >= least * whole - rounding);
      if (!isWithin) yield { place: place(), message: `${what} add up to ${sum}, the largest is ${largest}, and the whole is ${whole}` };
    }
  };
const vacanciesBeneath = (edition: Edition) => groupsWithParts(edition, ['vacancies', 'hardToFill', 'skillShortage']);
/** An employer can have vacancies in several groups, so employers add up to more than their whole: at most to this many times as many. */
const anyNumber = 1000;
const employersBeneath = (edition: Edition) => groupsWithParts(edition, ['base']);

export const checks: readonly Check<Rows, VacancyObservations>[] = [
  ...dataSetChecks<Column, VacancyObservations>(),
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
    'No column is by SOC 2010, and at least 99 % of the four-digit codes are unit groups of SOC 2020.',
    check.each(
      ({ rows }) =>
        dataRowsOf(rows)
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
    check.within(
      'the number of unit groups',
      (edition) => [[placeOfRelease(edition.release), unitsNamed(edition).length]],
      check.atLeast(1),
    ),
    check.mostAre(
      ({ release }) => placeOfRelease(release),
      'four-digit codes are not unit groups of SOC 2020, expected at most 1 %',
      (edition) => unitsNamed(edition).map((code) => [code, edition.needs.get('soc-structure').groups.has(code)]),
      0.99,
    ),
  ),
  check.knownIssue(
    'codes-known',
    'Every group is one of SOC 2020. Others are skipped.',
    check.each(
      (edition) => rowsOf(edition),
      (row, edition) => placeOfRow(edition, row, 'unit'),
      ({ code, label }, { needs }) =>
        code === allOccupations || needs.get('soc-structure').groups.has(code) ? null : `"${code} ${label}" is not a group of SOC 2020`,
    ),
  ),
  check.block(
    'levels',
    'No level has more groups than SOC 2020 has, and the United Kingdom has all nine major groups.',
    ...groupCounts.map(({ digits, level, most }) =>
      check.within(
        `the number of ${level} groups`,
        (edition: Edition) => [[placeOfRelease(edition.release), new Set(rowsOf(edition, digits).map(({ code }) => code)).size]],
        check.atMost(most),
      ),
    ),
    check.complete(
      'major groups of the United Kingdom',
      (edition) => [[placeOfArea(edition, 'uk'), rowsOf(edition, 1, 'uk').map(({ code }) => code), majorGroups]],
      { open: true },
    ),
  ),
  check.block(
    'areas',
    'The United Kingdom and each of its nations has a row of all occupations with a number of vacancies.',
    check.within(
      'the number of vacancies of all occupations',
      (edition) => areaSlugs.ukAndNations.map((area) => [placeOfArea(edition, area), vacanciesOf(edition, area)]),
      check.atLeast(0),
      { required: true },
    ),
  ),
  check.block(
    'order',
    'Skill-shortage vacancies are among the hard-to-fill ones, and these among the vacancies, in every row.',
    check.rising((edition) =>
      edition.observations.printed.map(({ row, cells: { vacancies, hardToFill, skillShortage } }) => ({
        // The fault is reported at the part, not at the whole that it exceeds.
        place: (whole) =>
          placeOfRow(
            edition,
            { row },
            whole === 'the number of vacancies' && typeof hardToFill === 'number' ? 'hardToFill' : 'skillShortage',
          ),
        steps: [
          ['the number of skill-shortage ones', numberOf(skillShortage)],
          ['the number of hard-to-fill ones', numberOf(hardToFill)],
          ['the number of vacancies', numberOf(vacancies)],
        ],
      })),
    ),
  ),
  check.block(
    'density',
    'The published shares agree with the published numbers, within rounding.',
    ...(['hardToFill', 'skillShortage'] as const).map((measure) =>
      check.each(
        ({ observations }: Edition) => observations.printed,
        (row, edition) => placeOfRow(edition, row, `${measure}Percent`),
        (row) => faultOfShare(row, measure),
      ),
    ),
  ),
  check.block(
    'nations',
    'The vacancies of the four nations add up to those of the United Kingdom within 1 %.',
    check.addUp((edition) => {
      const [uk, ...nations] = areaSlugs.ukAndNations.map((area) => vacanciesOf(edition, area));
      return [[placeOfArea(edition, 'uk'), 'the vacancies of the nations', nations, uk, (uk ?? 0) * 0.01]];
    }),
  ),
  check.block(
    'majors',
    // Each employer was asked about at most six groups, so some vacancies belong to no group.
    "The vacancies of an area's nine major groups add up to 85 % to 101 % of all its vacancies, if all nine are published.",
    check.within(
      'the share of the major groups in all vacancies',
      (edition) =>
        edition.observations.areas.flatMap((area) => {
          const majors = rowsOf(edition, 1, area).flatMap(({ cells }) => numberOf(cells.vacancies) ?? []);
          const sum = majors.reduce((all, vacancies) => all + vacancies, 0);
          const share = majors.length < majorGroups.length ? null : check.percentOf(sum, vacanciesOf(edition, area), 2);
          return [[placeOfArea(edition, area), share]];
        }),
      [85, 101],
      { unit: '%' },
    ),
  ),
  // No real file of this layout is at hand, so that limits leave room for what belongs to no group.
  check.knownIssue(
    'groups-beneath',
    'The vacancies of the groups beneath a group add up to at most 101 % of its own, and to at least 85 % if none is withheld. No group beneath has more employers than the group, and all together have as many if none is withheld.',
    partsOf(vacanciesBeneath, [0.85, 1.01], 2),
    partsOf(employersBeneath, [1, anyNumber], 0),
  ),
  check.block(
    'groups-beneath-plausible',
    'The vacancies of the groups beneath a group add up to at most 120 % of its own, and to at least 50 % if none is withheld. No group beneath has more employers than 1.2 times those of the group.',
    partsOf(vacanciesBeneath, [0.5, 1.2], 5),
    partsOf((edition) => [...employersBeneath(edition)].map((of) => ({ ...of, whole: 1.2 * of.whole })), [0.5, anyNumber], 5),
  ),
  check.knownIssue(
    'nations-of-groups',
    'The vacancies and employers of the nations add up to those of the United Kingdom within 1 %, in every group; to at most as many if a nation is withheld.',
    partsOf(groupsWithNations, [0.99, 1.01], 2),
  ),
  check.block(
    'nations-of-groups-plausible',
    'The vacancies and employers of the nations add up to those of the United Kingdom within 20 %, in every group; to at most as many if a nation is withheld.',
    partsOf(groupsWithNations, [0.8, 1.2], 5),
  ),
  check.knownIssue(
    'small-base',
    `No row based on fewer than ${smallestBase} employers has a number. Such numbers are not served.`,
    check.each(
      (edition) => rowsOf(edition).filter((row) => typeof row.cells.vacancies === 'number' && isBelowThreshold(row)),
      (row, edition) => placeOfRow(edition, row, 'base'),
      ({ base }) => `the number of employers behind a printed number of vacancies is "${base}", expected at least ${smallestBase}`,
    ),
  ),
  check.knownIssue(
    'withheld-for-its-base',
    `A row that is withheld as unreliable is based on fewer than ${smallestBase} employers.`,
    check.each(
      (edition) => rowsOf(edition),
      (row, edition) => placeOfRow(edition, row, 'base'),
      (row) =>
        withheldRow(row)?.reason === 'unreliable' ? `the row is withheld as unreliable, and ${row.base} employers were asked` : null,
    ),
  ),
  check.block(
    'withheld',
    'Some unit groups of the United Kingdom are withheld, but at most 80 %. Anything else is a broken file.',
    // One of the 412 is 0.24 %.
    check.within(shareWithheld, sharesWithheld, [0.1, 80], { unit: '%', required: true }),
  ),
  check.knownIssue(
    'withheld-near',
    'At least 5 % of the unit groups of the United Kingdom are withheld.',
    check.within(shareWithheld, sharesWithheld, check.atLeast(5), { unit: '%', required: true }),
  ),
  check.knownIssue(
    'not-the-wave-before',
    'At most half of the numbers of vacancies of the United Kingdom are those of the previous wave. The rows state their year, so that a file of another one is not read.',
    check.against(
      notRepeated(
        (edition, previous) => {
          if (previous?.observations.year === edition.observations.year) return [];
          const pairs = rowsOf(edition, undefined, 'uk').map((row) => {
            const before = previous === null ? undefined : groupIn(previous, 'uk', row.code);
            return [numberOf(row.cells.vacancies), numberOf(before?.cells.vacancies)] as const;
          });
          return [[placeOfArea(edition, 'uk'), pairs, previous?.release.name ?? '']];
        },
        { most: 0.5, least: 20 },
      ),
    ),
  ),
  check.knownIssue(
    'vacancies-moved',
    'The vacancies of the United Kingdom are within 60 % of the previous wave.',
    check.moves(
      (edition, previous) => [[placeOfArea(edition, 'uk'), vacanciesOf(edition, 'uk'), previous && vacanciesOf(previous, 'uk')]],
      check.eitherWay(60),
    ),
  ),
  check.knownIssue(
    'skill-shortage-moved',
    'The share of skill-shortage vacancies of each major group is within 20 points of the previous wave.',
    check.within(
      'the movement of the share of skill-shortage vacancies since the previous wave',
      (edition, previous) =>
        rowsOf(edition, 1, 'uk').map((row) => {
          const now = numberOf(row.cells.skillShortagePercent);
          const before = previous && numberOf(groupIn(previous, 'uk', row.code)?.cells.skillShortagePercent);
          return [placeOfRow(edition, row, 'skillShortagePercent'), now === null || before === null ? null : round(now - before, 3)];
        }),
      check.eitherWay(20),
      { unit: 'points' },
    ),
  ),
];
