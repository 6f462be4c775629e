// Occupations side by side, and the form that chooses them.
import {
  type Compared,
  comparison,
  isBroad,
  mostCompared,
  mostMatches,
  unmatched,
  worthListing,
} from './comparison.ts';
import { type Html, html, listed, nothing } from './html.ts';
import { type Ask, type PageAnswers, comparedKeys, gather } from './occupation/answers.ts';
import { attributionOf } from './occupation/content.ts';
import {
  type CsvFile,
  csvFile,
  figureCells,
  figureColumns,
  placeAndPeriod,
  sourceCells,
  sourceColumns,
} from './occupation/csv.ts';
import { answersOf, cite } from './occupation/frame.ts';
import { annualPayOf } from './occupation/pay-section.ts';
import { comparable, glanced, routeNames } from './occupation/sections.ts';
import { type FoundPage, areaField } from './page.ts';
import { occupationNamed, searched } from './searched.ts';
import type { Site } from './site.ts';

/** A match that is less likely is not taken without naming others. */
const likely = 0.5;

export function comparedOf(answers: PageAnswers): Compared {
  const { occupation, howToBecome, skills } = answers;
  const { soc2020, title, about } = occupation;
  const sections = comparable(answers);
  const cards = glanced(sections);
  const asked = [...cards.map(({ of: section }) => section.asked), howToBecome, skills];
  const attributions = asked.flatMap((question) =>
    'answer' in question ? [attributionOf(question.answer)] : [],
  );
  return {
    soc2020,
    title,
    description: about.description,
    cards: cards.map(({ of: _, ...glance }) => glance),
    unpublished: sections.flatMap(({ headline, asked: question }) =>
      headline !== null && 'missing' in question ? [headline] : [],
    ),
    pay: annualPayOf(answers),
    routes:
      'answer' in howToBecome
        ? [
            ...new Set(
              howToBecome.answer.profiles.flatMap(({ routes }) =>
                routes.map(({ key }) => routeNames[key]),
              ),
            ),
          ]
        : [],
    skills:
      'answer' in skills
        ? [...skills.answer.skills, ...skills.answer.knowledge].map(({ name }) => name)
        : [],
    attributions: [...new Set(attributions)],
  };
}

/** The figures of the comparison, a line for each figure of each occupation. */
export function comparisonCsv(choices: readonly Choice[], { area = 'uk' }: Site): CsvFile {
  const chosen = choices.flatMap(({ answers }) => (answers === null ? [] : [answers]));
  const lines = chosen.flatMap((answers) =>
    glanced(comparable(answers)).flatMap(({ name, figure, second, of: { asked } }) => {
      if ('missing' in asked) return [];
      const { soc2020, title } = answers.occupation;
      const place = placeAndPeriod(asked.answer);
      const figures = [
        { name, figure },
        ...(second === undefined
          ? []
          : [{ name: `${name}, ${second.name.toLowerCase()}`, figure: second.figure }]),
      ];
      return figures.map((line) => [
        soc2020,
        title,
        line.name,
        place.area,
        place.period,
        ...figureCells(line.figure),
        ...sourceCells(asked.answer),
      ]);
    }),
  );
  return csvFile(
    ['compared', ...chosen.map(({ occupation }) => occupation.soc2020), area],
    ['soc2020', 'occupation', 'figure', 'area', 'period', ...figureColumns, ...sourceColumns],
    lines,
  );
}

/** What names a choice in the address: its code, or what was typed. */
const fieldOf = ({ typed, answers }: Choice) =>
  answers?.occupation.soc2020 ?? encodeURIComponent(typed);

/** Occupations side by side, and the form that chooses them. */
export function comparePage(choices: readonly Choice[], site: Site): FoundPage {
  const all = choices.flatMap(({ answers }) => (answers === null ? [] : [comparedOf(answers)]));
  const textOf = ({ typed, answers }: Choice) => answers?.occupation.title ?? typed;
  const instead = (choice: Choice, soc: string) =>
    site.to(
      `/compare?${choices
        .map((other) => `occupation=${other === choice ? soc : fieldOf(other)}`)
        .join('&')}`,
    );
  const notices = choices.flatMap((choice) => {
    const { typed, answers, others } = choice;
    if (answers === null)
      return [html`<p class="notice" role="alert">${unmatched(typed, site)}</p>`];
    if (others.length === 0) return [];
    const links = others.map(
      ({ soc2020, title }) => html`<a href="${instead(choice, soc2020)}">${title}</a>`,
    );
    return [html`<p class="small no-print">“${typed}” can also mean: ${listed(links, ', ')}.</p>`];
  });
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

function csvLink(all: readonly Compared[], { to }: Site): Html {
  const codes = all.map(({ soc2020 }) => `occupation=${soc2020}`);
  const path = to(`/compare?${codes.join('&')}&format=csv`);
  return html`<p class="no-print"><a href="${path}">These figures as CSV</a></p>`;
}

/** How to cite a comparison: its address has the codes of its occupations. */
function citeComparison(choices: readonly Choice[], site: Site): Html {
  const compared = choices.flatMap(({ answers }) => (answers === null ? [] : [answers]));
  const codes = compared.map(({ occupation }) => `occupation=${occupation.soc2020}`);
  const answers = compared.flatMap((occupation) =>
    glanced(comparable(occupation)).flatMap(({ of: section }) => answersOf([section])),
  );
  const title = `${compared.map(({ occupation }) => occupation.title).join(', ')} compared`;
  return cite({ title, path: `/compare?${codes.join('&')}`, answers }, site);
}

/** What was typed into the fields of the comparison. */
export async function choicesOf(
  fields: readonly string[],
  { area = 'uk' }: Site,
  ask: Ask,
): Promise<readonly Choice[]> {
  const typed = fields.map((text) => text.trim()).filter((text) => text !== '');
  return Promise.all(typed.slice(0, mostCompared).map((text) => choiceOf(text, area, ask)));
}

/** What was typed into a field of the comparison, and what it was taken for. */
type Choice = Awaited<ReturnType<typeof choiceOf>>;

/**
 * The occupation of a code, of its own title, or of the job title that fits best, and others that
 * may be meant; null if there is none.
 */
async function choiceOf(typed: string, area: string, ask: Ask) {
  const occupation = await occupationNamed(typed, ask);
  const matches = occupation === null ? await searched(typed, ask) : [];
  const soc = occupation?.soc2020 ?? matches[0]?.soc2020;
  const isUnsure = isBroad(matches) || (matches[0]?.confidence ?? 0) < likely;
  const others = isUnsure ? worthListing(matches).slice(1, mostMatches) : [];
  return {
    typed,
    answers: soc === undefined ? null : await gather(ask, soc, area, comparedKeys),
    others,
  };
}
