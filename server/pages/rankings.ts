// Questions about all occupations: which are best paid, the largest, in demand; and which groups
// are growing. A page for each list that ranks.
import { areaOf } from '#schemas/codes.ts';
import { areaFor, endpointOf } from '#schemas/endpoints.ts';
import type { OccupationSummary } from '#schemas/resources/occupations.ts';
import type { HeadlineKey } from '#schemas/resources/summary.ts';
import { headlineOf } from '#schemas/selections/headlines.ts';
import { type Html, html, nothing } from './html.ts';
import {
  type Ask,
  type Asked,
  type Question,
  allOccupations,
  pageAreas,
  questionFor,
} from './occupation/answers.ts';
import {
  type FromAnswer,
  type Label,
  type Row,
  type Table,
  remarked,
  table,
} from './occupation/content.ts';
import {
  type Figure,
  type Show,
  areaShown,
  isShown,
  joined,
  number,
  percent,
  publishedParts,
  showing,
  signed,
  word,
} from './occupation/figure.ts';
import {
  type CsvFile,
  csvFile,
  figureCells,
  figureColumns,
  sourceCells,
  sourceColumns,
} from './occupation/csv.ts';
import { blocksHtml, cite, credit, labelHtml } from './occupation/frame.ts';
import { demandNames, printOf } from './occupation/sections.ts';
import type { FoundPage } from './page.ts';
import type { Site } from './site.ts';
import type { Visit } from './visit.ts';

/** An occupation, or a group of them, in the order of its list. */
interface Ranked {
  readonly code: string;
  readonly figures: readonly Figure[];
  readonly remark?: string;
  /** The title of a group; that of an occupation is known. */
  readonly title?: string;
}

type Answer = FromAnswer & { readonly area: { readonly slug: string; readonly name: string } };

interface RankingRow<Of> {
  /** A question in words that asks for it. */
  readonly words: RegExp;
  readonly tab: string;
  readonly heading: string;
  readonly columns: readonly string[];
  /** What a reader must know of the figures. */
  readonly note?: string;
  /** The word in the first column divides the list into tables, and has no column itself. */
  readonly divided?: boolean;
  /** The first column has bars, to the left of zero where jobs are lost. */
  readonly barred?: boolean;
  /** The same question of some of the people, whose figures are the last column. */
  readonly part?: { readonly column: string; readonly query: Question['query'] };
  readonly question: Question<Of>;
  readonly when: (answer: Of) => string;
  readonly rows: (answer: Of, show: Show) => readonly Ranked[];
}

interface Ranking extends Omit<RankingRow<unknown>, 'when' | 'rows'> {
  readonly when: (answer: Answer) => string;
  readonly rows: (answer: Answer) => readonly Ranked[];
}

function ranking<Of extends Answer>(row: RankingRow<Of>): Ranking {
  // Only answers to the question are given to them.
  return {
    ...row,
    when: (answer) => row.when(answer as Of),
    rows: (answer) => row.rows(answer as Of, showing(answer)),
  };
}

const labelOf = (key: HeadlineKey) => headlineOf(key).label;
const all = { limit: '412' };
const ofPeriod = ({ period }: { readonly period: string }) => period;

/** A row for each occupation of a list, with the headline figure at `member` of its entry. */
const byOccupation =
  (key: HeadlineKey, member: string) =>
  (
    { occupations }: { readonly occupations: readonly { readonly soc2020: string }[] },
    show: Show,
  ): readonly Ranked[] =>
    occupations.map(({ soc2020 }, place) => ({
      code: soc2020,
      figures: [show(`occupations.${place}.${member}`, printOf(headlineOf(key)))],
    }));

