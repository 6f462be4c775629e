// Occupations side by side, and the form that chooses them.
import { Refusal, quoted } from '../http/problem.ts';
import {
  type ComparedOccupation,
  comparison,
  isBroad,
  mostCompared,
  mostMatches,
  unmatched,
  worthListing,
} from './comparison.ts';
import { type Html, html, joinHtml, nothing } from './html.ts';
import { type Ask, type PageAnswers, comparedKeys, gatherAnswers } from './occupation/answers.ts';
import { attributionOf } from './occupation/content.ts';
import {
  type CsvFile,
  type CsvLine,
  csvFile,
  figureCells,
  figureColumns,
  placeAndPeriod,
  sourceCells,
  sourceColumns,
} from './occupation/csv.ts';
import type { Figure } from './occupation/figure.ts';
import { answersOf, citationHtml } from './occupation/frame.ts';
import { annualPayOf } from './occupation/pay-section.ts';
import { comparedSectionsOf, headlineFiguresOf, routeNames } from './occupation/sections.ts';
import { type FoundPage, areaField } from './page.ts';
import { occupationNamed, searchOccupations } from './searched.ts';
import type { Site } from './site.ts';

/** If the best match is less likely than this, the page names others too. */
const leastCertain = 0.5;

export function toComparedOccupation(answers: PageAnswers): ComparedOccupation {
  const { occupation, howToBecome, skills } = answers;
  const { soc2020, title, about } = occupation;
  const sections = comparedSectionsOf(answers);
  const cards = headlineFiguresOf(sections);
  const replies = [...cards.map(({ section }) => section.reply), howToBecome, skills];
  const attributions = replies.flatMap((reply) =>
    'answer' in reply ? [attributionOf(reply.answer)] : [],
  );
  return {
    soc2020,
    title,
    description: about.description,
    cards: cards.map(({ section: _, ...card }) => card),
    unpublished: sections.flatMap(({ headlineName, reply }) =>
      headlineName !== null && 'missing' in reply ? [headlineName] : [],
    ),
    pay: annualPayOf(answers),
    routes: routesOf(howToBecome),
    skills: skillsOf(skills),
    attributions: [...new Set(attributions)],
  };
}

/** The names of the routes in of all job profiles, each once. */
function routesOf(reply: PageAnswers['howToBecome']): readonly string[] {
  if ('missing' in reply) return [];
  const names = reply.answer.profiles.flatMap(({ routes }) =>
    routes.map(({ key }) => routeNames[key]),
  );
  return [...new Set(names)];
}

function skillsOf(reply: PageAnswers['skills']): readonly string[] {
  if ('missing' in reply) return [];
  const { skills, knowledge } = reply.answer;
  return [...skills, ...knowledge].map(({ name }) => name);
}

/**
 * The figures of the comparison, a line for each figure of each occupation. Throws Refusal if a
 * choice names none, because nobody would see in the file that it is left out.
 */
export function comparisonCsv(choices: readonly Choice[], { area = 'uk' }: Site): CsvFile {
  const unknown = choices.find(({ answers }) => answers === null);
  if (unknown !== undefined)
    throw new Refusal(
      'invalid-parameters',
      `"occupation" is ${quoted(unknown.typed)}, which is neither the code nor like a job title ` +
        'of an occupation.',
    );
  const compared = answersChosen(choices);
  return csvFile(
    ['compared', ...compared.map(({ occupation }) => occupation.soc2020), area],
    ['soc2020', 'occupation', 'figure', 'area', 'period', ...figureColumns, ...sourceColumns],
    compared.flatMap(csvLinesOf),
  );
}

function csvLinesOf(answers: PageAnswers): CsvLine[] {
  const { soc2020, title } = answers.occupation;
  const lines: CsvLine[] = [];
  for (const headline of headlineFiguresOf(comparedSectionsOf(answers))) {
    const { name, figure, second, section } = headline;
    if ('missing' in section.reply) continue;
    const { answer } = section.reply;
    const { area, period } = placeAndPeriod(answer);
    const addLine = (nameOfFigure: string, shownFigure: Figure) =>
      lines.push([
        soc2020,
        title,
        nameOfFigure,
        area,
        period,
        ...figureCells(shownFigure),
        ...sourceCells(answer),
      ]);
    addLine(name, figure);
    if (second !== undefined) addLine(`${name}, ${second.name.toLowerCase()}`, second.figure);
  }
  return lines;
}

/** The answers of the choices that name an occupation. */
function answersChosen(choices: readonly Choice[]): readonly PageAnswers[] {
  return choices.map(({ answers }) => answers).filter((answers) => answers !== null);
}

