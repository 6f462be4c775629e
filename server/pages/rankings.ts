// The rankings: which occupations are best paid, largest or in demand, and which groups grow. Each
// ranking has a page and a CSV.
import { areaOf } from '#schemas/codes.ts';
import { areaFor, endpointOf } from '#schemas/endpoints.ts';
import type { OccupationSummary } from '#schemas/resources/occupations.ts';
import type { HeadlineKey } from '#schemas/resources/summary.ts';
import { headlineOf } from '#schemas/selections/headlines.ts';
import { type Html, html, nothing } from './html.ts';
import {
  type Ask,
  type Reply,
  type Question,
  allOccupations,
  pageAreas,
  questionFor,
} from './occupation/answers.ts';
import {
  type SourcedAnswer,
  type Label,
  type Row,
  type Table,
  rowWithRemark,
  table,
} from './occupation/content.ts';
import {
  type Figure,
  type ReadFigure,
  areaText,
  isShown,
  joinTexts,
  number,
  percent,
  publishedPartsText,
  figuresOf,
  signed,
  wordFigure,
} from './occupation/figure.ts';
import {
  type CsvFile,
  csvFile,
  figureCells,
  figureColumns,
  sourceCells,
  sourceColumns,
} from './occupation/csv.ts';
import { blocksHtml, citationHtml, creditHtml, labelHtml } from './occupation/frame.ts';
import { demandNames, printOf } from './occupation/sections.ts';
import type { FoundPage } from './page.ts';
import type { Site } from './site.ts';
import type { Visit } from './visit.ts';

/** An occupation or a group of occupations, in the order of its list. */
interface RankedRow {
  readonly code: string;
  readonly figures: readonly Figure[];
  readonly remark?: string;
  /** The title of a group. Titles of occupations come from the list of all occupations. */
  readonly title?: string;
}

type Answer = SourcedAnswer & { readonly area: { readonly slug: string; readonly name: string } };

interface RankingDefinition<Given> {
  /** Matches the words of a search that asks for this ranking. */
  readonly questionWords: RegExp;
  readonly tab: string;
  readonly heading: string;
  readonly columns: readonly string[];
  /** A caveat for readers. */
  readonly note?: string;
  /** The word in the first column divides the list into tables and is not shown as a column. */
  readonly isDivided?: boolean;
  /** The first column has bars. Bars of negative figures point to the left. */
  readonly hasBars?: boolean;
  /** The same question about a group of people, whose figures are the last column. */
  readonly groupOfPeople?: { readonly column: string; readonly query: Question['query'] };
  readonly question: Question<Given>;
  readonly periodText: (answer: Given) => string;
  readonly rows: (answer: Given, show: ReadFigure) => readonly RankedRow[];
}

interface Ranking extends Omit<RankingDefinition<unknown>, 'periodText' | 'rows'> {
  readonly periodText: (answer: Answer) => string;
  readonly rows: (answer: Answer) => readonly RankedRow[];
}

function defineRanking<Given extends Answer>(definition: RankingDefinition<Given>): Ranking {
  // Both are called only with the answer to this ranking's own question.
  return {
    ...definition,
    periodText: (answer) => definition.periodText(answer as Given),
    rows: (answer) => definition.rows(answer as Given, figuresOf(answer)),
  };
}

const labelOf = (key: HeadlineKey) => headlineOf(key).label;
const wholeList = { limit: '412' };
const periodOf = ({ period }: { readonly period: string }) => period;

/** A row for each occupation of a list, with the headline figure at `member` of its entry. */
const occupationRows =
  (key: HeadlineKey, member: string) =>
  (
    { occupations }: { readonly occupations: readonly { readonly soc2020: string }[] },
    show: ReadFigure,
  ): readonly RankedRow[] =>
    occupations.map(({ soc2020 }, place) => ({
      code: soc2020,
      figures: [show(`occupations.${place}.${member}`, printOf(headlineOf(key)))],
    }));