export const rankings: Readonly<Record<string, Ranking>> = {
  pay: ranking({
    words: /\b(best|highest|most|well)[- ]paid\b|\b(pay|salar(y|ies)|earn)\b/i,
    tab: 'Pay',
    heading: 'Best paid occupations',
    columns: [`${labelOf('annual_pay_median')}, all employees, part-time included`],
    note: 'Employees only: the survey does not count self-employed people.',
    part: { column: `${labelOf('annual_pay_median')}, full time`, query: { pattern: 'fulltime' } },
    question: questionFor('PayListResponse')('pay-list', all),
    when: ({ referencePeriod, provisional }) =>
      joined(referencePeriod, provisional ? 'provisional' : ''),
    rows: byOccupation('annual_pay_median', 'median.value'),
  }),
  people: ranking({
    words: /\bmost people\b|largest|biggest/i,
    tab: 'People in work',
    heading: 'Occupations with most people',
    columns: [labelOf('employment')],
    question: questionFor('EmploymentListResponse')('employment-list', all),
    when: ofPeriod,
    rows: byOccupation('employment', 'count'),
  }),
  demand: ranking({
    words: /\bin demand\b|shortage/i,
    tab: 'Demand',
    heading: 'Occupations in demand',
    columns: [labelOf('demand_level')],
    note:
      'Critical or elevated: how many of five indicators point to high demand, such as adverts, ' +
      'pay and visas. Each list begins with the highest demand, which is not a shortage of ' +
      'workers.',
    divided: true,
    question: questionFor('DemandListResponse')('demand-list'),
    when: ({ year }) => String(year),
    rows: ({ occupations }) =>
      occupations.map(({ soc2020, level }) => ({
        code: soc2020,
        figures: [word(demandNames[level])],
      })),
  }),
  adverts: ranking({
    words: /\b(adverts|vacanc(y|ies))\b/i,
    tab: 'Adverts',
    heading: 'Occupations with most job adverts',
    columns: [labelOf('job_adverts')],
    question: questionFor('JobAdvertListResponse')('job-adverts-list', all),
    when: ofPeriod,
    rows: ({ occupations }, show) => {
      const rows = occupations.map(({ soc2020, monthsSuppressed }, place) => ({
        monthsSuppressed,
        code: soc2020,
        figures: [show(`occupations.${place}.adverts`)],
        remark: publishedParts(monthsSuppressed, 'months'),
      }));
      // A total that lacks months is not ranked among whole ones.
      return rows.toSorted(
        (a, b) => Number(a.monthsSuppressed > 0) - Number(b.monthsSuppressed > 0),
      );
    },
  }),
  visas: ranking({
    words: /\bvisas?\b/i,
    tab: 'Visas',
    heading: 'Occupations with most work visas',
    columns: [labelOf('visas_granted')],
    question: questionFor('VisaListResponse')('visas-list', all),
    when: ofPeriod,
    rows: byOccupation('visas_granted', 'granted'),
  }),
  outlook: ranking({
    words: /\bgrow(ing|th)\b|\bfuture\b|2035/i,
    tab: 'Growth',
    heading: 'Job growth to 2035, by group',
    columns: [labelOf('projected_change'), 'Jobs at the end', 'Total openings'],
    barred: true,
    question: questionFor('ProjectionListResponse')('projections-list'),
    when: ({ baseYear, targetYear }) => `${baseYear} to ${targetYear}`,
    rows: ({ subMajorGroups }, show) =>
      subMajorGroups.map(({ code, title, unitGroups }, place) => ({
        code,
        title,
        remark: `${unitGroups} occupations`,
        figures: [
          show(`subMajorGroups.${place}.netChangePercent`, signed(percent)),
          show(`subMajorGroups.${place}.employmentTarget`),
          show(`subMajorGroups.${place}.totalRequirement`),
        ],
      })),
  }),
};

/** So many rows are shown at first: the column of full-time pay weighs as much as ten more. */
const fewRows = 40;

/**
 * The list of an area, or of a wider one: some releases have England and not the United Kingdom, or
 * have not been received for regions.
 */
async function answered(
  { question: { id, query } }: Ranking,
  ask: Ask,
  area: string,
): Promise<Asked<Answer>> {
  const inArea = (slug: string) =>
    ask<Answer>({ id, query: { ...query, ...areaFor(endpointOf(id), slug) } });
  const asked = await inArea(area);
  const hasNone = 'answer' in asked && 'ranked' in asked.answer && asked.answer.ranked === 0;
  return hasNone ? inArea(area === 'uk' ? 'england' : 'uk') : asked;
}

