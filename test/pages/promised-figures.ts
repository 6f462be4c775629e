// The figures that the page of an occupation promises, from its answers and not by its own functions, and a search for them on the page.
import type { Asked, PageAnswers } from '#server/pages/occupation/answers.ts';
import { html } from '#server/pages/html.ts';
import { number, percent, pounds, signed } from '#server/pages/occupation/figure.ts';

interface Expected {
  readonly label: string;
  readonly value: number | null;
  readonly presentable: boolean;
  readonly print: (value: number) => string;
}

interface Judged {
  readonly value: number | null;
  readonly presentable: boolean;
}

/** None of what is not published. */
function ifAnswered<Answer>(asked: Asked<Answer>, promise: (answer: Answer) => readonly Expected[]): readonly Expected[] {
  return 'answer' in asked ? promise(asked.answer) : [];
}

const pound = (label: string, { value, presentable }: Judged): Expected => ({ label, value, presentable, print: pounds });

export function promised(of: PageAnswers): readonly Expected[] {
  const isHourly = 'answer' in of.payRegions && of.payRegions.answer.measure === 'hourly_pay_gross';
  return [
    ...Object.entries({
      'All employees': isHourly ? of.hourlyPay : of.annualPay,
      Women: of.femalePay,
      Men: of.malePay,
      'Full time': of.fullTimePay,
      'Part time': of.partTimePay,
    }).flatMap(([label, asked]) =>
      ifAnswered(asked, ({ figures: { p10, p25, median, p75, p90 } }) =>
        [p10, p25, median, p75, p90].map((figure) => pound(label, figure)),
      ),
    ),
    // Where no region has a figure, that of the United Kingdom stands among the groups alone.
    ...ifAnswered(of.payRegions, ({ uk, regions }) =>
      (regions.some(({ presentable }) => presentable) ? [uk, ...regions] : []).map(({ area, figures }) => pound(area.name, figures.median)),
    ),
    ...ifAnswered(of.paySeries, ({ points }) =>
      points.map(({ year, provisional, figures }) => pound(`${year}${provisional ? ' (p)' : ''}`, figures.median)),
    ),
    ...ifAnswered(of.employment, ({ employment, breakdown }) => [
      { label: 'People who work in the occupation', ...employment, value: employment.count, print: number },
      ...Object.entries({ Women: 'female', 'Part-time': 'partTime', 'Self-employed': 'selfEmployed' } as const).flatMap(([label, key]) => {
        const part = breakdown?.[key];
        return part === undefined ? [] : [{ label, ...part, value: part.percent, print: percent }];
      }),
    ]),
    ...ifAnswered(of.workforce, ({ ages, qualifications, industries }) => [
      ...[...ages.bands, ...qualifications.levels].flatMap((group) => [
        { label: group.name, ...group, value: group.percent, print: percent },
        { label: group.name, ...group, value: group.count, print: number },
      ]),
      ...industries.sections.map((section) => ({
        label: section.title.charAt(0).toUpperCase() + section.title.slice(1),
        ...section,
        value: section.count,
        print: number,
      })),
    ]),
    ...ifAnswered(of.projections, ({ outlook }) => [
      { label: 'Net change', ...outlook, value: outlook.netChangePercent, print: signed(percent) },
      { label: 'All jobs to fill', ...outlook, value: outlook.totalRequirement, print: number },
    ]),
    ...ifAnswered(of.vacancies, ({ vacancies }) => [{ label: 'Vacancies', ...vacancies, value: vacancies.count, print: number }]),
    ...ifAnswered(of.adverts, ({ months }) =>
      months.map(({ month, adverts: value, presentable }) => ({
        label: month,
        value,
        presentable,
        print: number,
      })),
    ),
    ...ifAnswered(of.skills, ({ skills, knowledge }) =>
      [...skills, ...knowledge].map(({ name, sharePercent }) => ({ label: name, value: sharePercent, presentable: true, print: percent })),
    ),
    ...ifAnswered(of.visas, ({ quarters }) =>
      quarters.map(({ quarter, granted, presentable }) => ({ label: quarter, value: granted, presentable, print: number })),
    ),
  ];
}

export interface PageOfAnswers {
  readonly answers: PageAnswers;
  readonly text: string;
}

/** The rows of all tables by their label. */
function rowsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const rows = [...text.matchAll(/<tr><th scope="row">([^]*?)<\/th>([^]*?)<\/tr>/g)];
  return new Map(
    [...Map.groupBy(rows, ([, label = '']) => label)].map(([label, of]) => [label, of.map(([, , cells = '']) => cells)] as const),
  );
}

/** The presentable figures that stand in no row of their label, and how many there are. */
export function lostFigures(pages: ReadonlyMap<string, PageOfAnswers>): { readonly lost: readonly string[]; readonly found: number } {
  const lost: string[] = [];
  let found = 0;
  for (const [soc, { answers, text }] of pages) {
    const rows = rowsOf(text);
    for (const { label, value, presentable, print } of promised(answers)) {
      if (value === null || !presentable) continue;
      found += 1;
      const cell = new RegExp(`>${print(value).replace(/[.+]/g, '\\$&')}[ <]`);
      if (rows.get(html`${label}`.text)?.some((row) => cell.test(row)) !== true) lost.push(`${soc} ${label}: ${print(value)}`);
    }
  }
  return { lost, found };
}
