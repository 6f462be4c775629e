// A synthetic release: every unit group by industry in two years, and by age and qualification.
// Cells are withheld and shaded by their size.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { added, divided, peopleOf } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/random.ts';
import { synthetic, workbookOf } from '#sources/kit/sample/tables.ts';
import type { SampleCell, SampleSheet } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { sections } from './layout.ts';

const years = [2023, 2024] as const;
const ageBands = ['16-17', '18-24', '25-34', '35-49', '50-54', '55-64', '65 and over'];
const levels = [
  'Degree or equivalent',
  'Higher education',
  'GCE A level or equivalent',
  'GCSE grades A*-C or equivalent',
  'Other qualification',
  'No qualification',
  "Don't know",
];
/** An occupation all of whose cells are withheld. */
const withoutFigures = '5421';

/** The fill of every cell that is not shaded. */
const background = 'solid/FFF9F9FB';

/** The publisher's limits are near these, and overlap. */
function printedNumber(people: number): SampleCell {
  if (people < 150) return { value: '-', fill: background };
  if (people < 600) return { value: '*', fill: background };
  return { value: people, fill: people < 12_000 ? 'lightGray/8' : background };
}

export async function sample(): Promise<readonly SampleRelease[]> {
  const people = [byPeople('Age', ageBands, 1), byPeople('Highest qualification', levels, 2)];
  const files = [
    await workbookOf('employmentby4digitsoc1digitindustrysynthetic.xlsx', ...years.map(byIndustry)),
    await workbookOf('socbyagehighestqualificationsynthetic.xlsx', ...people),
  ];
  return [{ release: `sample-${years[0]}-${years[1]}`, files }];
}

function byIndustry(year: number): SampleSheet {
  const headers = sections.map(
    ({ code, title }, index) => `${index + 1} ${code}  ${title.slice(0, 34)}`,
  );
  const figures = (code: string) => {
    if (code === withoutFigures) return sections.map(() => 599);
    const people = Math.round(
      peopleOf(code).people * (0.97 + 0.06 * random(`aps-workforce/${year}/${code}`).next()),
    );
    return divided(`aps-workforce/section/${code}`, people, sections.length, 5);
  };
  return sheet(String(year), `January-December ${year}`, headers, figures);
}

function byPeople(name: string, categories: readonly string[], unevenness: number): SampleSheet {
  const headers = [...categories, 'Total'].map((category, index) =>
    category === 'Total' ? category : `${index + 1} ${category}`,
  );
  const figures = (code: string) => {
    const people = Math.round(peopleOf(code).people);
    return [
      ...divided(`aps-workforce/${name}/${code}`, people, categories.length, unevenness),
      people,
    ];
  };
  return sheet(name, 'April 2025-March 2026', headers, figures);
}

/** A table as published, with notes below the totals, which include the withheld figures. */
function sheet(
  name: string,
  period: string,
  headers: readonly string[],
  figures: (code: string) => number[],
): SampleSheet {
  const body = unitGroups.map(({ code, title }) => ({
    label: `${code} ${title}`.slice(0, 60),
    figures: figures(code),
  }));
  const totals = added(body.map((row) => row.figures)).map(
    (value): SampleCell => ({ value, fill: background }),
  );
  const rows: SampleCell[][] = [
    [synthetic],
    [period],
    ['Weighted 2022'],
    [],
    [],
    [],
    [],
    [null, null, ...headers],
    ...body.map((row) => [null, row.label, ...row.figures.map(printedNumber)]),
    [null, 'Total', ...totals],
    ['* = Sample sizes are too small to provide reliable estimates.'],
  ];
  return { name, rows };
}