/** A ranking with its answer, and the names of its columns. */
interface Column {
  readonly of: Ranking;
  readonly answer: Answer;
  readonly heads: readonly string[];
  readonly rows: readonly Ranked[];
}

/** The list of an area with the figures of a part of the people beside it; null without a list. */
async function columnOf(ranking: Ranking, ask: Ask, area: string): Promise<Column | null> {
  const asked = await answered(ranking, ask, area);
  if ('missing' in asked) return null;
  const { answer } = asked;
  const column = { of: ranking, answer, heads: ranking.columns, rows: ranking.rows(answer) };
  const { part, question } = ranking;
  if (part === undefined) return column;
  const inArea = areaFor(endpointOf(question.id), answer.area.slug);
  const beside = await ask<Answer>({
    id: question.id,
    query: { ...question.query, ...inArea, ...part.query },
  });
  if ('missing' in beside) return column;
  const figures = new Map(ranking.rows(beside.answer).map((row) => [row.code, row.figures]));
  return {
    ...column,
    heads: [...column.heads, part.column],
    rows: column.rows.map((row) => ({
      ...row,
      figures: [...row.figures, ...(figures.get(row.code) ?? [word('–')])],
    })),
  };
}

/**
 * The lists that have figures of a nation or region; of the United Kingdom, all that have any.
 * Pages lead to no others.
 */
export async function offered(ask: Ask, area: string): Promise<readonly string[]> {
  const keys = Object.entries(rankings).map(async ([by, ranking]) => {
    // A damaged list is not offered, and takes no other page with it: its own page says so, and the
    // log tells the operator.
    const asked = await answered(ranking, ask, area).catch(() => null);
    return asked !== null && 'answer' in asked && (area === 'uk' || asked.answer.area.slug === area)
      ? [by]
      : [];
  });
  return (await Promise.all(keys)).flat();
}

/** The list that ranks, with all its rows; null if nothing is ranked by that. */
export async function rankingCsv(by: string, area: string, ask: Ask): Promise<CsvFile | null> {
  const chosen = Object.hasOwn(rankings, by) ? rankings[by] : undefined;
  const column = chosen === undefined ? null : await columnOf(chosen, ask, area);
  if (chosen === undefined || column === null) return null;
  const { answer, heads } = column;
  const occupations = await allOccupations(ask);
  const titles = new Map(occupations.map(({ soc2020, title }) => [soc2020, title]));
  const lines = column.rows.flatMap(({ code, title, remark = '', figures }) =>
    figures.map((figure, place) => [
      code,
      title ?? titles.get(code) ?? '',
      heads[place] ?? '',
      answer.area.name,
      chosen.when(answer),
      ...figureCells(figure),
      remark,
      ...sourceCells(answer),
    ]),
  );
  return csvFile(
    ['ranking', by, answer.area.slug, answer.provenance.edition],
    ['soc2020', 'title', 'figure', 'area', 'period', ...figureColumns, 'remark', ...sourceColumns],
    lines,
  );
}

/**
 * Null: nothing is ranked by that. The query can name a major group by its digit, and ask for all
 * rows.
 */
export async function rankingPage(
  by: string,
  area: string,
  { search }: Pick<Visit, 'search'>,
  site: Site,
  ask: Ask,
): Promise<FoundPage | null> {
  const chosen = Object.hasOwn(rankings, by) ? rankings[by] : undefined;
  if (chosen === undefined) return null;
  // Growth is known of groups, everything else of occupations, whose figures are in one table.
  const others = Object.entries(rankings).flatMap(([key, ranking]) =>
    key === by || key === 'outlook' ? [] : [ranking],
  );
  const lists = by === 'outlook' ? [chosen] : [chosen, ...others];
  const asked = await Promise.all(lists.map((ranking) => columnOf(ranking, ask, area)));
  const columns = asked.filter((column) => column !== null);
  const page: RankingPage = {
    by,
    area,
    group: search.get('group') ?? '',
    isWhole: search.has('show') || !site.live,
    chosen,
    main: columns.find(({ of: ranking }) => ranking === chosen) ?? null,
    columns,
    occupations: await allOccupations(ask),
  };
  const answer = page.main?.answer;
  const about =
    answer === undefined ? nothing : html`<p class="about">${aboutOf(page, answer)}</p>`;
  return {
    title: chosen.heading,
    body: html`<h1>${chosen.heading}</h1>
${about}
${orders(page, await offered(ask, 'uk'), site)}
${filters(page, site)}
${page.main === null ? notice(notServed) : listHtml(page, page.main, site)}`,
  };
}

