// What must be true of a release before it is served. Observed values come from the workbook of 14
// November 2025, table 3136. layout.ts finds the tables; reshape.ts refuses unknown markers,
// sections and occupations.
import {
  Nearest,
  type Related,
  type RepeatedTable,
  nearRelatives,
  notRepeated,
} from '#sources/kit/checks-relatives.ts';
import * as check from '#sources/kit/checks.ts';
import { labelsAlike } from '#sources/kit/checks-labels.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import type { Check } from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { parseAddress } from '#sources/kit/read/addresses.ts';
import type { Examined } from '#sources/kit/release.ts';
// Cells that we read by eye in the workbook of the release 2021-2024, with their shading if it
// matters.
import anchorCells from './data/anchors.json' with { type: 'json' };
import { type Rows, isShadedAt, printedSheetOf, sections } from './layout.ts';
import { yearsOf } from './release-name.ts';
import {
  type Figure,
  type IndustryYear,
  type Line,
  type WorkforceObservations,
  codeOf,
} from './reshape.ts';

type Edition = Examined<Rows, WorkforceObservations>;

const sumOf = (figures: readonly Figure[]) =>
  figures.reduce((sum, { count }) => sum + (count ?? 0), 0);
const industryTables = ({ rows }: Edition) => rows.filter(({ kind }) => kind === 'industry');

/** `aps-workforce 2021-2024 '2024' section C`. */
function placeOfYear({ release }: Edition, { year }: IndustryYear, section?: string): string {
  return (
    `${placeOfRelease(release)} ` + `'${year}'${section === undefined ? '' : ` section ${section}`}`
  );
}

/** Each section of a year: the sum of the figures of all occupations, and the printed total. */
function sectionsOf({ allOccupations, categories, lines }: IndustryYear) {
  return categories.map((section, index) => {
    const visible = sumOf([...lines.values()].flatMap(({ figures }) => figures[index] ?? []));
    return { section, visible, total: allOccupations?.figures[index]?.count ?? null };
  });
}

/** Every number by industry of this quality, which its shading shows. */
const numbersOf = (wanted: Figure['quality']) =>
  function* ({ release, observations }: Edition): Generator<[place: string, value: number]> {
    for (const { lines } of observations.industries)
      for (const { figures } of lines.values())
        for (const { count, quality, cells } of figures) {
          const [cell] = quality === wanted ? cells() : [];
          if (count !== null && cell !== undefined)
            yield [`${placeOfRelease(release)} '${cell.sheet}'!${cell.address}`, count];
        }
  };

/** The tables by age and qualification, with their names in messages. */
function peopleTables({ release, observations: { ages, qualifications } }: Edition) {
  return [ages, qualifications]
    .filter((table) => table !== null)
    .map((table) => ({ table, place: `${placeOfRelease(release)} by ${table.kind}` }));
}

/** The share of the categories in the total of each line that is chosen. */
const sharesOfLines = (isChosen: (line: Line) => boolean) =>
  function* (edition: Edition): Generator<[place: string, value: number | null]> {
    for (const { place, table } of peopleTables(edition))
      for (const [code, line] of [...table.lines, ['Total', table.allOccupations] as const])
        if (line !== null && isChosen(line))
          yield [`${place} ${code}`, check.percentOf(sumOf(line.figures), line.total.count, 2)];
  };

const isComplete = ({ figures }: Line) => figures.every(({ withheld }) => withheld === null);

function* anchors({ release, rows }: Edition): Generator<check.Agreement> {
  for (const { sheet, cell, text, shading } of anchorCells) {
    const { row: number, column } = parseAddress(cell);
    const table = rows.find(
      (candidate) => candidate.kind === 'industry' && candidate.sheet === sheet,
    );
    const row = table?.rows.find((candidate) => candidate.row === number);
    const index = table?.columns.findIndex((candidate) => candidate.column === column) ?? -1;
    const place = placeOf(release, printedSheetOf({ sheet }), number, column);
    yield {
      place,
      found: column === table?.labelColumn ? row?.label : row?.cells[index],
      expected: text,
    };
    if (shading === undefined || table === undefined || row === undefined) continue;
    yield {
      place,
      found: isShadedAt(table, row, index) ? 'shaded' : 'plain',
      expected: shading,
      what: 'the shading',
    };
  }
}

