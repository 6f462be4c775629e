// What an occupation pays: percentiles, groups of employees, regions, years.
import { measures } from '#schemas/codes.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import { type PageAnswers, annual, hourly, payMeasure } from './answers.ts';
import type { Block, Row, Said } from './content.ts';
import { capital, isShown, joined, number, percent, pounds, showing, signed, word } from './figure.ts';

const statistics = [
  ['p10', 'Lowest tenth earn below'],
  ['p25', 'Lowest quarter earn below'],
  ['median', 'Median'],
  ['p75', 'Highest quarter earn above'],
  ['p90', 'Highest tenth earn above'],
] as const;

const medianColumn = statistics.findIndex(([key]) => key === 'median');

function nameOf(measure: string): string {
  return measures.find(({ key }) => key === measure)?.title ?? measure;
}

export function payBlocks(pay: PayResponse, answers: PageAnswers): Said {
  const isHourly = payMeasure(answers) === hourly;
  const other = isHourly ? answers.annualPay : answers.hourlyPay;
  const show = showing(pay);
  const name = nameOf(pay.measure);
  const groups = {
    'All employees': { answer: pay },
    Women: answers.femalePay,
    Men: answers.malePay,
    'Full time': answers.fullTimePay,
    'Part time': answers.partTimePay,
  };
  return {
    about: joined(pay.area.name, name, pay.referencePeriod, pay.provisional ? 'provisional' : ''),
    blocks: [
      ...(isHourly ? [{ text: 'Annual pay is not published for this occupation. These figures are hourly.', as: 'notice' } as const] : []),
      {
        table: `${capital(name)} by group`,
        columns: ['Group', ...statistics.map(([, heading]) => heading)],
        rows: Object.entries(groups).flatMap(([label, asked]) =>
          'answer' in asked
            ? [{ label, figures: statistics.map(([key]) => showing(asked.answer)(asked.answer.figures[key], 'value', pounds)) }]
            : [],
        ),
        main: medianColumn,
        chart: {
          as: 'percentiles',
          says: 'For each group a line from the lowest to the highest tenth, a box for the middle half, and a mark at the median.',
          key: 'Mark and figure: the median. Box: the middle half. Line: from the lowest to the highest tenth.',
          print: pounds,
        },
      },
      {
        table: 'All employees',
        columns: ['Figure', `${pay.area.name}, ${pay.year}`],
        rows: [
          ...statistics.map(([key, label]) => ({ label, figures: [show(pay.figures[key], 'value', pounds)] })),
          { label: `Mean, ${name}`, figures: [show(pay.figures.mean, 'value', pounds)] },
          { label: 'Change of the median on the year before', figures: [show(pay.figures.medianChangePercent, 'value', signed(percent))] },
          { label: 'Jobs of employees, in thousands (indicative)', figures: [show(pay.figures.jobsThousands, 'value', number)] },
          ...('answer' in other
            ? [
                {
                  label: `Median, ${nameOf(isHourly ? annual : hourly)}`,
                  figures: [showing(other.answer)(other.answer.figures.median, 'value', pounds)],
                },
              ]
            : []),
        ],
      },
      ...regions(answers),
      ...series(answers),
    ],
  };
}

function regions({ payRegions }: PageAnswers): readonly Block[] {
  if ('missing' in payRegions) return [];
  const { answer } = payRegions;
  const show = showing(answer);
  const [uk, ...others] = [answer.uk, ...answer.regions].map(({ area, figures, ...row }): Row => {
    const difference = 'differenceFromUk' in row ? row : null;
    return {
      label: area.name,
      figures: [
        show(figures.median, 'value', pounds),
        difference === null
          ? word('–')
          : show(
              { by: difference.differenceFromUk?.absolute ?? null, withheld: difference.differenceFromUkWithheld },
              'by',
              signed(pounds),
            ),
      ],
    };
  });
  // A table in which only the United Kingdom has a figure says nothing of regions.
  const isKnown = others.some(({ figures: [median] }) => median !== undefined && isShown(median));
  return [
    {
      table: `Median ${nameOf(answer.measure)} by region, ${answer.year}`,
      columns: ['Area', 'Median', 'Difference from the UK'],
      rows: isKnown && uk !== undefined ? [uk, ...others] : others,
      chart: {
        as: 'dots',
        says: 'One dot for each nation and region from the highest, with a line at the median of the United Kingdom.',
        key: others.length < 12 ? 'The publisher has no tables for Northern Ireland.' : '',
        print: pounds,
      },
    },
  ];
}

function series({ paySeries }: PageAnswers): readonly Block[] {
  if ('missing' in paySeries) return [];
  const { answer } = paySeries;
  const show = showing(answer);
  const rows = answer.points.map(({ year, provisional, figures, change, changeWithheld }): Row & { readonly year: number } => ({
    year,
    label: `${year}${provisional ? ' (p)' : ''}`,
    hollow: provisional,
    figures: [
      show(figures.median, 'value', pounds),
      show({ percent: change?.percent ?? null, withheld: changeWithheld }, 'percent', signed(percent)),
    ],
  }));
  const [first, last] = [rows[0]?.year ?? 0, rows.at(-1)?.year ?? 0];
  const years = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const revised = '(p) and a hollow point: provisional. The publisher revises the figure a year later. ';
  return [
    {
      table: `Median ${nameOf(answer.measure)} by year`,
      columns: ['Year', 'Median', 'Change on the year before'],
      rows,
      chart: {
        as: 'line',
        says: 'A point for each year, hollow where the figure is provisional, and a gap where there is no figure. Prices of each year.',
        print: pounds,
        points: years.map((year) => rows.find((row) => row.year === year) ?? { label: String(year), figures: [] }),
      },
    },
    { text: `${rows.some(({ hollow }) => hollow) ? revised : ''}Amounts are in the money of their year.`, as: 'small' },
    ...answer.breaks.map(({ explanation }) => ({ text: explanation, as: 'small' }) as const),
  ];
}
