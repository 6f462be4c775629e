// What a release of the survey must show before it is served. No file of its layout has been seen, so the checks ask above all whether the
// rows are what the 2019 list of columns makes one expect. There are no anchors: nobody has read a cell of this data set.
import { dataRowsOf, headerFindings, rowCountFindings } from '#sources/kit/read/ees-data-set.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { type AreaSlug, areaOf, areaSlugs } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type Column, type Rows, placeOf } from './parse.ts';
import { type Measure, type Printed, type VacancyObservations, allOccupations, smallestBase, withheldRow } from './reshape.ts';

type VacancyCheck = Check<Rows, VacancyObservations>;
type Edition = Examined<Rows, VacancyObservations>;

// How many groups SOC 2020 has at each level; a survey cannot publish more.
const groupCounts = [
  { digits: 1, level: 'major', most: 9 },
  { digits: 2, level: 'sub-major', most: 26 },
  { digits: 3, level: 'minor', most: 104 },
  { digits: 4, level: 'unit', most: 412 },
];

export const checks: readonly VacancyCheck[] = [
  {
    name: 'header',
    severity: 'block',
    describe: "Every column is known, and every column of the publisher's account is in the file.",
    check: ({ release, rows }) => headerFindings(`employer-skills-survey ${release.name}`, rows, []),
  },
  {
    name: 'rows',
    severity: 'block',
    describe: 'As many rows as the publisher states.',
    check: ({ release, rows }) => rowCountFindings(`employer-skills-survey ${release.name}`, rows),
  },
  {
    name: 'soc-vintage',
    severity: 'block',
    describe:
      'At least 99 % of the four-digit codes are unit groups of SOC 2020, and at least 90 % of their names are its titles: SOC 2010 shares many codes with other meanings.',
    check: vintageFindings,
  },
  {
    name: 'codes-known',
    severity: 'known-issue',
    describe: 'Every group is one of SOC 2020. Others are passed over.',
    check: (edition) => {
      const { groups } = edition.needs.get('soc-structure');
      return rowsOf(edition)
        .filter(({ code }) => code !== allOccupations && !groups.has(code))
        .map((row) => at(edition, row, 'unit', `"${row.code} ${row.label}" is no group of SOC 2020`));
    },
  },
  {
    name: 'levels',
    severity: 'block',
    describe: 'At most as many groups of each level as SOC 2020 has, and for the United Kingdom all nine major groups.',
    check: levelFindings,
  },
  {
    name: 'areas',
    severity: 'block',
    describe: 'The United Kingdom and each of its nations has a row of all occupations with a number of vacancies.',
    check: (edition) =>
      areaSlugs.ukAndNations.flatMap((area) =>
        typeof vacanciesOf(edition, area) === 'number'
          ? []
          : [{ place: placeOfArea(edition, area), message: 'no number of vacancies for all occupations' }],
      ),
  },
  {
    name: 'order',
    severity: 'block',
    describe: 'Skill-shortage vacancies are among the hard-to-fill ones, and these among the vacancies, in every row.',
    check: (edition) =>
      edition.observations.printed.flatMap((row) => {
        const { vacancies, hardToFill, skillShortage } = row.cells;
        return [
          ...(exceeds(hardToFill, vacancies)
            ? [at(edition, row, 'hardToFill', `${hardToFill} hard-to-fill of ${vacancies} vacancies`)]
            : []),
          ...(exceeds(skillShortage, hardToFill) || exceeds(skillShortage, vacancies)
            ? [
                at(
                  edition,
                  row,
                  'skillShortage',
                  `${skillShortage} skill-shortage of ${hardToFill} hard-to-fill and ${vacancies} vacancies`,
                ),
              ]
            : []),
        ];
      }),
  },
  {
    name: 'density',
    severity: 'block',
    describe: 'The published shares are those of the published numbers, within rounding.',
    check: (edition) =>
      edition.observations.printed.flatMap((row) => [
        ...densityFindings(edition, row, 'hardToFill', 'hardToFillPercent'),
        ...densityFindings(edition, row, 'skillShortage', 'skillShortagePercent'),
      ]),
  },
  {
    name: 'nations',
    severity: 'block',
    describe: 'The vacancies of the four nations add up to those of the United Kingdom within 1 %.',
    check: (edition) => {
      const uk = vacanciesOf(edition, 'uk');
      const nations = areaSlugs.ukAndNations.filter((area) => area !== 'uk').map((area) => vacanciesOf(edition, area));
      if (uk === null || nations.some((nation) => nation === null)) return [];
      const sum = nations.reduce((total: number, nation) => total + (nation ?? 0), 0);
      return Math.abs(sum - uk) <= uk * 0.01
        ? []
        : [{ place: placeOfArea(edition, 'uk'), message: `the nations have ${round(sum)} vacancies together, the United Kingdom ${uk}` }];
    },
  },
  {
    name: 'majors',
    severity: 'block',
    // Each employer was asked about at most six groups, so that some vacancies have none.
    describe: "The vacancies of an area's nine major groups, where all are published, are 85 % to 101 % of all.",
    check: (edition) =>
      edition.observations.areas.flatMap((area) => {
        const all = vacanciesOf(edition, area);
        const majors = rowsOf(edition)
          .filter((row) => row.area === area && row.code.length === 1)
          .map(({ cells }) => cells.vacancies);
        if (all === null || majors.length < 9 || majors.some((cell) => typeof cell !== 'number')) return [];
        const sum = majors.reduce((total: number, cell) => total + Number(cell), 0);
        return sum >= all * 0.85 && sum <= all * 1.01
          ? []
          : [
              {
                place: placeOfArea(edition, area),
                message: `the major groups have ${round(sum)} vacancies together, all occupations ${all}`,
              },
            ];
      }),
  },
  {
    name: 'small-base',
    severity: 'known-issue',
    describe: `No row based on fewer than ${smallestBase} employers has a number. Such numbers are not served.`,
    check: (edition) =>
      rowsOf(edition)
        .filter(({ base, cells }) => typeof base === 'number' && base < smallestBase && typeof cells.vacancies === 'number')
        .map((row) => at(edition, row, 'base', `${row.cells.vacancies} vacancies are printed on a base of ${row.base} employers`)),
  },
  {
    name: 'withheld',
    severity: 'block',
    describe: 'Some unit groups of the United Kingdom are withheld, and at most 80 % of them: none or more is a broken file.',
    check: (edition) => withheldFindings(edition, (share) => share > 0 && share <= 0.8, 'more than 0 % and at most 80 %'),
  },
  {
    name: 'withheld-near',
    severity: 'known-issue',
    describe: 'At least 5 % of the unit groups of the United Kingdom are withheld.',
    check: (edition) => withheldFindings(edition, (share) => share >= 0.05, 'at least 5 %'),
  },
  {
    name: 'vacancies-moved',
    severity: 'known-issue',
    describe: 'The vacancies of the United Kingdom are within 60 % of those of the previous wave.',
    check: (edition, previous) => {
      const now = vacanciesOf(edition, 'uk');
      const before = previous === null ? null : vacanciesOf(previous, 'uk');
      if (now === null || before === null || Math.abs(now - before) <= before * 0.6) return [];
      return [{ place: placeOfArea(edition, 'uk'), message: `${now} vacancies, ${before} in ${previous?.observations.year}` }];
    },
  },
  {
    name: 'skill-shortage-moved',
    severity: 'known-issue',
    describe: 'The share of skill-shortage vacancies of each major group is within 20 points of that of the previous wave.',
    check: (edition, previous) => {
      if (previous === null) return [];
      return rowsOf(edition)
        .filter(({ area, code }) => area === 'uk' && code.length === 1)
        .flatMap((row) => {
          const [now, before] = [
            row.cells.skillShortagePercent,
            previous.observations.groups.get('uk')?.get(row.code)?.cells.skillShortagePercent,
          ];
          const moved = typeof now === 'number' && typeof before === 'number' && Math.abs(now - before) > 20;
          return moved
            ? [at(edition, row, 'skillShortagePercent', `${now} % of vacancies, ${before} % in ${previous.observations.year}`)]
            : [];
        });
    },
  },
];