// Figures below this are shaded and vary by a factor of ten, so they count as this. So does a
// figure that no other year has.
const coarse = 5000;

/**
 * The figures by industry with the nearest figure of the same occupation and section in another
 * year of the workbook.
 */
function* relatedFigures(edition: Edition): Generator<Related> {
  const { industries } = edition.observations;
  const near = new Nearest();
  for (const year of industries)
    for (const [code, { figures }] of year.lines)
      for (const [index, { count }] of figures.entries()) {
        if (count === null) continue;
        near.begin(count, coarse);
        for (const other of industries)
          if (other !== year)
            near.compare(
              other.lines.get(code)?.figures[index]?.count ?? null,
              `the year ${other.year}`,
            );
        if (near.times === Number.POSITIVE_INFINITY)
          near.compare(coarse, 'no other year has a figure, and one that is new');
        if (near.times === 1) continue;
        const relativeName =
          Math.min(count, near.nearest) < coarse
            ? `${near.relativeName} (figures below ${coarse} count as ${coarse})`
            : near.relativeName;
        const place = () => `${placeOfYear(edition, year, year.categories[index])} ${code}`;
        yield { place, value: count, nearest: near.nearest, relativeName, times: near.times };
      }
}

function* sectionsSinceBefore(edition: Edition): Generator<RepeatedTable> {
  const { industries } = edition.observations;
  for (const [index, year] of industries.entries()) {
    const then = industries[index - 1];
    for (const [sectionIndex, section] of year.categories.entries()) {
      const pairs = [...(then?.lines ?? [])].map(([code, { figures }]) => {
        return [
          year.lines.get(code)?.figures[sectionIndex]?.count,
          figures[sectionIndex]?.count ?? null,
        ] as const;
      });
      yield { place: placeOfYear(edition, year, section), pairs, since: String(then?.year) };
    }
  }
}

// 31.90, 32.39, 32.73 and 32.70 million in 2021 to 2024; another unit or population is outside.
const plausiblePeople: check.Band = [30_000_000, 37_000_000];