/** The value of a choice in the address: its code, or the text typed if nothing matches. */
const fieldOf = ({ typed, answers }: Choice) =>
  answers?.occupation.soc2020 ?? encodeURIComponent(typed);

/** Occupations side by side, and the form that chooses them. */
export function comparePage(choices: readonly Choice[], site: Site): FoundPage {
  const all = answersChosen(choices).map(toComparedOccupation);
  const textOf = ({ typed, answers }: Choice) => answers?.occupation.title ?? typed;
  /** The address of this comparison with another occupation in place of a choice. */
  const addressWith = (replaced: Choice, soc: string) => {
    const fields = choices.map((choice) => (choice === replaced ? soc : fieldOf(choice)));
    return site.to(`/compare?${fields.map((field) => `occupation=${field}`).join('&')}`);
  };
  const noticeOf = (choice: Choice): Html | null => {
    const { typed, answers, others } = choice;
    if (answers === null) return html`<p class="notice" role="alert">${unmatched(typed, site)}</p>`;
    if (others.length === 0) return null;
    const links = others.map(
      ({ soc2020, title }) => html`<a href="${addressWith(choice, soc2020)}">${title}</a>`,
    );
    return html`<p class="small no-print">“${typed}” can also mean: ${joinHtml(links, ', ')}.</p>`;
  };
  const notices = choices.map(noticeOf).filter((notice) => notice !== null);
  return {
    title:
      all.length === 0
        ? 'Compare occupations'
        : `${all.map(({ title }) => title).join(', ')} compared`,
    body: html`<h1>Compare occupations</h1>
<form method="get" action="${site.to('/compare')}" class="no-print field">${Array.from(
      { length: mostCompared },
      (_, place) => {
        const value = choices[place] === undefined ? '' : textOf(choices[place]);
        return html`<div><label for="o${place}">Job title
${place + 1}</label><input id="o${place}" name="occupation" maxlength="200" autocomplete="off"
value="${value}"></div>`;
      },
    )}${areaField(site.area)}<button>Compare</button></form>
${notices}
<div id="results">${
      all.length === 0
        ? html`<p>Type two to four job titles, for example welder and
plumber.</p>`
        : comparison(all, site)
    }</div>
${all.length === 0 || !site.live ? nothing : csvLink(all, site)}
${all.length === 0 ? nothing : citeComparison(choices, site)}`,
  };
}

function csvLink(all: readonly ComparedOccupation[], { to }: Site): Html {
  const codes = all.map(({ soc2020 }) => `occupation=${soc2020}`);
  const path = to(`/compare?${codes.join('&')}&format=csv`);
  return html`<p class="no-print"><a href="${path}">These figures as CSV</a></p>`;
}

/** How to cite a comparison: its address has the codes of its occupations. */
function citeComparison(choices: readonly Choice[], site: Site): Html {
  const compared = answersChosen(choices);
  const codes = compared.map(({ occupation }) => `occupation=${occupation.soc2020}`);
  const answers = compared.flatMap((occupation) =>
    headlineFiguresOf(comparedSectionsOf(occupation)).flatMap(({ section }) =>
      answersOf([section]),
    ),
  );
  const title = `${compared.map(({ occupation }) => occupation.title).join(', ')} compared`;
  return citationHtml({ title, path: `/compare?${codes.join('&')}`, answers }, site);
}

/** The choices of the fields of the comparison. */
export async function choicesOf(
  fields: readonly string[],
  area: string,
  ask: Ask,
): Promise<readonly Choice[]> {
  const typed = fields.map((text) => text.trim()).filter((text) => text !== '');
  return Promise.all(typed.slice(0, mostCompared).map((text) => choiceOf(text, area, ask)));
}

/** The text of a field, and the occupation that it was taken for. */
type Choice = Awaited<ReturnType<typeof choiceOf>>;

/**
 * The occupation of a code, of its own title, or of the job title that fits best, and others that
 * may be meant; null if there is none.
 */
async function choiceOf(typed: string, area: string, ask: Ask) {
  const occupation = await occupationNamed(typed, ask);
  const matches = occupation === null ? await searchOccupations(typed, ask) : [];
  const soc = occupation?.soc2020 ?? matches[0]?.soc2020;
  const isUnsure = isBroad(matches) || (matches[0]?.confidence ?? 0) < leastCertain;
  const others = isUnsure ? worthListing(matches).slice(1, mostMatches) : [];
  return {
    typed,
    answers: soc === undefined ? null : await gatherAnswers(ask, soc, area, comparedKeys),
    others,
  };
}
