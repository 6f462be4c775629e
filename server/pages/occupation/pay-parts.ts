// What an occupation pays: percentiles, groups of employees, regions, years.
import { measures } from '#schemas/codes.ts';
import type { PayFigure, PayResponse } from '#schemas/resources/pay.ts';
import { type Html, html, nothing } from '../html.ts';
import { type Asked, type PageAnswers, annual, hourly, payMeasure } from './answers.ts';
import { type Figure, type Print, figureOf, isShown, number, percent, pounds, signed } from './figure.ts';
import { pictured, table } from './frame.ts';
import { type Band, bands, dots, lineThrough, tileMap } from './pictures.ts';

export const statistics = [
  ['p10', 'Lowest tenth earn below'],
  ['p25', 'Lowest quarter earn below'],
  ['median', 'Median'],
  ['p75', 'Highest quarter earn above'],
  ['p90', 'Highest tenth earn above'],
] as const;

const ofPay = (figure: PayFigure, print: Print, { withheldLegend }: Pick<PayResponse, 'withheldLegend'>): Figure =>
  figureOf(figure, print, withheldLegend);

/** The value of a figure that may be shown; null for one that may not. */
export function drawable(figure: Figure): number | null {
  return isShown(figure) ? figure.value : null;
}

/** The median to put first, and what it is a median of. */
export function headlinePay(answers: Pick<PageAnswers, 'annualPay' | 'hourlyPay'>): {
  readonly asked: Asked<PayResponse>;
  readonly name: string;
} {
  const isHourly = payMeasure(answers) === hourly;
  return isHourly ? { asked: answers.hourlyPay, name: 'Median hourly pay' } : { asked: answers.annualPay, name: 'Median annual pay' };
}

export function medianOf(pay: PayResponse): Figure {
  return ofPay(pay.figures.median, pounds, pay);
}

function nameOf(measure: string): string {
  return measures.find(({ key }) => key === measure)?.title ?? measure;
}

function band(label: string, pay: PayResponse): Band {
  const [p10, p25, p50, p75, p90] = statistics.map(([key]) => drawable(ofPay(pay.figures[key], pounds, pay)));
  return { label, at: [p10 ?? null, p25 ?? null, p50 ?? null, p75 ?? null, p90 ?? null] };
}

export function drawPay(answers: PageAnswers, pay: PayResponse): { about: string; body: Html } {
  const groups = [
    ['All employees', { answer: pay }],
    ['Women', answers.femalePay],
    ['Men', answers.malePay],
    ['Full time', answers.fullTimePay],
    ['Part time', answers.partTimePay],
  ] as const;
  const answered = groups.flatMap(([label, asked]) => ('answer' in asked ? [{ label, of: asked.answer }] : []));
  const isHourly = pay.measure === hourly && payMeasure(answers) === hourly;
  const other = isHourly ? answers.annualPay : answers.hourlyPay;
  const title = capital(nameOf(pay.measure));
  return {
    about: joined(pay.area.name, nameOf(pay.measure), pay.referencePeriod, pay.provisional ? 'provisional' : ''),
    body: html`${isHourly ? html`<p class="notice">Annual pay is not published for this occupation. These figures are hourly.</p>` : nothing}
<div class="pair"><div>${pictured(
      `${title} by group`,
      bands(
        {
          id: 'p-pay',
          title: `${title} by group`,
          describe:
            'For each group a line from the lowest to the highest tenth, a box for the middle half, and a mark at the median. The table has the figures.',
        },
        answered.map(({ label, of }) => band(label, of)),
        pounds,
      ),
      (named) =>
        table(
          title,
          ['Group', ...statistics.map(([, name]) => name)],
          answered.map(({ label, of }) => ({ label, figures: statistics.map(([key]) => ofPay(of.figures[key], pounds, of)) })),
          named,
        ),
      'Mark and figure: the median. Box: the middle half. Line: from the lowest to the highest tenth.',
    )}</div><div>${table(
      'More about pay',
      ['Figure', `${pay.area.name}, ${pay.year}`],
      [
        { label: `Mean, ${nameOf(pay.measure)}`, figures: [ofPay(pay.figures.mean, pounds, pay)] },
        { label: 'Change of the median on the year before', figures: [ofPay(pay.figures.medianChangePercent, signed(percent), pay)] },
        { label: 'Jobs of employees, in thousands (indicative)', figures: [ofPay(pay.figures.jobsThousands, number, pay)] },
        ...('answer' in other ? [{ label: `Median, ${nameOf(isHourly ? annual : hourly)}`, figures: [medianOf(other.answer)] }] : []),
      ],
    )}</div></div>
${regions(answers)}${series(answers)}`,
  };
}

