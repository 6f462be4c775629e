// The parts of the page of an occupation, in its order. Each takes the answer of its endpoint.
import type { Static } from 'typebox';
import type { DemandLevel } from '#schemas/codes.ts';
import type { Paragraph, Withheld } from '#schemas/figures.ts';
import { monthNames } from '#schemas/reference-dates.ts';
import type { ApprenticeshipsResponse } from '#schemas/resources/apprenticeships.ts';
import type { DemandResponse } from '#schemas/resources/demand.ts';
import type { EmploymentPart, EmploymentResponse } from '#schemas/resources/employment.ts';
import type { HowToBecomeResponse } from '#schemas/resources/how-to-become.ts';
import type { JobAdvertResponse } from '#schemas/resources/job-adverts.ts';
import type { LocalAdvertAreasResponse } from '#schemas/resources/local-adverts.ts';
import type { ProjectionResponse } from '#schemas/resources/projections.ts';
import type { SkillsResponse } from '#schemas/resources/skills.ts';
import type { VacancyResponse } from '#schemas/resources/vacancies.ts';
import type { VisaResponse } from '#schemas/resources/visas.ts';
import type { WorkProfileResponse } from '#schemas/resources/work-profile.ts';
import type { WorkforceResponse, WorkforceShare } from '#schemas/resources/workforce.ts';
import { type Html, html, nothing, logoPlace } from '../html.ts';
import type { Site } from '../site.ts';
import {
  headlineOf,
  type Figure,
  type Print,
  comparedAdverts,
  figureOf,
  isShown,
  number,
  percent,
  pounds,
  publishedParts,
  reasonOf,
  signed,
} from './figure.ts';
import { inWords } from './in-words.ts';
import { type Card, type TableRow, cards, pictured, table } from './frame.ts';
import { capital, drawable, joined } from './pay-parts.ts';
import { bars, lineThrough } from './pictures.ts';

/** The cell of a column that does not concern a row. */
const none: Figure = { text: '–', value: null, caution: null };

interface Drawn {
  readonly about: string;
  readonly body: Html;
  readonly notes?: readonly string[];
}

/** Bars with their table; rows whose figure may not be shown stand in the table only. */
function barsAndTable(
  id: string,
  title: string,
  columns: readonly string[],
  rows: readonly (TableRow & { readonly label: string })[],
  period = '',
): Html {
  const ofColumn = (column: number) =>
    rows.flatMap(({ label, figures }) => {
      const figure = figures[column];
      const value = figure === undefined ? null : drawable(figure);
      return value === null || figure === undefined || !isShown(figure) ? [] : [{ label, value, text: figure.text }];
    });
  // The first column with figures for a picture: where no share is published, the number of people is.
  const column = [0, 1].find((candidate) => ofColumn(candidate).length > 1) ?? 0;
  const drawn = ofColumn(column);
  const key = columns.length > 2 ? (columns[column + 1] ?? '') : '';
  return pictured(
    title,
    bars({ id: `p-${id}`, title, describe: `A bar for each of ${drawn.length} figures. The table has the figures.` }, drawn),
    (named) => table(title, columns, rows, named),
    joined(key, period),
  );
}

/** As many industries as a picture has room for, those with most people first. The table has all of them. */
const mostIndustries = 8;

