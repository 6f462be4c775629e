// What an occupation pays: percentiles, groups of employees, regions, years.
import { measures } from '#schemas/codes.ts';
import { figureOf } from '#schemas/figure-of.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import { type PageAnswers, type Reply, annual, hourly, payMeasure } from './answers.ts';
import {
  type HeadlineContext,
  type Block,
  type Chart,
  type Row,
  type Table,
  row,
} from './content.ts';
import {
  type Figure,
  type Print,
  type ReadFigure,
  areaText,
  capitalised,
  shownValue,
  isShown,
  joinTexts,
  number,
  percent,
  pounds,
  figuresOf,
  signed,
  wordFigure,
} from './figure.ts';

const statistics = [
  { key: 'p10', heading: 'Lowest tenth earn below' },
  { key: 'p25', heading: 'Lowest quarter earn below' },
  { key: 'median', heading: 'Median' },
  { key: 'p75', heading: 'Highest quarter earn above' },
  { key: 'p90', heading: 'Highest tenth earn above' },
] as const;
const statisticHeadings = statistics.map(({ heading }) => heading);

const aboutThousands: Print = (thousands) => `about ${number(thousands * 1000)}`;
const medianColumn = statistics.findIndex(({ key }) => key === 'median');

const percentileChart: Chart = {
  kind: 'percentiles',
  description:
    'For each group a line from the lowest to the highest tenth, a box for the middle ' +
    'half, and a mark at the median.',
  key:
    'The mark is the middle earner. Half of people earn within the box. The line leaves ' +
    'out the best and worst paid tenth.',
  print: pounds,
};

const statisticsOf = (answer: PayResponse): readonly Figure[] =>
  statistics.map(({ key }) => figuresOf(answer)(`figures.${key}.value`, pounds));

/** The five statistics of annual pay, for a picture of several occupations. */
export function annualPayOf({ annualPay }: PageAnswers): readonly Figure[] {
  return 'missing' in annualPay ? [] : statisticsOf(annualPay.answer);
}

/** Annual pay of several occupations on one axis. */
export const payTogether = (rows: readonly Row[]): Table => ({
  table: 'Annual pay before tax',
  columns: ['Occupation', ...statisticHeadings],
  rows,
  chart: percentileChart,
});

function nameOf(measure: string): string {
  return measures.find(({ key }) => key === measure)?.title ?? measure;
}

export const payAboutText = (
  { area, measure, referencePeriod, provisional }: PayResponse,
  reply = 'uk',
) =>
  joinTexts(
    areaText(area, reply),
    nameOf(measure),
    referencePeriod,
    provisional ? 'provisional' : '',
  );

/** From this share on, the note on pay says how many of the people in the work it leaves out. */
const manySelfEmployedPercent = 15;

/** Who the median counts, and the median of full-time employees. */
export function payContext(
  pay: PayResponse,
  { fullTimePay, employment }: PageAnswers,
): HeadlineContext {
  const selfEmployed =
    'answer' in employment && employment.answer.breakdown !== null
      ? figureOf(employment.answer, 'breakdown.selfEmployed.percent')
      : null;
  const isMany =
    selfEmployed?.presentable === true && (selfEmployed.value ?? 0) >= manySelfEmployedPercent;
  const share = isMany ? `, ${percent(selfEmployed?.value ?? 0)} of people in this work` : '';
  const note = `All employees, part-time included. Not the self-employed${share}.`;
  const isPaid = isShown(figuresOf(pay)('figures.median.value', pounds));
  if ('missing' in fullTimePay || fullTimePay.answer.measure !== pay.measure)
    return isPaid ? { note } : {};
  const figure = figuresOf(fullTimePay.answer)('figures.median.value', pounds);
  // Where neither has a figure, the reason is said once.
  return isPaid || isShown(figure) ? { note, second: { name: 'Full time', figure } } : {};
}

export function payBlocks(
  pay: PayResponse,
  show: ReadFigure,
  answers: PageAnswers,
): readonly Block[] {
  const isHourly = payMeasure(answers) === hourly;
  const hourlyNotice = {
    text: 'Annual pay is not published for this occupation. These figures are hourly.',
    as: 'notice',
  } as const;
  return [
    ...(isHourly ? [hourlyNotice] : []),
    groupsTable(pay, answers),
    ...regionBlocks(answers),
    ...yearBlocks(answers),
    {
      table: 'All employees',
      folded: true,
      columns: ['Figure', `${pay.area.name}, ${pay.year}`],
      rows: [
        ...statistics.map(({ key, heading }) => row(heading, show(`figures.${key}.value`, pounds))),
        row(`Mean, ${nameOf(pay.measure)}`, show('figures.mean.value', pounds)),
        row(
          'Change of the median on the year before',
          show('figures.medianChangePercent.value', signed(percent)),
        ),
        row('Employee jobs', show('figures.jobsThousands.value', aboutThousands)),
        ...medianRow(
          `Median, ${nameOf(isHourly ? annual : hourly)}`,
          isHourly ? answers.annualPay : answers.hourlyPay,
          pounds,
        ),
        ...medianRow('Paid hours a week, median', answers.hours, number),
      ],
    },
  ];
}