function regions({ payRegions }: PageAnswers): Html {
  if ('missing' in payRegions) return nothing;
  const { answer } = payRegions;
  const all = [answer.uk, ...answer.regions].map((row) => ({ ...row, median: ofPay(row.figures.median, pounds, answer) }));
  const [uk, ...others] = all;
  const drawn = others.map(({ area, median }) => ({
    slug: area.slug,
    name: area.name,
    value: drawable(median),
    text: isShown(median) ? median.text : '',
  }));
  const title = `Median ${nameOf(answer.measure)} by region, ${answer.year}`;
  const map = tileMap(
    {
      id: 'p-map',
      title: `${title}: a map of tiles`,
      describe: 'One tile for each nation and region, darker where the median is higher.',
    },
    drawn,
  );
  const plot = dots(
    {
      id: 'p-regions',
      title: `${title}, from the highest`,
      describe: 'One dot for each nation and region, with a line at the median of the United Kingdom.',
    },
    drawn,
    uk === undefined ? null : drawable(uk.median),
    pounds,
  );
  // A table in which only the United Kingdom has a figure says nothing of regions.
  const rows = others.some(({ median }) => isShown(median)) ? all : others;
  return html`${pictured(
    title,
    plot === nothing ? nothing : html`<div class="pair">${map}${plot}</div>`,
    (named) =>
      table(
        title,
        ['Area', 'Median', 'Difference from the UK'],
        rows.map(({ area, median, ...row }) => ({
          label: area.name,
          figures: [
            median,
            'differenceFromUk' in row
              ? figureOf(
                  { value: row.differenceFromUk?.absolute ?? null, presentable: true, withheld: row.differenceFromUkWithheld },
                  signed(pounds),
                  answer.withheldLegend,
                )
              : { text: '–', value: null, caution: null },
          ],
        })),
        named,
      ),
    drawn.length < 12 ? 'The publisher has no tables for Northern Ireland.' : '',
  )}`;
}

function series({ paySeries }: PageAnswers): Html {
  if ('missing' in paySeries) return nothing;
  const { answer } = paySeries;
  const points = answer.points.map((point) => ({ point, median: ofPay(point.figures.median, pounds, answer) }));
  const [first, last] = [answer.points[0]?.year ?? 0, answer.points.at(-1)?.year ?? 0];
  const byYear = new Map(points.map(({ point, median }) => [point.year, { point, median }]));
  const years = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const title = `Median ${nameOf(answer.measure)} by year`;
  return html`<div class="pair"><div>${pictured(
    title,
    lineThrough(
      {
        id: 'p-years',
        title,
        describe: 'A point for each year, hollow where the figure is provisional, and a gap where there is no figure. Prices of each year.',
      },
      years.map((year, place) => {
        const at = byYear.get(year);
        const median = at?.median;
        // The names of more years would touch each other.
        const named = years.length <= 6 || (years.length - 1 - place) % 2 === 0;
        return {
          label: named ? `${year}${at?.point.provisional === true ? ' (p)' : ''}` : '',
          value: median === undefined ? null : drawable(median),
          text: median !== undefined && isShown(median) ? median.text : '',
          hollow: at?.point.provisional ?? false,
        };
      }),
      pounds,
    ),
    (named) =>
      table(
        title,
        ['Year', 'Median', 'Change on the year before'],
        points.map(({ point, median }) => ({
          label: `${point.year}${point.provisional ? ' (p)' : ''}`,
          figures: [
            median,
            figureOf(
              { value: point.change?.percent ?? null, presentable: true, withheld: point.changeWithheld },
              signed(percent),
              answer.withheldLegend,
            ),
          ],
        })),
        named,
      ),
  )}</div><div>
<p class="small">${answer.points.some(({ provisional }) => provisional) ? '(p) and a hollow point: provisional. The publisher revises the figure a year later. ' : ''}Amounts are in the money of their year.</p>
${answer.breaks.map(({ explanation }) => html`<p class="small">${explanation}</p>`)}</div></div>`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function joined(...parts: readonly string[]): string {
  return parts.filter((text) => text !== '').join(' · ');
}