export function drawEmployment({ area, period, employment, breakdown, withheldLegend }: EmploymentResponse): Drawn {
  const part = (label: string, of: Static<typeof EmploymentPart>) => ({
    label,
    figures: [
      figureOf({ ...of, value: of.percent, withheld: of.withheld ?? of.withheldFigures['percent'] }, percent, withheldLegend),
      figureOf({ ...of, value: of.count }, number, withheldLegend),
    ],
  });
  const count = figureOf({ ...employment, value: employment.count }, number, withheldLegend);
  const also = (value: number | null, name: string, print: Print) =>
    figureOf({ ...employment, value, withheld: employment.withheld ?? employment.withheldFigures[name] }, print, withheldLegend);
  return {
    about: joined(area.name, period),
    body: html`<div class="pair"><div>${table(
      'People in work',
      ['Figure', area.name],
      [
        { label: 'People who work in the occupation', figures: [count] },
        {
          label: 'Margin of error (95 % confidence)',
          figures: [also(employment.confidenceInterval, 'confidenceInterval', (value) => `± ${number(value)}`)],
        },
        {
          label: 'Share of all people in work',
          figures: [also(employment.shareOfAllEmploymentPercent, 'shareOfAllEmploymentPercent', percent)],
        },
      ],
    )}</div><div>${
      breakdown === null
        ? html`<p class="small">The publisher’s sample is too small to divide these people further.</p>`
        : barsAndTable(
            'employment',
            'Women, part-time and self-employed',
            ['Group', 'Share', 'People'],
            [part('Women', breakdown.female), part('Part-time', breakdown.partTime), part('Self-employed', breakdown.selfEmployed)],
          )
    }</div></div>`,
  };
}

export function drawWorkforce({ area, headline, ages, qualifications, industries, derivation, withheldLegend }: WorkforceResponse): Drawn {
  const row = (label: string, of: WorkforceShare) => ({
    label,
    figures: [
      figureOf({ ...of, value: of.percent, withheld: of.withheld ?? of.withheldFigures['percent'] }, percent, withheldLegend),
      figureOf({ ...of, value: of.count }, number, withheldLegend),
    ],
  });
  const short = (name: string, of: WorkforceShare): Card => {
    const [share = none, people = none] = row(name, of).figures;
    return { name, figure: share, remark: isShown(share) && isShown(people) ? `${people.text} people` : '' };
  };
  const drawn = (
    id: string,
    name: string,
    { period }: WorkforceResponse['ages' | 'qualifications' | 'industries'],
    rows: readonly (TableRow & { readonly label: string })[],
  ): Html => html`<div>${barsAndTable(id, name, ['Figure', 'Share', 'People'], rows, period ?? '')}</div>`;
  const blocks = [
    {
      name: 'Ages',
      of: ages,
      draw: () =>
        drawn(
          'ages',
          'Ages',
          ages,
          ages.bands.map((band) => row(band.name, band)),
        ),
    },
    {
      name: 'Highest qualification',
      of: qualifications,
      draw: () =>
        drawn(
          'qualifications',
          'Highest qualification',
          qualifications,
          qualifications.levels.map((level) => row(level.name, level)),
        ),
    },
    {
      name: 'Industries',
      of: industries,
      draw: () =>
        html`<div>${drawIndustries(
          industries.sections.map((section) => row(capital(section.title), section)),
          industries.period ?? '',
        )}</div>`,
    },
  ];
  const published = blocks.filter(({ of }) => of.withheld === null);
  const withheld = Map.groupBy(
    blocks.filter(({ of }) => of.withheld !== null),
    ({ of }) => reasonOf(of.withheld, withheldLegend),
  );
  return {
    about: area.name,
    body: html`${
      ages.withheld !== null && qualifications.withheld !== null
        ? nothing
        : cards([
            short('Aged under 25', headline.agedUnder25),
            short('Aged 55 and over', headline.aged55AndOver),
            short('With a degree', headline.withDegree),
          ])
    }
<div class="flow">${published.map(({ draw }) => draw())}</div>
${[...withheld].map(([why, of]) => html`<p><span class="absent">${headlineOf(of[0]?.of.withheld ?? null)}</span>: ${of.map(({ name }) => name.toLowerCase()).join(', ')}<span class="why">${why}</span></p>`)}`,
    notes: [derivation],
  };
}