/** The rows of all sectors together. */
function rowsOf({ observations }: Edition): Printed[] {
  return [...observations.groups.values()].flatMap((ofArea) => [...ofArea.values()]);
}

function at({ release, rows }: Edition, row: Printed, column: Column, message: string): Finding {
  return { place: placeOf(release, rows, row.row, column), message };
}

function placeOfArea({ release, rows, observations }: Edition, area: AreaSlug): string {
  const row = observations.groups.get(area)?.get(allOccupations);
  return row === undefined ? `employer-skills-survey ${release.name} ${areaOf(area).name}` : placeOf(release, rows, row.row, 'vacancies');
}

function vacanciesOf({ observations }: Edition, area: AreaSlug): number | null {
  const cell = observations.groups.get(area)?.get(allOccupations)?.cells.vacancies;
  return typeof cell === 'number' ? cell : null;
}

function exceeds(part: string | number, whole: string | number): boolean {
  return typeof part === 'number' && typeof whole === 'number' && part > whole;
}

function densityFindings(
  edition: Edition,
  row: Printed,
  measure: Measure,
  percent: 'hardToFillPercent' | 'skillShortagePercent',
): Finding[] {
  const [part, whole, share] = [row.cells[measure], row.cells.vacancies, row.cells[percent]];
  if (typeof part !== 'number' || typeof whole !== 'number' || typeof share !== 'number' || whole === 0) return [];
  // The share is rounded to one percent, and both numbers to one vacancy, which tells in a small group.
  const tolerance = 0.6 + 100 / whole;
  const exact = (100 * part) / whole;
  return Math.abs(exact - share) <= tolerance
    ? []
    : [at(edition, row, percent, `${share} % is printed, ${part} of ${whole} vacancies are ${round(exact, 1)} %`)];
}