export const rankings: Readonly<Record<string, Ranking>> = {
  pay: defineRanking({
    questionWords: /\b(best|highest|most|well)[- ]paid\b|\b(pay|salar(y|ies)|earn)\b/i,
    tab: 'Pay',
    heading: 'Best paid occupations',
    columns: [`${labelOf('annual_pay_median')}, all employees, part-time included`],
    note: 'Employees only: the survey does not count self-employed people.',
    groupOfPeople: {
      column: `${labelOf('annual_pay_median')}, full time`,
      query: { pattern: 'fulltime' },
    },
    question: questionFor('PayListResponse')('pay-list', wholeList),
    periodText: ({ referencePeriod, provisional }) =>
      joinTexts(referencePeriod, provisional ? 'provisional' : ''),
    rows: occupationRows('annual_pay_median', 'median.value'),
  }),
  people: defineRanking({
    questionWords: /\bmost people\b|largest|biggest/i,
    tab: 'People in work',
    heading: 'Occupations with most people',
    columns: [labelOf('employment')],
    question: questionFor('EmploymentListResponse')('employment-list', wholeList),
    periodText: periodOf,
    rows: occupationRows('employment', 'count'),
  }),
  demand: defineRanking({
    questionWords: /\bin demand\b|shortage/i,
    tab: 'Demand',
    heading: 'Occupations in demand',
    columns: [labelOf('demand_level')],
    note:
      'Critical or elevated: how many of five indicators point to high demand, such as adverts, ' +
      'pay and visas. Each list begins with the highest demand, which is not a shortage of ' +
      'workers.',
    isDivided: true,
    question: questionFor('DemandListResponse')('demand-list'),
    periodText: ({ year }) => String(year),
    rows: ({ occupations }) =>
      occupations.map(({ soc2020, level }) => ({
        code: soc2020,
        figures: [wordFigure(demandNames[level])],
      })),
  }),
  adverts: defineRanking({
    questionWords: /\b(adverts|vacanc(y|ies))\b/i,
    tab: 'Adverts',
    heading: 'Occupations with most job adverts',
    columns: [labelOf('job_adverts')],
    question: questionFor('JobAdvertListResponse')('job-adverts-list', wholeList),
    periodText: periodOf,
    rows: ({ occupations }, show) => {
      const rows = occupations.map(({ soc2020, monthsSuppressed }, place) => ({
        monthsSuppressed,
        code: soc2020,
        figures: [show(`occupations.${place}.adverts`)],
        remark: publishedPartsText(monthsSuppressed, 'months'),
      }));
      // Totals that lack months come last: they are not comparable with whole ones.
      return rows.toSorted(
        (a, b) => Number(a.monthsSuppressed > 0) - Number(b.monthsSuppressed > 0),
      );
    },
  }),
  visas: defineRanking({
    questionWords: /\bvisas?\b/i,
    tab: 'Visas',
    heading: 'Occupations with most work visas',
    columns: [labelOf('visas_granted')],
    question: questionFor('VisaListResponse')('visas-list', wholeList),
    periodText: periodOf,
    rows: occupationRows('visas_granted', 'granted'),
  }),
  outlook: defineRanking({
    questionWords: /\bgrow(ing|th)\b|\bfuture\b|2035/i,
    tab: 'Growth',
    heading: 'Job growth to 2035, by group',
    columns: [labelOf('projected_change'), 'Jobs at the end', 'Total openings'],
    hasBars: true,
    question: questionFor('ProjectionListResponse')('projections-list'),
    periodText: ({ baseYear, targetYear }) => `${baseYear} to ${targetYear}`,
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

/** How many rows a page shows before “Show all”. */
const rowsAtFirst = 40;

/**
 * The list of an area. If nothing is ranked there: England in place of the United Kingdom, and the
 * United Kingdom in place of any other area.
 */
async function askForList(
  { question: { id, query } }: Ranking,
  ask: Ask,
  area: string,
): Promise<Reply<Answer>> {
  const inArea = (slug: string) =>
    ask<Answer>({ id, query: { ...query, ...areaFor(endpointOf(id), slug) } });
  const reply = await inArea(area);
  const hasNone = 'answer' in reply && 'ranked' in reply.answer && reply.answer.ranked === 0;
  return hasNone ? inArea(area === 'uk' ? 'england' : 'uk') : reply;
}

/** The rows of a ranking for one area, from one answer. */
interface RankedList {
  readonly ranking: Ranking;
  readonly answer: Answer;
  /** The names of the columns of figures. */
  readonly columnNames: readonly string[];
  readonly rows: readonly RankedRow[];
}

/** Null if the ranking has no list. */
async function readList(ranking: Ranking, ask: Ask, area: string): Promise<RankedList | null> {
  const reply = await askForList(ranking, ask, area);
  if ('missing' in reply) return null;
  const { answer } = reply;
  const list = { ranking, answer, columnNames: ranking.columns, rows: ranking.rows(answer) };
  return ranking.groupOfPeople === undefined
    ? list
    : withColumnOfGroup(list, ranking.groupOfPeople, ask);
}

/** The list with the figures of a group of people as its last column, if that list is served. */
async function withColumnOfGroup(
  list: RankedList,
  group: NonNullable<Ranking['groupOfPeople']>,
  ask: Ask,
): Promise<RankedList> {
  const { ranking, answer } = list;
  const { id, query } = ranking.question;
  const inArea = areaFor(endpointOf(id), answer.area.slug);
  const reply = await ask<Answer>({ id, query: { ...query, ...inArea, ...group.query } });
  if ('missing' in reply) return list;
  const figuresByCode = new Map(
    ranking.rows(reply.answer).map(({ code, figures }) => [code, figures]),
  );
  return {
    ...list,
    columnNames: [...list.columnNames, group.column],
    rows: list.rows.map((row) => ({
      ...row,
      figures: [...row.figures, ...(figuresByCode.get(row.code) ?? [wordFigure('–')])],
    })),
  };
}

/**
 * The keys of the rankings that have figures of this nation or region itself; for the United
 * Kingdom, of all that have figures. Pages link to no others.
 */
export async function servedRankings(ask: Ask, area: string): Promise<readonly string[]> {
  const replies = await Promise.all(
    Object.entries(rankings).map(async ([by, ranking]) => {
      // A damaged list must not break the pages that would link to it. Its own page reports it.
      const reply = await askForList(ranking, ask, area).catch(() => null);
      return { by, reply };
    }),
  );
  const served: string[] = [];
  for (const { by, reply } of replies) {
    if (reply === null || 'missing' in reply) continue;
    if (area === 'uk' || reply.answer.area.slug === area) served.push(by);
  }
  return served;
}

function rankingNamed(by: string): Ranking | undefined {
  return Object.hasOwn(rankings, by) ? rankings[by] : undefined;
}

/**
 * A ranking with all its rows, a line for each figure; null if there is no such ranking or list.
 */
export async function rankingCsv(by: string, area: string, ask: Ask): Promise<CsvFile | null> {
  const ranking = rankingNamed(by);
  const list = ranking === undefined ? null : await readList(ranking, ask, area);
  if (list === null) return null;
  const { answer, columnNames } = list;
  const occupations = await allOccupations(ask);
  const titles = new Map(occupations.map(({ soc2020, title }) => [soc2020, title]));
  const lines = list.rows.flatMap(({ code, title, remark = '', figures }) =>
    figures.map((figure, column) => [
      code,
      title ?? titles.get(code) ?? '',
      columnNames[column] ?? '',
      answer.area.name,
      list.ranking.periodText(answer),
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
 * The page of a ranking; null if there is no such ranking. The query can limit it to a major group
 * (`group`, one digit) and ask for all rows (`show`).
 */
export async function rankingPage(
  by: string,
  area: string,
  { search }: Pick<Visit, 'search'>,
  site: Site,
  ask: Ask,
): Promise<FoundPage | null> {
  const chosen = rankingNamed(by);
  if (chosen === undefined) return null;
  const lists = await Promise.all(
    rankingsShownWith(by, chosen).map((ranking) => readList(ranking, ask, area)),
  );
  const servedLists = lists.filter((list) => list !== null);
  const page: RankingPage = {
    by,
    area,
    group: search.get('group') ?? '',
    isWhole: search.has('show') || !site.live,
    chosen,
    main: servedLists.find(({ ranking }) => ranking === chosen) ?? null,
    lists: servedLists,
    occupations: await allOccupations(ask),
  };
  const answer = page.main?.answer;
  const about =
    answer === undefined ? nothing : html`<p class="about">${aboutOf(page, answer)}</p>`;
  return {
    title: chosen.heading,
    body: html`<h1>${chosen.heading}</h1>
${about}
${rankingLinks(page, await servedRankings(ask, 'uk'), site)}
${filterForm(page, site)}
${page.main === null ? noticeHtml(notServed) : listHtml(page, page.main, site)}`,
  };
}

/**
 * The chosen ranking, and those whose figures are beside it. Growth is published for groups of
 * occupations, so it is shown alone.
 */
function rankingsShownWith(by: string, chosen: Ranking): readonly Ranking[] {
  if (by === 'outlook') return [chosen];
  const { outlook: _, ...rankingsOfOccupations } = rankings;
  const others = Object.values(rankingsOfOccupations).filter((ranking) => ranking !== chosen);
  return [chosen, ...others];
}

/** The content of the page of a ranking. */
interface RankingPage {
  readonly by: string;
  /** The slug of the area that was asked for. */
  readonly area: string;
  /** The digit of a major group; empty for all. */
  readonly group: string;
  readonly isWhole: boolean;
  readonly chosen: Ranking;
  /** The list of the chosen ranking; null if it is not served. */
  readonly main: RankedList | null;
  /** The chosen list, if it is served, and those whose figures are beside it. */
  readonly lists: readonly RankedList[];
  readonly occupations: readonly OccupationSummary[];
}

const notServed = 'Not available: we do not have these figures yet.';
const noticeHtml = (text: string) => html`<p class="notice">${text}</p>`;

function aboutOf({ area, chosen }: RankingPage, answer: Answer): string {
  const isEnglandAlone = answer.area.slug === 'england' && area === 'uk';
  const place = isEnglandAlone
    ? 'These figures are for England only.'
    : areaText(answer.area, area);
  return joinTexts(place, chosen.periodText(answer));
}

/** Links to the other lists. */
function rankingLinks({ by, group }: RankingPage, served: readonly string[], { to }: Site): Html {
  const query = group === '' ? '' : `?group=${group}`;
  const items: Html[] = [];
  for (const [key, { tab }] of Object.entries(rankings)) {
    if (key === by) items.push(html`<li><strong aria-current="page">${tab}</strong></li>`);
    else if (served.includes(key))
      items.push(html`<li><a href="${to(`/rankings/${key}${query}`)}">${tab}</a></li>`);
  }
  return html`<nav aria-label="Order" class="no-print"><ul>${items}</ul></nav>`;
}

/** The rows whose first figure may be shown, then links, credits and the citation. */
function listHtml(page: RankingPage, main: RankedList, site: Site): Html {
  const { by, area, group, chosen, lists, isWhole } = page;
  const rows = main.rows.filter(({ code }) => code.startsWith(group));
  const ranked = rows.filter(({ figures: [figure] }) => figure !== undefined && isShown(figure));
  if (ranked.length === 0)
    return noticeHtml(`There are no figures that can be shown for ${areaOf(area).name}.`);
  const unranked = rows.filter((row) => !ranked.includes(row));
  const path = `/rankings/${by}`;
  const groupQuery = group === '' ? '' : `group=${group}&`;
  const addressWith = (query: string) => site.to(`${path}?${groupQuery}${query}`);
  const tables = tablesOf(page, main, ranked);
  const isCut = tables.some(({ leftOut }) => leftOut > 0);
  const showAll = `Show all ${number(ranked.length)}`;
  const allLink = html`<p class="no-print"><a href="${addressWith('show=all')}">${showAll}</a></p>`;
  const csvLink = html`<p class="no-print"><a href="${addressWith(
    'format=csv',
  )}">This list as CSV</a></p>`;
  const credits = lists.map(({ ranking, answer }) => {
    const areaAndPeriod = joinTexts(answer.area.name, ranking.periodText(answer));
    return html`<li>${creditHtml(`${ranking.columns[0] ?? ''} (${areaAndPeriod})`, answer)}</li>`;
  });
  const isPaired = chosen.groupOfPeople !== undefined || chosen.isDivided === true;
  const tablesHtml = blocksHtml(
    tables.map(({ table: blockOfTable }) => blockOfTable),
    'ranking',
    site,
  );
  // The credits name the releases of the other columns.
  const answers = [main.answer];
  return html`${chosen.note === undefined ? nothing : html`<p class="small">${chosen.note}</p>`}
<div class="ranked${isPaired ? ' paired' : ''}">${tablesHtml}</div>
${isCut ? allLink : nothing}
${unrankedHtml(unranked, { ...page, isWhole: isWhole || !isCut }, addressWith('show=all'), site)}
${site.live ? csvLink : nothing}
<ul class="small">${credits}</ul>
${citationHtml({ title: chosen.heading, path, answers }, site)}`;
}

interface RankingTable {
  readonly table: Table;
  /** How many of its rows the page does not show. */
  readonly leftOut: number;
}

/** One table; or one for each word of the first column, if that divides the list. */
function tablesOf(
  { by, isWhole, chosen, lists, occupations }: RankingPage,
  main: RankedList,
  ranked: readonly RankedRow[],
): readonly RankingTable[] {
  const otherLists = lists.filter((list) => list !== main);
  const otherFigures = otherLists.map(figureFinder);
  const isDivided = chosen.isDivided === true;
  const figuresOfMain = ({ figures }: RankedRow) => (isDivided ? figures.slice(1) : figures);
  const rowOf = (row: RankedRow): Row =>
    rowWithRemark(
      labelOfRow(row, occupations),
      row.remark ?? '',
      ...figuresOfMain(row),
      ...otherFigures.flatMap((figuresOfCode) => figuresOfCode(row.code)),
    );
  const figureNames = [main, ...otherLists].flatMap((list) =>
    columnNamesBeside(list, main.answer.area.name),
  );
  const isOfGroups = by === 'outlook';
  const columnNames = [
    isOfGroups ? 'Group' : 'Occupation',
    ...(isDivided ? figureNames.slice(1) : figureNames),
  ];
  const parts = Map.groupBy(ranked, ({ figures: [figure] }) =>
    isDivided && figure !== undefined && isShown(figure) ? figure.text : '',
  );
  const mostRows = isWhole ? ranked.length : Math.floor(rowsAtFirst / parts.size);
  return [...parts].map(([name, members]) => {
    const rows = members.slice(0, mostRows).map(rowOf);
    const leftOut = members.length - rows.length;
    const prefix = name === '' ? '' : `${name}: `;
    const cut = leftOut > 0 ? `The first ${rows.length} of ` : '';
    const kind = isOfGroups ? 'groups' : 'occupations';
    const caption = `${prefix}${cut}${number(members.length)} ${kind}`;
    return {
      table: { ...table(caption, columnNames, rows), barred: chosen.hasBars === true },
      leftOut,
    };
  });
}

/** The names of a list's columns, with its area if that is not the area of the page. */
function columnNamesBeside({ columnNames, answer }: RankedList, areaOfPage: string): string[] {
  const { name } = answer.area;
  return columnNames.map((column) => (name === areaOfPage ? column : `${column}, ${name}`));
}

/** Finds the figures that a list has for a code; dashes if it has none. */
function figureFinder({ rows, columnNames }: RankedList): (code: string) => readonly Figure[] {
  const figuresByCode = new Map(rows.map(({ code, figures }) => [code, figures]));
  const dashes = columnNames.map(() => wordFigure('–'));
  return (code) => figuresByCode.get(code) ?? dashes;
}

function labelOfRow({ code, title }: RankedRow, occupations: readonly OccupationSummary[]): Label {
  if (title !== undefined)
    return { text: title, href: `/occupations#group-${code}`, more: ` ${code}` };
  const occupation = occupations.find(({ soc2020 }) => soc2020 === code);
  return { text: occupation?.title ?? code, href: `/occupations/${code}` };
}

/** The names of what has no rank; a link to them if the page does not show all rows. */
function unrankedHtml(
  unranked: readonly RankedRow[],
  { isWhole, occupations }: RankingPage,
  addressOfAll: string,
  site: Site,
): Html {
  if (unranked.length === 0) return nothing;
  const summary = `${unranked.length} more have no figure that can be shown`;
  const link = html`<a class="no-print" href="${addressOfAll}#without">See which</a>`;
  if (!isWhole) return html`<p class="small">${summary}. ${link}</p>`;
  const items = unranked.map(
    (row) => html`<li>${labelHtml(labelOfRow(row, occupations), site)}</li>`,
  );
  const names = html`<ul class="columns" id="without">${items}</ul>`;
  return html`<details><summary>${summary}</summary>${names}</details>`;
}

/** Nothing on a site without a server, which could not answer the form. */
function filterForm({ by, area, group, occupations }: RankingPage, { live }: Site): Html {
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