function drawIndustries(rows: readonly (TableRow & { readonly label: string })[], period: string): Html {
  const title = 'Industries';
  const measured = rows.flatMap(({ label, figures: [share, people] }) => {
    const figure = [share, people].find((candidate) => candidate !== undefined && drawable(candidate) !== null);
    const value = figure === undefined ? null : drawable(figure);
    return value === null || figure === undefined || !isShown(figure)
      ? []
      : [{ label, value, text: figure.text, isShare: figure === share }];
  });
  // Shares and numbers of people are not drawn on one scale.
  const shares = measured.filter(({ isShare }) => isShare);
  const drawn = shares.length > 1 ? shares : measured.filter(({ isShare }) => !isShare);
  const most = drawn.toSorted((a, b) => b.value - a.value).slice(0, mostIndustries);
  return pictured(
    title,
    bars(
      {
        id: 'p-industries',
        title,
        describe: `A bar for each of ${most.length} industries, from the highest. The table has the figures.`,
      },
      most,
    ),
    (named) => table(title, ['Figure', 'Share', 'People'], rows, named),
    joined(
      drawn === shares ? 'Share' : 'People',
      period,
      most.length < drawn.length ? `the ${most.length} industries with most people` : '',
    ),
  );
}

export function drawProjections({
  area,
  period,
  outlook,
  group,
  byQualification,
  accuracy,
  derivation,
  withheldLegend,
}: ProjectionResponse): Drawn {
  const { baseYear, targetYear } = outlook;
  const row = (label: string, name: keyof typeof outlook, print: Print = number): TableRow => {
    const value = outlook[name];
    return { label, figures: [figureOf({ ...outlook, value: typeof value === 'number' ? value : null }, print, withheldLegend)] };
  };
  return {
    about: joined(area.name, period, `all of group ${group.code}, ${group.title}`),
    body: html`<p>${derivation}</p><div class="pair"><div>${barsAndTable(
      'projections',
      `Jobs in ${baseYear} and ${targetYear}`,
      ['Year', 'Jobs'],
      [
        { label: String(baseYear), figures: row('', 'employmentBase').figures },
        { label: String(targetYear), figures: row('', 'employmentTarget').figures },
      ],
    )}</div><div>${table(
      `From ${baseYear} to ${targetYear}`,
      ['Figure', area.name],
      [
        row('Net change, jobs', 'netChange', signed(number)),
        row('Net change', 'netChangePercent', signed(percent)),
        row('Jobs to fill because people leave', 'replacementDemand', number),
        row('All jobs to fill', 'totalRequirement', number),
      ],
    )}</div></div>
<details><summary>By highest qualification held</summary>${table(
      'Jobs by qualification',
      ['Qualification', String(baseYear), String(targetYear), 'Change'],
      byQualification.map((of) => ({
        label: of.qualification.name,
        figures: [
          figureOf({ ...of, value: of.employmentBase }, number, withheldLegend),
          figureOf({ ...of, value: of.employmentTarget }, number, withheldLegend),
          figureOf({ ...of, value: of.netChangePercent }, signed(percent), withheldLegend),
        ],
      })),
    )}</details>
<p class="small">${accuracy}</p>`,
  };
}

export const demandNames: Readonly<Record<DemandLevel, string>> = {
  critical: 'Critical',
  elevated: 'Elevated',
  not_in_high_demand: 'Not in high demand',
};

export function demandOf({ level, withheld, withheldLegend }: Pick<DemandResponse, 'level' | 'withheld' | 'withheldLegend'>): Figure {
  return figureOf({ value: level === null ? null : demandNames[level], presentable: true, withheld }, number, withheldLegend);
}

