// A synthetic release in the layout of the four answers of Nomis, quoted as the service quotes: texts in quotation marks, numbers bare. All
// unit groups, with figures withheld for every reason that the service knows. Sizes, shares and errors are random; only the shape is the
// survey's.
import { type Random, random } from '#sources/kit/sample/random.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { type AreaSlug, areaOf } from '#schemas/codes.ts';
import { type ColumnName, areaSlugs, columns, queries } from './layout.ts';
import { free, statuses } from './reshape.ts';

const closing = '2026-06';
const period = 'Jul 2025-Jun 2026';

/** In quoted figures of the United Kingdom, the coefficient of variation in percent is about this over the root of the count. */
const errorConstant = 1990;

/** Each nation's share of employment. */
const nations: readonly { readonly slug: AreaSlug; readonly share: number }[] = [
  { slug: 'england', share: 0.846 },
  { slug: 'wales', share: 0.045 },
  { slug: 'scotland', share: 0.083 },
  { slug: 'northern-ireland', share: 0.026 },
];

/** How the answers name what they count: the first label is for everybody, the others are for the parts. */
const labels = {
  sex: ['All persons', 'Males', 'Females'],
  hours: ['Total', 'Full-time', 'Part-time'],
  status: ['Total', 'Employees', 'Self-employed', 'Government schemes and unpaid family workers'],
} as const;

interface Occupation {
  readonly label: string;
  readonly draw: Random;
  readonly people: number;
  readonly female: number;
  readonly partTime: number;
  readonly selfEmployed: number;
  readonly other: number;
}

function hundreds(value: number): number {
  return 100 * Math.round(value / 100);
}

/** From 5,500 to 330,000 people, mostly few: about 33 million in all. */
function occupations(): Occupation[] {
  const drawn = unitGroups.map(({ code, title }): Occupation => {
    const draw = random(`aps-employment/${code}`);
    const people = 5500 * 60 ** draw.next();
    return {
      label: `${code} : ${title}`,
      draw,
      people,
      female: people * (0.06 + 0.88 * draw.next()),
      partTime: people * (0.04 + 0.46 * draw.next()),
      selfEmployed: people * (0.01 + 0.55 * draw.next() ** 3),
      other: people * 0.005,
    };
  });
  const sum = (of: (occupation: Occupation) => number) => drawn.reduce((all, occupation) => all + of(occupation), 0) / 0.985;
  const everybody: Occupation = {
    label: 'Total',
    draw: random('aps-employment/total'),
    people: sum(({ people }) => people),
    female: sum(({ female }) => female),
    partTime: sum(({ partTime }) => partTime),
    selfEmployed: sum(({ selfEmployed }) => selfEmployed),
    other: sum(({ other }) => other),
  };
  return [everybody, ...drawn];
}

/** The cells of an estimate and of its interval, and the status of both. */
interface Printed {
  readonly value: string;
  readonly confidence: string;
  readonly status: string;
  readonly statusName: string;
}

const [notAvailable, unreliable, below, missing] = statuses.map(({ text }) => text);
const given = (value: string, confidence: string): Printed => ({ value, confidence, status: 'A', statusName: 'Normal Value' });
const withheld = (statusName: string | undefined, value = ''): Printed => ({
  value,
  confidence: '',
  status: 'Q',
  statusName: `${statusName ?? ''} (synthetic sample)`,
});

/** Groups whose figures are withheld whatever their size, so that the United Kingdom has every reason too. */
const special: Readonly<Record<string, string | undefined>> = {
  '1161': notAvailable,
  '3311': notAvailable,
  '8132': below,
  '6250': missing,
  '5442': unreliable,
};

function printed(people: number, occupation: Occupation): Printed {
  const code = occupation.label.slice(0, 4);
  if (special[code] !== undefined) return withheld(special[code], code === '5442' ? String(hundreds(people)) : '');
  // One person in the survey's sample stands for some 250 people.
  if (people < 300) return withheld(notAvailable);
  if (people < 500) return withheld(below);
  if (people < 1500) return withheld(unreliable, occupation.draw.chance(0.7) ? String(hundreds(people)) : '');
  const interval = (1.96 * errorConstant * Math.sqrt(people) * (0.92 + 0.16 * occupation.draw.next())) / 100;
  return given(String(hundreds(people)), String(Math.max(100, hundreds(interval))));
}

