// The page of an occupation: what the work is, figures at a glance, and a part for each endpoint. Pure: answers in, HTML out. Figures pass
// through figure.ts alone, so that no number stands on the page that the answers forbid to show.
import { areaOf } from '#schemas/codes.ts';
import type { OccupationTitle } from '#schemas/resources/occupations.ts';
import { withContents } from '../contents.ts';
import { type Html, html, nothing } from '../html.ts';
import type { Site } from '../site.ts';
import { type Asked, type GlanceAnswers, type PageAnswers, areasOf } from './answers.ts';
import { type Figure, figureOf, number, percent, publishedParts, signed } from './figure.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import { type Card, type FromAnswer, type PartOf, cards, missingParts, part } from './frame.ts';
import {
  advertsOf,
  demandOf,
  drawAdverts,
  drawApprenticeships,
  drawDemand,
  drawEmployment,
  drawLocalAdverts,
  drawProjections,
  drawRoutes,
  drawSkills,
  drawVacancies,
  drawVisas,
  drawWorkProfile,
  drawWorkforce,
} from './parts.ts';
import { drawPay, headlinePay, joined, medianOf } from './pay-parts.ts';

/** Areas that some figures of a page can be shown for. */
export const pageAreas: readonly string[] = [
  ...new Set(['pay', 'employment', 'projections', 'vacancies', 'job-adverts'].flatMap((id) => areasOf(id))),
];

export interface OccupationPage {
  readonly title: string;
  readonly body: Html;
}

export function occupationPage(answers: PageAnswers, area: string, site: Site): OccupationPage {
  const { occupation } = answers;
  const { soc2020: soc, title, hierarchy, about } = occupation;
  const query = (id: string, more = ''): string => {
    const values = new URLSearchParams(more);
    if (area !== 'uk' && areasOf(id).includes(area)) values.set('area', area);
    return values.size === 0 ? '' : `?${values}`;
  };
  const shown: Html[] = [];
  const names: { readonly id: string; readonly heading: string; readonly asked: Asked<unknown> }[] = [];
  const put = <Answer extends FromAnswer>(of: PartOf<Answer>): void => {
    names.push(of);
    shown.push(part({ ...of, soc }, site));
  };
  const pay = headlinePay(answers);
  const payQuery = pay.asked === answers.hourlyPay ? 'measure=hourly_pay_gross' : '';
  const onScreenOnly = true;
  put({
    id: 'work',
    heading: 'What the work is',
    endpoint: 'occupation',
    asked: { answer: occupation },
    draw: () => ({
      about: '',
      body: html`<h3>Tasks</h3><ul>${about.tasks.map((task) => html`<li>${task}</li>`)}</ul><h3>Usual routes in</h3><p>${about.entryRoutes}</p>`,
    }),
  });
  put({ id: 'pay', heading: 'Pay', endpoint: 'pay', query: query('pay', payQuery), asked: pay.asked, draw: (of) => drawPay(answers, of) });
  put({
    id: 'employment',
    heading: 'People in work',
    endpoint: 'employment',
    query: query('employment'),
    asked: answers.employment,
    draw: drawEmployment,
  });
  put({ id: 'workforce', heading: 'Who does the work', endpoint: 'workforce', asked: answers.workforce, draw: drawWorkforce });
  put({
    id: 'outlook',
    heading: 'Outlook',
    endpoint: 'projections',
    query: query('projections'),
    asked: answers.projections,
    draw: drawProjections,
  });
  put({ id: 'demand', onScreenOnly, heading: 'Demand', endpoint: 'demand', asked: answers.demand, draw: drawDemand });
  put({
    id: 'vacancies',
    heading: 'Vacancies',
    endpoint: 'vacancies',
    onScreenOnly,
    query: query('vacancies'),
    asked: answers.vacancies,
    draw: drawVacancies,
  });
  put({
    id: 'adverts',
    heading: 'Online job adverts',
    endpoint: 'job-adverts',
    onScreenOnly,
    query: query('job-adverts'),
    asked: answers.adverts,
    draw: drawAdverts,
  });
  put({
    id: 'places',
    onScreenOnly,
    heading: 'Local areas with adverts',
    endpoint: 'job-adverts-local',
    asked: answers.localAdverts,
    draw: (of) => drawLocalAdverts(of, site),
  });
  put({ id: 'visas', onScreenOnly, heading: 'Work visas', endpoint: 'visas', asked: answers.visas, draw: drawVisas });
  put({
    id: 'routes',
    onScreenOnly,
    heading: 'How to become one',
    endpoint: 'how-to-become',
    asked: answers.howToBecome,
    draw: drawRoutes,
  });
  put({
    id: 'apprenticeships',
    onScreenOnly,
    heading: 'Apprenticeships',
    endpoint: 'apprenticeships',
    asked: answers.apprenticeships,
    draw: drawApprenticeships,
  });
  put({
    id: 'profile',
    onScreenOnly,
    heading: 'Interests and abilities',
    endpoint: 'work-profile',
    asked: answers.workProfile,
    draw: drawWorkProfile,
  });
  put({ id: 'skills', onScreenOnly, heading: 'Skills and related roles', endpoint: 'skills', asked: answers.skills, draw: drawSkills });
  const titles = titlesPart(answers);
  const sections = [
    ...names.filter(({ asked }) => 'answer' in asked),
    ...(titles === nothing ? [] : [{ id: 'titles', heading: 'Job titles' }]),
  ];
  return {
    title: `${title} (${soc})`,
    body: html`${crumbs(hierarchy, site)}
<h1>${title}</h1>
<p class="about">Unit group ${soc} of the Standard Occupational Classification 2020 · ${areaOf(area).name}</p>
<p class="lead text">${about.description}</p>
${areaForm(soc, area, site)}
${cards(glance(answers))}
${withContents(sections, html`${shown}${missingParts(names)}${titles}`)}
${creditsInPrint(answers)}`,
  };
}