export function drawDemand(demand: DemandResponse): Drawn {
  const { area, period, indicators, previous, workers, uncertainty, imputation, capping, withheldLegend } = demand;
  const level = (of: (typeof indicators)[number] | undefined): Figure =>
    demandOf({ level: of?.level ?? null, withheld: of?.withheld ?? null, withheldLegend });
  return {
    about: joined(area.name, period),
    body: html`${table(
      'Demand and its five indicators',
      ['Figure', String(demand.year), ...(previous === null ? [] : [String(previous.year)])],
      [
        {
          label: html`<strong>Demand for the occupation</strong>`,
          figures: [demandOf(demand), ...(previous === null ? [] : [demandOf({ ...previous, withheldLegend })])],
        },
        ...indicators.map((of) => ({
          label: capital(of.name),
          figures: [level(of), ...(previous === null ? [] : [level(previous.indicators.find(({ key }) => key === of.key))])],
        })),
        {
          label: 'Workers, as the assessment counts them',
          figures: [figureOf({ ...workers, value: workers.count }, number, withheldLegend), ...(previous === null ? [] : [none])],
        },
      ],
    )}
${[uncertainty, imputation, capping].map((caveat) => (caveat === null ? nothing : html`<p class="notice">${caveat.explanation}</p>`))}`,
  };
}

export function drawVacancies(of: VacancyResponse): Drawn {
  const { area, period, group, derivation, withheldLegend, allOccupations } = of;
  const row = (label: string, key: 'vacancies' | 'hardToFillVacancies' | 'skillShortageVacancies') => ({
    label,
    figures: [of[key], allOccupations[key]].map((at) => figureOf({ ...at, value: at.count }, number, withheldLegend)),
  });
  const share = (label: string, key: 'hardToFillShare' | 'skillShortageShare') => ({
    label,
    figures: [of[key], allOccupations[key]].map((at) => figureOf({ ...at, value: at.percent }, percent, withheldLegend)),
  });
  return {
    about: joined(area.name, period),
    body: html`<p>${inWords(derivation)}</p>${table(
      'Vacancies',
      ['Figure', group === null ? 'This occupation' : `${group.code} ${group.title}`, `All occupations, ${area.name}`],
      [
        row('Vacancies', 'vacancies'),
        row('Hard to fill', 'hardToFillVacancies'),
        share('Share that is hard to fill', 'hardToFillShare'),
        row('Hard to fill for want of skills', 'skillShortageVacancies'),
        share('Share for want of skills', 'skillShortageShare'),
      ],
    )}`,
  };
}

export function advertsOf({ adverts, presentable, withheld, withheldLegend }: JobAdvertResponse): Figure {
  return figureOf({ value: adverts, presentable, withheld }, number, withheldLegend);
}

/** The months of some years as a table: a row for each month of the calendar, a column for each year. */
function byCalendar(title: string, months: readonly { readonly month: string; readonly figure: Figure }[], named: boolean): Html {
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))];
  const of = new Map(months.map(({ month, figure }) => [month, figure]));
  return table(
    title,
    ['Month', ...years],
    monthNames.map((label, place) => ({
      label,
      figures: years.map((year) => of.get(`${year}-${String(place + 1).padStart(2, '0')}`) ?? none),
    })),
    named,
  );
}

export function drawAdverts(of: JobAdvertResponse): Drawn {
  const { area, period, priorPeriod, prior, change, changeWithheld, months, monthsSuppressed, withheldLegend } = of;
  const byMonth = months.map(({ month, adverts, presentable, withheld }) => ({
    month,
    figure: figureOf({ value: adverts, presentable, withheld }, number, withheldLegend),
  }));
  const title = 'New online job adverts by month';
  return {
    about: joined(area.name, period),
    body: html`<div class="pair"><div>${table(
      'New online job adverts',
      ['Figure', area.name],
      [
        { label: period, remark: publishedParts(monthsSuppressed, 'months'), figures: [advertsOf(of)] },
        {
          label: priorPeriod,
          remark: publishedParts(prior.monthsSuppressed, 'months'),
          figures: [figureOf({ ...prior, value: prior.adverts }, number, withheldLegend)],
        },
        {
          label: 'Change on the year before',
          remark: comparedAdverts(change),
          figures: [
            figureOf(
              { value: change?.percent ?? null, presentable: of.presentable, withheld: changeWithheld },
              signed(percent),
              withheldLegend,
            ),
          ],
        },
      ],
    )}</div>
<div>${pictured(
      title,
      lineThrough(
        {
          id: 'p-adverts',
          title,
          describe:
            'A line through the months. Where the publisher suppresses a month, the line is interrupted and a dashed box stands in its place.',
        },
        byMonth.map(({ month, figure }) => ({
          label: month.endsWith('-01') ? month.slice(0, 4) : '',
          value: drawable(figure),
          text: isShown(figure) ? figure.text : '',
        })),
        number,
      ),
      (named) => byCalendar(title, byMonth, named),
      byMonth.some(({ figure }) => !isShown(figure)) ? 'A dashed box: the publisher suppresses the month.' : '',
    )}</div></div>`,
  };
}