/** A name without what editions write differently: case, punctuation, and the classification's own name after it. */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\(soc ?20\d\d\)\s*$/, '')
    .replace(/[^a-z0-9]/g, '');
}

function vintageFindings(edition: Edition): Finding[] {
  const { release, rows, needs } = edition;
  const { groups } = needs.get('soc-structure');
  const place = `employer-skills-survey ${release.name}`;
  const older = dataRowsOf(rows).find(({ unit }) => /\(soc ?2010\)\s*$/i.test(unit));
  // The labels of the columns of 2019 end so.
  const olderLabel = edition.observations.account?.columns?.find(({ label }) => /soc ?2010/i.test(label));
  const units = new Map(edition.observations.printed.filter(({ code }) => code.length === 4).map((row) => [row.code, row]));
  const known = [...units.values()].filter(({ code }) => groups.has(code));
  const alike = known.filter(({ code, label }) => foldName(label) === foldName(groups.get(code)?.title ?? ''));
  const findings: Finding[] = [];
  if (older !== undefined)
    findings.push({
      place: placeOf(release, rows, older.row, 'unit'),
      message: `found "${older.unit}": the file is by SOC 2010, expected SOC 2020`,
    });
  if (olderLabel !== undefined)
    findings.push({ place, message: `the publisher calls the column "${olderLabel.name}" "${olderLabel.label}", expected SOC 2020` });
  if (units.size === 0) findings.push({ place, message: 'no row is of a unit group' });
  if (known.length < units.size * 0.99)
    findings.push({ place, message: `${known.length} of ${units.size} four-digit codes are unit groups of SOC 2020, expected 99 %` });
  if (alike.length < known.length * 0.9) {
    const other = known.find((row) => !alike.includes(row));
    const example = other === undefined ? '' : `; ${other.code} is "${other.label}", not "${groups.get(other.code)?.title}"`;
    findings.push({
      place,
      message: `${alike.length} of ${known.length} unit groups carry their title of SOC 2020, expected 90 %${example}`,
    });
  }
  return findings;
}

function levelFindings(edition: Edition): Finding[] {
  const findings: Finding[] = [];
  for (const { digits, level, most } of groupCounts) {
    const found = new Set(
      rowsOf(edition)
        .filter(({ code }) => code.length === digits)
        .map(({ code }) => code),
    );
    if (found.size > most)
      findings.push({
        place: `employer-skills-survey ${edition.release.name}`,
        message: `${found.size} ${level} groups, SOC 2020 has ${most}`,
      });
  }
  const ofUk = edition.observations.groups.get('uk');
  const missing = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].filter((code) => !ofUk?.has(code));
  if (missing.length > 0)
    findings.push({ place: placeOfArea(edition, 'uk'), message: `the United Kingdom has no row of the major group ${missing.join(', ')}` });
  return findings;
}

function withheldFindings(edition: Edition, isFine: (share: number) => boolean, expected: string): Finding[] {
  const units = rowsOf(edition).filter(({ area, code }) => area === 'uk' && code.length === 4);
  const share = units.length === 0 ? 0 : units.filter((row) => withheldRow(row) !== null).length / units.length;
  return isFine(share)
    ? []
    : [
        {
          place: `employer-skills-survey ${edition.release.name}`,
          message: `${round(share * 100, 1)} % of ${units.length} unit groups of the United Kingdom are withheld, expected ${expected}`,
        },
      ];
}