/** The percentiles of all employees, women, men, full-time and part-time employees. */
function groupsTable(pay: PayResponse, answers: PageAnswers): Table {
  const repliesByGroup = {
    'All employees': { answer: pay },
    Women: answers.femalePay,
    Men: answers.malePay,
    'Full time': answers.fullTimePay,
    'Part time': answers.partTimePay,
  };
  const rows: Row[] = [];
  for (const [group, reply] of Object.entries(repliesByGroup))
    if ('answer' in reply) rows.push(row(group, ...statisticsOf(reply.answer)));
  return {
    table: `${capitalised(nameOf(pay.measure))} by group`,
    columns: ['Group', ...statisticHeadings],
    rows,
    main: medianColumn,
    chart: percentileChart,
  };
}

/** A row with the median of another answer; none without that answer. */
function medianRow(label: string, reply: Reply<PayResponse>, print: Print): readonly Row[] {
  if ('missing' in reply) return [];
  return [row(label, figuresOf(reply.answer)('figures.median.value', print))];
}

function regionBlocks({ payRegions }: PageAnswers): readonly Block[] {
  if ('missing' in payRegions) return [];
  const { answer } = payRegions;
  const show = figuresOf(answer);
  const uk = row(answer.uk.area.name, show('uk.figures.median.value', pounds), wordFigure('–'));
  const others = answer.regions.map(({ area }, place) =>
    row(
      area.name,
      show(`regions.${place}.figures.median.value`, pounds),
      show(`regions.${place}.differenceFromUk.absolute`, signed(pounds)),
    ),
  );
  // A table in which only the United Kingdom has a figure says nothing of regions.
  const isKnown = others.some(({ figures: [median] }) => median !== undefined && isShown(median));
  return [
    {
      table: `Median ${nameOf(answer.measure)} by region, ${answer.year}`,
      columns: isKnown ? ['Area', 'Median', 'Difference from the UK'] : ['Area', 'Median'],
      rows: isKnown
        ? [
            uk,
            ...others.toSorted(
              (a, b) => (shownValue(b.figures[0]) ?? 0) - (shownValue(a.figures[0]) ?? 0),
            ),
          ]
        : others.map(({ label, figures }) => row(label, ...figures.slice(0, 1))),
      chart: {
        kind: 'bars',
        description:
          'A bar for the United Kingdom, then one for each nation and region from the highest.',
        key: others.length < 12 ? 'The publisher has no tables for Northern Ireland.' : '',
      },
    },
  ];
}

function yearBlocks({ paySeries }: PageAnswers): readonly Block[] {
  if ('missing' in paySeries) return [];
  const { answer } = paySeries;
  const show = figuresOf(answer);
  const rows = answer.points.map(
    ({ year, provisional }, place): Row & { readonly year: number } => ({
      year,
      label: `${year}${provisional ? ' (p)' : ''}`,
      hollow: provisional,
      figures: [show(`points.${place}.figures.median.value`, pounds)],
    }),
  );
  const first = rows[0]?.year ?? 0;
  const last = rows.at(-1)?.year ?? 0;
  const years = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const none = wordFigure('–');
  const isDrawn = rows.some(({ figures }) => figures.some(isShown));
  const revised = 'Hollow points and (p) are provisional: ONS updates them a year later. ';
  const notes = [
    `${rows.some(({ hollow }) => hollow) ? revised : ''}Not adjusted for inflation.`,
    ...answer.breaks.map(({ explanation }) => explanation),
  ];
  return [
    {
      table: `Median ${nameOf(answer.measure)} by year`,
      columns: ['Year', 'Median'],
      rows: years.map((year) => rows.find((row) => row.year === year) ?? row(String(year), none)),
      chart: {
        kind: 'line',
        description:
          'A point for each year, hollow where the figure is provisional, and a gap where ' +
          'there is no figure. Prices of each year.',
        print: pounds,
      },
    },
    ...(isDrawn ? notes.map((text) => ({ text, as: 'small' }) as const) : []),
  ];
}