const mostAreas = 12;

export function drawLocalAdverts({ total, period, areas, withheldLegend }: LocalAdvertAreasResponse, { to }: Site): Drawn {
  const shown = areas.slice(0, mostAreas);
  return {
    about: period,
    body:
      total === 0
        ? html`<p>No local area has a published number of adverts.</p>`
        : html`${table(
            total > shown.length ? `The ${shown.length} of ${number(total)} local areas with the most adverts` : 'Local areas with adverts',
            ['Area', 'Adverts', 'Per 1,000 adverts of the area', 'Against the UK (1 is the same)'],
            shown.map(({ area, adverts, presentable, perThousand, concentration, withheldFigures, quartersSuppressed }) => ({
              label: html`<a href="${to(`/areas/${area.slug}`)}">${area.name}</a>`,
              remark: publishedParts(quartersSuppressed, 'quarters'),
              figures: [
                figureOf({ value: adverts, presentable }, number, withheldLegend),
                figureOf({ value: perThousand, presentable: true, withheld: withheldFigures['perThousand'] }, number, withheldLegend),
                figureOf({ value: concentration, presentable: true, withheld: withheldFigures['concentration'] }, number, withheldLegend),
              ],
            })),
          )}`,
  };
}

export function drawVisas(of: VisaResponse): Drawn {
  const { area, period, granted, rank, byRoute, byNationality, byIndustry, quarters, withheldLegend } = of;
  const breakdown = (name: string, { parts, presentable, withheld }: VisaResponse['byRoute']): Html =>
    parts === null
      ? html`<h3>${name}</h3>${notPublished(withheld, withheldLegend)}`
      : parts.length === 0
        ? nothing
        : table(
            `${name}${parts.length > 8 ? ', the first eight' : ''}`,
            ['Figure', 'Visas', 'Share'],
            parts.slice(0, 8).map((part) => ({
              label: part.name,
              figures: [
                figureOf({ value: part.granted, presentable }, number, withheldLegend),
                figureOf({ value: part.sharePercent, presentable }, percent, withheldLegend),
              ],
            })),
          );
  const byQuarter = quarters.map((at) => ({ label: at.quarter, figure: figureOf({ ...at, value: at.granted }, number, withheldLegend) }));
  const title = 'Work visas granted by quarter';
  return {
    about: joined(area.name, period),
    body: html`<div class="pair"><div>${table(
      'Work visas granted',
      ['Figure', period],
      [
        { label: 'Visas', figures: [figureOf({ ...of, value: granted }, number, withheldLegend)] },
        ...(rank === null
          ? []
          : [
              {
                label: 'Rank among occupations',
                figures: [{ text: `${number(rank.rank)} of ${number(rank.of)}`, value: null, caution: null }],
              },
            ]),
      ],
    )}</div><div>${pictured(
      title,
      lineThrough(
        { id: 'p-visas', title, describe: 'A line through the quarters.' },
        byQuarter.map(({ label, figure }, place) => ({
          label: byQuarter.length < 6 || label.endsWith('Q1') || (place === 0 && label.endsWith('Q2')) ? label : '',
          value: drawable(figure),
          text: isShown(figure) ? figure.text : '',
        })),
        number,
      ),
      (named) =>
        table(
          title,
          ['Quarter', 'Visas'],
          byQuarter.map(({ label, figure }) => ({ label, figures: [figure] })),
          named,
        ),
    )}</div></div>
<details><summary>By route, nationality and industry</summary>${breakdown('By route', byRoute)}${breakdown('By nationality', byNationality)}${breakdown('By industry of the sponsor', byIndustry)}</details>`,
  };
}