/** What a page of a ranking shows. */
interface RankingPage {
  readonly by: string;
  /** The slug of the area that was asked for. */
  readonly area: string;
  /** The digit of a major group; empty for all. */
  readonly group: string;
  readonly isWhole: boolean;
  readonly chosen: Ranking;
  readonly main: Column | null;
  /** The chosen list and the others, whose figures are beside it. */
  readonly columns: readonly Column[];
  readonly occupations: readonly OccupationSummary[];
}

const notServed = 'Not available: we do not have these figures yet.';
const notice = (text: string) => html`<p class="notice">${text}</p>`;

function aboutOf({ area, chosen }: RankingPage, answer: Answer): string {
  const isEnglandAlone = answer.area.slug === 'england' && area === 'uk';
  const place = isEnglandAlone
    ? 'These figures are for England only.'
    : areaShown(answer.area, area);
  return joined(place, chosen.when(answer));
}

/** Links to the other lists. */
function orders({ by, group }: RankingPage, served: readonly string[], { to }: Site): Html {
  const ofGroup = group === '' ? '' : `?group=${group}`;
  const items = Object.entries(rankings).flatMap(([key, { tab }]) => {
    if (key === by) return [html`<li><strong aria-current="page">${tab}</strong></li>`];
    if (!served.includes(key)) return [];
    return [html`<li><a href="${to(`/rankings/${key}${ofGroup}`)}">${tab}</a></li>`];
  });
  return html`<nav aria-label="Order" class="no-print"><ul>${items}</ul></nav>`;
}

/** The rows whose first figure may be shown, and beneath them links and where they are from. */
function listHtml(page: RankingPage, main: Column, site: Site): Html {
  const { by, area, group, chosen, columns, isWhole } = page;
  const ranked = main.rows.filter(({ code }) => code.startsWith(group));
  const known = ranked.filter(({ figures: [figure] }) => figure !== undefined && isShown(figure));
  if (known.length === 0)
    return notice(`There are no figures that can be shown for ${areaOf(area).name}.`);
  const path = `/rankings/${by}`;
  const here = (more: string) => site.to(`${path}?${group === '' ? '' : `group=${group}&`}${more}`);
  const tables = tablesOf(page, main, known);
  const isCut = tables.some(({ left }) => left > 0);
  const unranked = ranked.filter((row) => !known.includes(row));
  const showAll = `Show all ${number(known.length)}`;
  const all = html`<p class="no-print"><a href="${here('show=all')}">${showAll}</a></p>`;
  const csv = html`<p class="no-print"><a href="${here('format=csv')}">This list as CSV</a></p>`;
  const credits = columns.map(({ of: ranking, answer }) => {
    const when = joined(answer.area.name, ranking.when(answer));
    return html`<li>${credit(`${ranking.columns[0] ?? ''} (${when})`, answer)}</li>`;
  });
  const isPaired = chosen.part !== undefined || chosen.divided === true;
  const list = blocksHtml(
    tables.map((cut) => cut.table),
    'ranking',
    site,
  );
  // The releases of the other columns are in the list of credits.
  const answers = [main.answer];
  return html`${chosen.note === undefined ? nothing : html`<p class="small">${chosen.note}</p>`}
<div class="ranked${isPaired ? ' paired' : ''}">${list}</div>
${isCut ? all : nothing}
${withoutFigure(unranked, { ...page, isWhole: isWhole || !isCut }, here('show=all'), site)}
${site.live ? csv : nothing}
<ul class="small">${credits}</ul>
${cite({ title: chosen.heading, path, answers }, site)}`;
}