function crumbs({ majorGroup, subMajorGroup, minorGroup }: PageAnswers['occupation']['hierarchy'], { to }: Site): Html {
  return html`<nav class="crumbs" aria-label="Classification"><ul><li><a href="${to('/occupations')}">Occupations</a></li>${[
    majorGroup,
    subMajorGroup,
    minorGroup,
  ].map((group) => html`<li><a href="${to(`/occupations#group-${group.code}`)}">${group.title}</a></li>`)}</ul></nav>`;
}

/** A choice of area needs a server that makes the page. */
function areaForm(soc: string, area: string, { to, live }: Site): Html {
  if (!live) return nothing;
  return html`<form method="get" action="${to(`/occupations/${soc}`)}" class="no-print area"><label for="area">Area</label><select id="area" name="area">${pageAreas.map(
    (slug) =>
      slug === area
        ? html`<option value="${slug}" selected>${areaOf(slug).name}</option>`
        : html`<option value="${slug}">${areaOf(slug).name}</option>`,
  )}</select><button>Show</button></form>
${area === 'uk' ? nothing : html`<p class="small">Where a publisher has no figures for ${areaOf(area).name}, its part shows a wider area and names it, or says that there are none.</p>`}`;
}

const noRelease: Figure = { headline: 'Not published', why: 'No release is published on this service.' };

function glanceOf<Answer>(name: string, asked: Asked<Answer>, of: (answer: Answer) => Omit<Card, 'name'>): Card {
  return 'answer' in asked ? { name, ...of(asked.answer) } : { name, figure: noRelease, remark: '' };
}

const payOf = (answer: PayResponse): Omit<Card, 'name'> => ({
  figure: medianOf(answer),
  remark: joined(answer.area.name, String(answer.year), answer.provisional ? 'provisional' : ''),
});

/** The figures that stand first on the page. */
export function glance(answers: GlanceAnswers): readonly Card[] {
  const pay = headlinePay(answers);
  return published([glanceOf(pay.name, pay.asked, payOf), ...besidePay(answers)]);
}