function notPublished(withheld: Withheld | null, legend: WorkforceResponse['withheldLegend']): Html {
  return html`<p><span class="absent">${headlineOf(withheld)}</span><span class="why">${reasonOf(withheld, legend)}</span></p>`;
}

function paragraph({ text, ...more }: Paragraph): Html {
  return html`${text === '' ? nothing : html`<p>${text}</p>`}${behindText(more)}`;
}

function behindText({ items, links }: Omit<Paragraph, 'text'>): Html {
  const linked = links.filter(({ url }) => /^https?:\/\//.test(url));
  return html`${items.length === 0 ? nothing : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`}${
    linked.length === 0 ? nothing : html`<p class="small">${linked.map(({ text: words, url }) => html`<a href="${url}">${words}</a> `)}</p>`
  }`;
}

/** What the work demands, each of which the publisher writes as the end of a sentence. */
function demands(name: string, of: readonly Paragraph[]): Html {
  if (of.length === 0) return nothing;
  return html`<h4>${name}</h4><ul>${of.map(({ text, ...more }) => html`<li>${text}${behindText(more)}</li>`)}</ul>`;
}

const routeNames: Readonly<Record<HowToBecomeResponse['profiles'][number]['routes'][number]['key'], string>> = {
  university: 'University',
  college: 'College',
  apprenticeship: 'Apprenticeship',
  'working-up': 'Working towards the role',
  volunteering: 'Volunteering',
  'direct-application': 'Applying directly',
  other: 'Other routes',
};

export function drawRoutes({ area, profiles, withheld, withheldLegend }: HowToBecomeResponse): Drawn {
  const [first, ...others] = profiles;
  const profile = ({
    title,
    url,
    match,
    overview,
    routes,
    requirements,
  }: (typeof profiles)[number]): Html => html`<h3><a href="${url}">${title}</a>${match === 'partial' ? ' (one of several occupations that this profile can mean)' : ''}</h3>
${overview.map(paragraph)}
${routes.map(
  ({ key, entryRequirements, paragraphs }) =>
    html`<details><summary>${routeNames[key]}</summary>${paragraphs.map(paragraph)}${
      entryRequirements === null
        ? nothing
        : html`${entryRequirements.noneSet ? html`<p>There are no set requirements.</p>` : nothing}${entryRequirements.preface === null ? nothing : html`<p>${entryRequirements.preface}</p>`}${entryRequirements.requirements.map(paragraph)}`
    }</details>`,
)}
${demands('Checks and restrictions', requirements.checks)}${demands('Licences and registrations', requirements.registrations)}`;
  return {
    about: area.name,
    body:
      first === undefined
        ? notPublished(withheld, withheldLegend)
        : html`${profile(first)}${
            others.length === 0
              ? nothing
              : html`<details><summary>${others.length} more job profiles</summary><ul>${others.map(({ title, url }) => html`<li><a href="${url}">${title}</a></li>`)}</ul></details>`
          }`,
  };
}

const mostStandards = 12;

export function drawApprenticeships({ area, occupations, withheld, attributionLogo, withheldLegend }: ApprenticeshipsResponse): Drawn {
  const standards = occupations.flatMap(({ apprenticeships }) => apprenticeships);
  const shown = standards.slice(0, mostStandards);
  const others = occupations.flatMap(({ tLevels, otherTechnicalQualifications }) => [...tLevels, ...otherTechnicalQualifications]);
  return {
    about: area.name,
    body: html`${
      occupations.length === 0
        ? notPublished(withheld, withheldLegend)
        : shown.length === 0
          ? html`<p>No apprenticeship is open for these occupations.</p>`
          : table(
              shown.length < standards.length ? `${shown.length} of ${standards.length} apprenticeships` : 'Apprenticeships',
              ['Standard', 'Typical months', 'Funding at most'],
              shown.map(({ code, title, level, url, typicalDurationMonths, maximumFundingPounds, withheldFigures }) => ({
                label: html`${url === null ? html`${title}` : html`<a href="${url}">${title}</a>`} (${code}, level ${level})`,
                figures: [
                  figureOf(
                    { value: typicalDurationMonths, presentable: true, withheld: withheldFigures['typicalDurationMonths'] },
                    number,
                    withheldLegend,
                  ),
                  figureOf(
                    { value: maximumFundingPounds, presentable: true, withheld: withheldFigures['maximumFundingPounds'] },
                    pounds,
                    withheldLegend,
                  ),
                ],
              })),
            )
    }
${
  others.length === 0
    ? nothing
    : html`<details><summary>T Levels and other technical qualifications (${others.length})</summary><ul>${others.map(({ title, level }) => html`<li>${title}, level ${level}</li>`)}</ul></details>`
}
${attributionLogo.required ? html`<p class="small">Information from ${attributionLogo.name.replace(/ logo$/i, '')}.</p>${logoPlace}` : nothing}`,
  };
}

export function drawWorkProfile({ interests, abilities, basedOn, derivation, withheldLegend }: WorkProfileResponse): Drawn {
  const rating: Print = (value) => (typeof value === 'number' ? value.toFixed(2) : value);
  const strongest = abilities.elements
    .toSorted((a, b) => (b.importance ?? 0) - (a.importance ?? 0))
    .slice(0, 10)
    .map(({ name, importance, withheldFigures }) => ({
      label: name,
      figures: [
        figureOf(
          { value: importance, presentable: abilities.presentable, withheld: withheldFigures['importance'] },
          rating,
          withheldLegend,
        ),
      ],
    }));
  return {
    about: 'Ratings of comparable occupations in the United States',
    body: html`<div class="pair"><div>${barsAndTable(
      'interests',
      `Interests, on a scale from ${interests.scale.minimum} to ${interests.scale.maximum}`,
      ['Interest', 'Score'],
      interests.scores.map(({ name, score }) => ({
        label: name,
        figures: [figureOf({ value: score, presentable: interests.presentable, withheld: interests.withheld }, rating, withheldLegend)],
      })),
    )}</div><div>${
      abilities.withheld === null
        ? barsAndTable(
            'abilities',
            `The ten most important abilities, on a scale from ${abilities.importanceScale.minimum} to ${abilities.importanceScale.maximum}`,
            ['Ability', 'Importance'],
            strongest,
          )
        : html`<p><strong>Abilities</strong></p>${notPublished(abilities.withheld, withheldLegend)}`
    }</div></div>
<details><summary>The occupations behind these averages (${basedOn.length})</summary><ul>${basedOn.map(({ code, title }) => html`<li>${title} (${code})</li>`)}</ul></details>`,
    notes: [derivation],
  };
}

export function drawSkills({ skills, knowledge, relatedRoles, withheld, totals, derivation, withheldLegend }: SkillsResponse): Drawn {
  if (withheld !== null) return { about: '', body: notPublished(withheld, withheldLegend) };
  const list = (name: string, of: typeof skills, total: number) =>
    table(
      `${name}, the first ${of.length} of ${number(total)}`,
      ['Figure', 'Share of related roles'],
      of.map(({ name: skill, sharePercent }) => ({
        label: skill,
        figures: [figureOf({ value: sharePercent, presentable: true }, percent, withheldLegend)],
      })),
    );
  return {
    about: 'Share of related European occupations that have it',
    body: html`<div class="pair"><div>${list('Skills', skills, totals.skills)}</div><div>${list('Knowledge', knowledge, totals.knowledge)}</div></div>
<h3>Related roles</h3><ul class="columns">${relatedRoles.map(({ title }) => html`<li>${title}</li>`)}</ul>`,
    notes: [derivation],
  };
}