/** The tables of a list, each with how many of its rows are left out. */
function tablesOf(
  { by, isWhole, chosen, columns, occupations }: RankingPage,
  main: Column,
  known: readonly Ranked[],
): readonly { readonly table: Table; readonly left: number }[] {
  const further = columns.filter((column) => column !== main);
  const place = main.answer.area.name;
  const headsOf = ({ heads, answer }: Column) =>
    heads.map((head) => (answer.area.name === place ? head : `${head}, ${answer.area.name}`));
  const skipped = chosen.divided === true ? 1 : 0;
  const heads = [main, ...further].flatMap(headsOf).slice(skipped);
  const figuresBeside = further.map((column) => ({
    figures: new Map(column.rows.map(({ code, figures }) => [code, figures])),
    none: column.heads.map(() => word('–')),
  }));
  const row = (ranked: Ranked): Row =>
    remarked(
      labelOfRow(ranked, occupations),
      ranked.remark ?? '',
      ...ranked.figures.slice(skipped),
      ...figuresBeside.flatMap(({ figures, none }) => figures.get(ranked.code) ?? none),
    );
  const lists = Map.groupBy(known, ({ figures: [figure] }) =>
    chosen.divided === true && figure !== undefined && isShown(figure) ? figure.text : '',
  );
  const most = Math.floor(fewRows / lists.size);
  const kind = by === 'outlook' ? 'groups' : 'occupations';
  const first = by === 'outlook' ? 'Group' : 'Occupation';
  return [...lists].map(([name, members]) => {
    const rows = (isWhole ? members : members.slice(0, most)).map(row);
    const left = members.length - rows.length;
    const cut = left > 0 ? `The first ${rows.length} of ` : '';
    const caption = `${name === '' ? '' : `${name}: `}${cut}${number(members.length)} ${kind}`;
    const listed = table(caption, [first, ...heads], rows);
    return { table: { ...listed, barred: chosen.barred === true }, left };
  });
}

function labelOfRow({ code, title }: Ranked, occupations: readonly OccupationSummary[]): Label {
  if (title !== undefined)
    return { text: title, href: `/occupations#group-${code}`, more: ` ${code}` };
  const occupation = occupations.find(({ soc2020 }) => soc2020 === code);
  return { text: occupation?.title ?? code, href: `/occupations/${code}` };
}

/** The names of those that are left out of the order; on a page of some rows a link to them. */
function withoutFigure(
  unranked: readonly Ranked[],
  { isWhole, occupations }: RankingPage,
  whole: string,
  site: Site,
): Html {
  if (unranked.length === 0) return nothing;
  const says = `${unranked.length} more have no figure that can be shown`;
  const link = html`<a class="no-print" href="${whole}#without">See which</a>`;
  if (!isWhole) return html`<p class="small">${says}. ${link}</p>`;
  const items = unranked.map(
    (row) => html`<li>${labelHtml(labelOfRow(row, occupations), site)}</li>`,
  );
  const names = html`<ul class="columns" id="without">${items}</ul>`;
  return html`<details><summary>${says}</summary>${names}</details>`;
}

/** Choices need a server that makes the page. */
function filters({ by, area, group, occupations }: RankingPage, { live }: Site): Html {
  if (!live) return nothing;
  const option = (value: string, text: string, chosen: string) => {
    const selected = value === chosen ? html` selected` : nothing;
    return html`<option value="${value}"${selected}>${text}</option>`;
  };
  const groups = new Map(
    occupations.map(({ hierarchy: { majorGroup } }) => [majorGroup.code, majorGroup.title]),
  );
  const groupOptions = [
    option('', 'All', group),
    ...[...groups].map(([code, title]) => option(code, title, group)),
  ];
  const areaOptions = pageAreas.map((slug) => option(slug, areaOf(slug).name, area));
  return html`<form method="get" action="/rankings/${by}" class="no-print field">
<div><label for="group">Group</label><select id="group" name="group">${groupOptions}</select></div>
<div><label for="area">Area</label><select id="area" name="area">${areaOptions}</select></div>
<button>Show</button></form>`;
}