export const checks: readonly Check<Rows, WorkforceObservations>[] = [
  ...titleChecks<Rows, WorkforceObservations>(({ release, rows }) =>
    rows.map((table) =>
      table.rows.map(({ row, label }) => {
        const text = label.trim();
        return {
          place: () => placeOf(release, printedSheetOf(table), row, table.labelColumn),
          code: text.slice(0, 4),
          title: text.slice(4),
        };
      }),
    ),
  ),
  check.block(
    'sheets',
    'The workbook by industry has a sheet for each calendar year of the release, and ' +
      'each sheet states its year.',
    check.agree((edition) =>
      edition.observations.industries.map((year) => {
        return {
          place: placeOfYear(edition, year),
          found: year.period,
          expected: `January to December ${year.year}`,
          what: 'the period above the table',
        };
      }),
    ),
    check.complete('sheets', (edition) => {
      const { first, last } = yearsOf(edition.release.name) ?? { first: 0, last: -1 };
      const expected = Array.from({ length: last - first + 1 }, (_, index) =>
        String(first + index),
      );
      return [
        {
          place: placeOfRelease(edition.release),
          found: industryTables(edition).map(({ sheet }) => sheet.trim()),
          expected,
        },
      ];
    }),
  ),
  check.block(
    'sections',
    'The columns are the sections A to S of industry, in order.',
    check.agree((edition) => {
      const expected = sections.map(({ code }) => code).join(' ');
      return edition.observations.industries.map((year) => ({
        place: placeOfYear(edition, year),
        found: year.categories.join(' '),
        expected,
      }));
    }),
  ),
  check.block(
    'units-complete',
    'Every table has every unit group once, and a row for all occupations.',
    check.complete('rows', ({ release, rows, observations }) =>
      rows.map((table) => {
        const codesInTable = table.rows.map(({ label }) => codeOf(label) ?? 'Total');
        return {
          place: placeOf(release, printedSheetOf(table)),
          found: codesInTable,
          expected: [...observations.occupations, 'Total'],
        };
      }),
    ),
  ),
  check.block(
    'fill-by-value',
    'No shaded figure by industry is above 40,000 (observed at most 21,301), and no ' +
      'plain one below 3,000 (observed at least 6,017). A workbook saved without its ' +
      'styles fails.',
    check.within('the shaded figure', numbersOf('acceptable'), check.atMost(40_000)),
    check.within('the plain figure', numbersOf('reasonable'), check.atLeast(3_000)),
  ),
  check.block(
    'column-totals',
    "A section's figures make 50 to 100% of its total (observed 64 to 99%), all " +
      'sections 95 to 100% (observed 96.5 to 97.5%). The rest is withheld.',
    check.within(
      "the share of the figures in the section's total",
      (edition) =>
        edition.observations.industries.flatMap((year) =>
          sectionsOf(year).map(({ section, visible, total }) => [
            placeOfYear(edition, year, section),
            check.percentOf(visible, total, 2),
          ]),
        ),
      [50, 100],
      { unit: '%', required: true },
    ),
    check.within(
      'the share of all figures in the totals',
      (edition) =>
        edition.observations.industries.map((year) => {
          const visible = sectionsOf(year).reduce((sum, section) => sum + section.visible, 0);
          return [
            placeOfYear(edition, year),
            check.percentOf(visible, sumOf(year.allOccupations?.figures ?? [])),
          ];
        }),
      [95, 100],
      { unit: '%', required: true },
    ),
  ),
  check.block(
    'figures-beside-other-years',
    'No figure by industry is 3.3 times as large or as small as the same figure in all ' +
      'other years of the workbook (observed at most 2.7). Figures below 5,000 count as ' +
      '5,000, and so does a figure that no other year has.',
    nearRelatives('the figure', relatedFigures, 3.3),
  ),
  check.block(
    'not-the-year-before',
    'No section has the figures of the year before in more than half of its occupations ' +
      '(observed: none is equal).',
    notRepeated(sectionsSinceBefore, { most: 0.5, least: 5 }),
  ),
  check.knownIssue(
    'ages-and-qualifications-in-this-release',
    'The release has the tables by age and highest qualification.',
    check.whole(({ observations: { ages, qualifications } }) =>
      ages === null || qualifications === null
        ? 'ages, qualifications and the headline shares are not in this release; the ' +
          'workbook will make a new edition once it is there'
        : null,
    ),
  ),
  check.block(
    'periods',
    'The tables by age and qualification state the same period.',
    check.agree((edition) => {
      const expected =
        peopleTables(edition)[0]?.table.period || 'one like "April 2025 to March 2026"';
      return peopleTables(edition).map(({ place, table }) => ({
        place,
        found: table.period,
        expected,
        what: 'the period above the table',
      }));
    }),
  ),
  check.block(
    'shares-add-up',
    'The age bands, and the levels of qualification, make at most 100.5% of an ' +
      "occupation's people, and at least 99.5% if none is withheld.",
    check.within('the share of the categories', sharesOfLines(isComplete), [99.5, 100.5], {
      unit: '%',
    }),
    check.within(
      'the share of the categories',
      sharesOfLines((line) => !isComplete(line)),
      check.atMost(100.5),
      { unit: '%' },
    ),
  ),
  check.block(
    'people-plausible',
    'All sections together have 30 to 37 million people (observed 31.9 to 32.7), and so ' +
      'have the tables by age and qualification, which print the same total for an occupation.',
    check.within(
      'the total',
      (edition) => [
        ...edition.observations.industries.map(
          (year) =>
            [placeOfYear(edition, year), sumOf(year.allOccupations?.figures ?? [])] as const,
        ),
        ...peopleTables(edition).map(
          ({ place, table }) => [`${place} Total`, table.allOccupations?.total.count] as const,
        ),
      ],
      plausiblePeople,
      { required: true },
    ),
    check.agree((edition) => {
      const [first, ...others] = peopleTables(edition);
      return others.flatMap(({ place, table }) =>
        [...table.lines].map(([code, { total }]) => {
          return {
            place: `${place} ${code}`,
            found: total.count,
            expected: first?.table.lines.get(code)?.total.count ?? null,
            what: `the total, as by ${first?.table.kind}`,
          };
        }),
      );
    }),
  ),
  labelsAlike<Rows, WorkforceObservations>(
    'bands of ages or levels of qualification',
    function* (edition) {
      for (const { place, table } of peopleTables(edition))
        for (const category of table.categories) yield { place, kind: table.kind, label: category };
    },
  ),
  check.anchors(
    ['2021-2024'],
    'Cells that we read by eye in the workbook of 2021 to 2024 have the same place, the ' +
      'same content and the same shading.',
    anchors,
  ),
];