/** The figures of a comparison, and the names of those without a release. Both measures of pay, so that one stands beside its like. */
export function comparable(answers: GlanceAnswers): { readonly cards: readonly Card[]; readonly unpublished: readonly string[] } {
  const all = [
    glanceOf('Median annual pay', answers.annualPay, payOf),
    glanceOf('Median hourly pay', answers.hourlyPay, payOf),
    ...besidePay(answers),
  ];
  const cards = published(all);
  return { cards, unpublished: all.filter((card) => !cards.includes(card)).map(({ name }) => name) };
}

const published = (of: readonly Card[]) => of.filter(({ figure }) => figure !== noRelease);

function besidePay(answers: GlanceAnswers): readonly Card[] {
  return [
    glanceOf('People in work', answers.employment, ({ employment, area, period, withheldLegend }) => ({
      figure: figureOf({ ...employment, value: employment.count }, number, withheldLegend),
      remark: joined(area.name, period),
    })),
    glanceOf('Outlook for the group', answers.projections, ({ outlook, group, area, withheldLegend }) => ({
      figure: figureOf({ ...outlook, value: outlook.netChangePercent }, signed(percent), withheldLegend),
      remark: joined(area.name, `jobs ${outlook.baseYear} to ${outlook.targetYear}`, `group ${group.code}`),
    })),
    glanceOf('Demand', answers.demand, (answer) => ({
      figure: demandOf(answer),
      remark: joined(answer.area.name, String(answer.year)),
    })),
    glanceOf('Vacancies', answers.vacancies, ({ vacancies, area, year, group, withheldLegend }) => ({
      figure: figureOf({ ...vacancies, value: vacancies.count }, number, withheldLegend),
      remark: joined(area.name, String(year), group === null || group.level === 'occupation' ? '' : `group ${group.code}`),
    })),
    glanceOf('Online job adverts', answers.adverts, (answer) => ({
      figure: advertsOf(answer),
      remark: joined(answer.area.name, answer.period, publishedParts(answer.monthsSuppressed, 'months')),
    })),
    glanceOf('Work visas granted', answers.visas, ({ granted, presentable, withheld, withheldLegend, area, period }) => ({
      figure: figureOf({ value: granted, presentable, withheld }, number, withheldLegend),
      remark: joined(area.name, period),
    })),
  ];
}

/** In print some parts are left out, but not what their figures at a glance must carry. */
function creditsInPrint({ demand, vacancies, adverts, visas }: PageAnswers): Html {
  const of = (name: string, asked: Asked<FromAnswer>) =>
    'answer' in asked
      ? [
          html`<p>${name}: ${asked.answer.coverage?.description ?? ''} Release: ${asked.answer.provenance.edition}. ${asked.answer.attribution ?? ''}</p>`,
        ]
      : [];
  const credits = [
    ...of('Demand', demand),
    ...of('Vacancies', vacancies),
    ...of('Online job adverts', adverts),
    ...of('Work visas', visas),
  ];
  return credits.length === 0 ? nothing : html`<div class="print-only small">${credits}</div>`;
}

const mostTitles = 60;

function titlesPart({ titles, occupation }: PageAnswers): Html {
  if ('missing' in titles) return nothing;
  const text = ({ title, qualifier }: OccupationTitle) => (qualifier === null ? title : `${title} (${qualifier})`);
  const list = (of: readonly OccupationTitle[]) => html`<ul class="columns">${of.map((title) => html`<li>${text(title)}</li>`)}</ul>`;
  const [first, rest] = [titles.answer.slice(0, mostTitles), titles.answer.slice(mostTitles)];
  return html`<section class="part no-print" aria-labelledby="titles"><h2 id="titles">Job titles</h2>
<p class="about">${number(titles.answer.length)} titles of the coding index belong to this occupation. Typical ones: ${occupation.sampleJobTitles.join(', ')}.</p>
<details><summary>${rest.length === 0 ? 'All job titles' : `The first ${first.length} job titles`}</summary>${list(first)}</details>
${rest.length === 0 ? nothing : html`<details><summary>The other ${number(rest.length)}</summary>${list(rest)}</details>`}
<div class="from"><p>Release: ${occupation.provenance.edition}. ${occupation.provenance.publisher}.</p><p>${occupation.attribution}</p></div></section>`;
}