/** The release: the answers to the four queries, each in one page. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const drawn = occupations();
  const all = new Map(drawn.map((occupation) => [occupation, printed(occupation.people, occupation)]));
  const everybody = (occupation: Occupation) => all.get(occupation) ?? withheld(missing);
  const answers: Readonly<Record<(typeof queries)[number]['name'], readonly SeriesOf[]>> = {
    employment: areaSlugs.map((area): SeriesOf => {
      return { area, labels: {}, figure: area === 'uk' ? everybody : (occupation) => printed(peopleOf(occupation, area), occupation) };
    }),
    sex: series('sex', [everybody, part(({ people, female }) => people - female), part(({ female }) => female)]),
    'part-time': series('hours', [everybody, part(({ people, partTime }) => people - partTime), part(({ partTime }) => partTime)]),
    'self-employed': series('status', [
      everybody,
      part(({ people, selfEmployed, other }) => people - selfEmployed - other),
      part(({ selfEmployed }) => selfEmployed),
      part(({ other }) => other),
    ]),
  };
  const files = queries.map(({ name }) => ({ name: `${name}.csv`, bytes: Buffer.from(answer(answers[name], drawn)) }));
  return [{ release: `sample-${closing}`, files }];
}

/** The figures of one area and category for each occupation. */
interface SeriesOf {
  readonly area: AreaSlug;
  readonly labels: Partial<Record<keyof typeof labels, string>>;
  readonly figure: (occupation: Occupation) => Printed;
}

function series(dimension: keyof typeof labels, figures: readonly SeriesOf['figure'][]): SeriesOf[] {
  return figures.map((figure, place) => ({ area: 'uk', labels: { [dimension]: labels[dimension][place] ?? '' }, figure }));
}

/** A part of the United Kingdom's people. */
function part(people: (occupation: Occupation) => number): SeriesOf['figure'] {
  return (occupation) => printed(people(occupation), occupation);
}

/** A nation's people. The nations add up to the United Kingdom, and each occupation is spread over them in its own way. */
function peopleOf({ label, people }: Occupation, area: AreaSlug): number {
  const unevenness = (slug: AreaSlug) => (label === 'Total' ? 1 : 0.85 + 0.3 * random(`aps-employment/${slug}/${label}`).next());
  const weights = nations.map(({ slug, share }) => ({ slug, weight: share * unevenness(slug) }));
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  return (people * (weights.find(({ slug }) => slug === area)?.weight ?? 0)) / all;
}

const headers = Object.values(columns).map(([header]) => header);
/** Columns of numbers. A number that is not given is an empty field. */
const bare: readonly string[] = ['value', 'recordCount'] satisfies ColumnName[];

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function answer(ofAnswer: readonly SeriesOf[], drawn: readonly Occupation[]): string {
  const recordCount = ofAnswer.length * drawn.length * 2;
  const lines = [headers.map(quoted).join(',')];
  for (const { area, labels: own, figure } of ofAnswer) {
    for (const occupation of drawn) {
      const { value, confidence, status, statusName } = figure(occupation);
      for (const measures of ['Value', 'Confidence'] as const) {
        const cells: Readonly<Record<ColumnName, string>> = {
          date: closing,
          period,
          geographyName: areaOf(area).name,
          geography: areaOf(area).code,
          jobType: 'Total',
          hours: own.hours ?? labels.hours[0],
          status: own.status ?? labels.status[0],
          sex: own.sex ?? labels.sex[0],
          occupation: occupation.label,
          occupationType: occupation.label === 'Total' ? 'Total' : 'SOC2020 unit groups',
          measure: 'Count',
          measures,
          value: measures === 'Value' ? value : confidence,
          observationStatus: status,
          observationStatusName: statusName,
          confidentiality: free,
          recordCount: String(recordCount),
        };
        lines.push(
          Object.entries(cells)
            .map(([name, text]) => (bare.includes(name) ? text : quoted(text)))
            .join(','),
        );
      }
    }
  }
  return `${lines.join('\n')}\n`;
}
