// A synthetic release in the layout of the two workbooks: every unit group by industry in two years, and by age and qualification.
// Sizes and shares are random. Cells are withheld and shaded by their size, as in the publisher's workbooks.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { random } from '#sources/kit/sample/random.ts';
import { type SampleCell, type SampleSheet, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { sections } from './layout.ts';

const years = [2023, 2024] as const;

/** The fill of every cell that is not shaded. */
const background = 'solid/FFF9F9FB';
const shading = 'lightGray/8';

// Sizes at which the sample's cells are withheld, shaded and plain. The publisher's limits lie near these, and overlap.
const nobody = 150;
const tooFew = 600;
const few = 12_000;

const ageBands = ['16-17', '18-24', '25-34', '35-49', '50-54', '55-64', '65 and over'] as const;
const levels = [
  'Degree or equivalent',
  'Higher education',
  'GCE A level or equivalent',
  'GCSE grades A*-C or equivalent',
  'Other qualification',
  'No qualification',
  "Don't know",
] as const;

/** An occupation without figures in the newest year. */
const withoutFigures = '5421';

interface Model {
  readonly code: string;
  readonly label: string;
  readonly people: number;
}

/** From 5,500 to 330,000 people, mostly few: about 33 million in all. The sample of employment draws the same numbers, so that the two agree. */
const models: readonly Model[] = unitGroups.map(({ code, title }) => ({
  code,
  label: `${code} ${title}`.slice(0, 60),
  people: Math.round(5500 * 60 ** random(`aps-employment/${code}`).next()),
}));

/** People divided at random: `unevenness` 1 gives nearly equal parts, 8 puts most people in a few parts. */
function divide(subject: string, people: number, parts: number, unevenness: number): number[] {
  const draw = random(subject);
  const weights = Array.from({ length: parts }, () => 0.0005 + draw.next() ** unevenness);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const divided = weights.map((weight) => Math.floor((people * weight) / all));
  const largest = divided.indexOf(Math.max(...divided));
  return divided.map((part, place) => (place === largest ? part + people - divided.reduce((sum, other) => sum + other, 0) : part));
}

function printed(people: number): SampleCell {
  if (people < nobody) return { value: '-', fill: background };
  if (people < tooFew) return { value: '*', fill: background };
  return { value: people, fill: people < few ? shading : background };
}

/** One release: the workbook by industry with two years, and the workbook by age and qualification. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const industry = await writeWorkbook(years.map(industrySheet));
  const people = await writeWorkbook([
    peopleSheet('Age', 'AGEBAND Age band', ageBands, 1),
    peopleSheet('Highest qualification', 'HIQUAL Highest qualification', levels, 2),
  ]);
  return [
    {
      release: `sample-${years[0]}-${years[1]}`,
      files: [
        { name: 'employmentby4digitsoc1digitindustrysynthetic.xlsx', bytes: industry },
        { name: '4digitsocbyagehighestqualificationsynthetic.xlsx', bytes: people },
      ],
    },
  ];
}

function industrySheet(year: number): SampleSheet {
  const headers = sections.map(({ code, title }, place) => `${place + 1} ${code}  ${title.slice(0, 34)}`);
  const body = models.map((model) => {
    const people = Math.round(model.people * (0.97 + 0.06 * random(`aps-workforce/${year}/${model.code}`).next()));
    // In the newest year, all cells of one occupation are withheld.
    return model.code === withoutFigures && year === years[1]
      ? sections.map(() => tooFew - 1)
      : divide(`aps-workforce/section/${model.code}`, people, sections.length, 5);
  });
  return sheet(String(year), `January-December ${year}`, 'INDS07M Industry section in main job (1 charac)', headers, body);
}

function peopleSheet(name: string, variable: string, categories: readonly string[], unevenness: number): SampleSheet {
  const headers = [...categories.map((category, place) => `${place + 1} ${category}`), 'Total'];
  const body = models.map(({ code, people }) => [
    ...divide(`aps-workforce/${name}/${code}`, people, categories.length, unevenness),
    people,
  ]);
  return sheet(name, 'April 2025-March 2026', variable, headers, body);
}

function sheet(
  name: string,
  period: string,
  variable: string,
  headers: readonly string[],
  body: readonly (readonly number[])[],
): SampleSheet {
  // Totals include the withheld figures.
  const totals = headers.map((_, place) => body.reduce((sum, figures) => sum + (figures[place] ?? 0), 0));
  const rows: SampleCell[][] = [
    ['Synthetic sample, not from the publisher'],
    ['Annual Population Survey, filtered for industry sections A-S'],
    [period],
    ['Weighted 2022'],
    ['Variables used: none, every figure is invented'],
    [],
    [null, null, variable],
    [null, null, ...headers],
    ...models.map(({ label }, place): SampleCell[] => [
      place === 0 ? 'SOC20M Occupation in Main Job SOC2020 Unit Level' : null,
      label,
      ...(body[place] ?? []).map(printed),
    ]),
    [null, 'Total', ...totals.map((value) => ({ value, fill: background }))],
    [],
    ['* = Sample sizes are too small to provide reliable estimates.'],
    ['( - ) = No figures to report'],
    ['Shaded estimates are based on a small sample size. This may result in less precise estimates, which should be used with caution.'],
  ];
  return { name, rows };
}
