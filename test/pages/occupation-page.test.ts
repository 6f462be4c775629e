// The pages of occupations over the compiled sample: what may be shown is shown as the formatter
// prints it, what may not be shown stands nowhere, and every page says that the sample is invented.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { answerOffline, bodyOnly, pageAsker } from '#compiler/serve/answer-offline.ts';
import { areaPage } from '#server/pages/areas-page.ts';
import { comparePage } from '#server/pages/compare-page.ts';
import {
  type Ask,
  type Reply,
  type PageAnswers,
  gatherAnswers,
  questionFor,
} from '#server/pages/occupation/answers.ts';
import { tablesCsv } from '#server/pages/occupation/csv.ts';
import { type Label, tablesIn } from '#server/pages/occupation/content.ts';
import { isShown, number, percent, pounds, signed } from '#server/pages/occupation/figure.ts';
import { leadSentences } from '#server/pages/occupation/lead.ts';
import { occupationPage } from '#server/pages/occupation/occupation-page.ts';
import { sectionsOf } from '#server/pages/occupation/sections.ts';
import { Html, html } from '#server/pages/html.ts';
import { createNodeStore } from '#server/data/files-node.ts';
import type { Store } from '#server/data/store.ts';
import { pageDocument } from '#server/pages/page.ts';
import { type Site, servedSite } from '#server/pages/site.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { goldenFault } from '../golden.ts';
import { asking } from '../server/ask.ts';

const site: Site = { ...servedSite, sample: true, api: 'https://lmi.example.org' };
const pages = new Map<string, { readonly answers: PageAnswers; readonly text: string }>();
const ask = pageAsker(answerOffline(sampleDirectory(), bodyOnly));
const occupations = answerOf(await ask(questionFor('OccupationList')('occupations')));
for (const { soc2020 } of occupations) {
  const answers = await gatherAnswers(ask, soc2020, 'uk');
  pages.set(soc2020, { answers, text: occupationPage(answers, 'uk', site).body.text });
}

function answerOf<Answer>(asked: Reply<Answer>): Answer {
  if ('missing' in asked) expect.fail(asked.missing);
  return asked.answer;
}

const page = (soc: string) => pages.get(soc) ?? expect.fail(`no page of ${soc}`);

const labelText = (label: Label) =>
  html`${typeof label === 'string' ? label : `${label.text}${label.more ?? ''}`}`.text;

/** The cells of all tables by the label of their row, without its remark. */
function rowsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const rows = [...text.matchAll(/<tr><th scope="row">([^]*?)<\/th>([^]*?)<\/tr>/g)];
  const labelIn = (heading: string) =>
    heading.replace(/<span class="why">[^]*?<\/span>|<[^>]+>/g, '');
  return new Map(
    [...Map.groupBy(rows, ([, heading = '']) => labelIn(heading))].map(([label, rowsOfLabel]) => [
      label,
      rowsOfLabel.map(([, , cells = '']) => cells),
    ]),
  );
}

/** The figures that stand in no row of their label, and how many there are. */
function lostFigures() {
  const lost: string[] = [];
  let found = 0;
  for (const [soc, { answers, text }] of pages) {
    const rows = rowsOf(text);
    const tables = sectionsOf(answers).flatMap(({ readContent: said, id }) =>
      tablesIn(said().blocks, id),
    );
    for (const { label, figures } of tables.flatMap((table) => table.rows)) {
      for (const figure of figures) {
        if (!isShown(figure)) continue;
        found += 1;
        const cell = `>${html`${figure.text}`.text}`;
        if (
          rows
            .get(labelText(label))
            ?.some((cells) => cells.includes(`${cell} `) || cells.includes(`${cell}<`)) !== true
        )
          lost.push(`${soc} ${labelText(label)}: ${figure.text}`);
      }
    }
  }
  return { lost, found };
}

test('every figure of a section stands in the row of its label, on all 412 pages', () => {
  expect(pages.size).toBe(412);
  const { lost, found } = lostFigures();
  expect(lost.slice(0, 10)).toEqual([]);
  expect(found).toBeGreaterThan(10_000);
});

test.each([
  ['2134', 'uk'],
  ['1161', 'uk'],
  ['5434', 'wales'],
])(
  'the tables of %s, %s: every figure with its label, its caution or reason, and its release',
  async (soc, area) => {
    expect(
      goldenFault(
        `tables-${soc}-${area}.csv`,
        tablesCsv(await gatherAnswers(ask, soc, area), null)?.text ?? '',
      ),
    ).toBeNull();
  },
);

/** No sample figure is like it, and no part of one. */
const sentinel = 98_765_432;

/** The answers with the sentinel in every figure that must not be shown. */
function poisoned(value: unknown, key = '', hidden = false): unknown {
  const figures =
    /^(value|count|percent|confidenceInterval|shareOfAllEmploymentPercent|granted|adverts|score|importance|level|sharePercent|employmentBase|employmentTarget|netChange|netChangePercent|replacementDemand|totalRequirement)$/;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key, hidden));
  if (typeof value !== 'object' || value === null)
    return hidden && figures.test(key) && (typeof value === 'number' || value === null)
      ? sentinel
      : value;
  // What says for itself whether it may be shown is not bound by what stands around it.
  const own = 'presentable' in value ? value.presentable === false : hidden;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, poisoned(member, name, own)]),
  );
}

test('a figure that is not presentable appears nowhere, charts included', () => {
  let poisonedPages = 0;
  for (const [soc, { answers, text }] of [...pages].filter((_, place) => place % 4 === 0)) {
    const odd = poisoned(answers) as PageAnswers;
    if (JSON.stringify(odd).includes(String(sentinel))) poisonedPages += 1;
    const shown = occupationPage(odd, 'uk', site).body.text;
    expect(shown.replaceAll(',', ''), soc).not.toContain(String(sentinel));
    const pictures = (html: string) => html.match(/<svg[^]*?<\/svg>/g);
    expect(pictures(shown), soc).toEqual(pictures(text));
  }
  expect(poisonedPages).toBeGreaterThan(75);
});

/**
 * The same with every figure withheld and the sentinel in it. Figures of skills are withheld
 * together, and have no mark of their own.
 */
function withheldThroughout(value: unknown): unknown {
  const hide = (at: unknown): unknown => {
    if (Array.isArray(at)) return at.map(hide);
    if (typeof at !== 'object' || at === null) return at;
    const hidden = Object.fromEntries(
      Object.entries(at).map(([name, value]) => [name, hide(value)]),
    );
    return 'presentable' in at ? { ...hidden, presentable: false } : hidden;
  };
  const isSkills = typeof value === 'object' && value !== null && 'relatedRoles' in value;
  return poisoned(
    isSkills
      ? { ...value, presentable: false, withheld: { reason: 'disclosive', marker: null } }
      : hide(value),
  );
}

test('withheld figures of the documents appear on no page', async () => {
  const store = createNodeStore(sampleDirectory());
  const reached = new Set<string>();
  const document: Store['document'] = async (edition, path) => {
    const stored = await store.document(edition, path);
    // Documents of pay hold codes, not figures with marks; the answers made of them are in the test
    // above.
    if (path.startsWith('pay')) return stored;
    const odd = withheldThroughout(JSON.parse(new TextDecoder().decode(stored.bytes)));
    if (JSON.stringify(odd).includes(String(sentinel))) reached.add(path.split('/')[0] ?? '');
    return { ...stored, bytes: new TextEncoder().encode(JSON.stringify(odd)) };
  };
  const asked = asking({ store: { ...store, document } });
  for (const path of [
    '/occupations/2134',
    '/occupations/9265?area=wales',
    '/compare?occupation=2134&occupation=1161',
    '/areas/barnsley',
  ]) {
    const shown = await asked(path);
    expect(
      [shown.status, (await shown.text()).replaceAll(',', '').includes(String(sentinel))],
      path,
    ).toEqual([200, false]);
  }
  for (const kind of [
    'employment',
    'projections',
    'skills',
    'vacancies',
    'visas',
    'work-profile',
    'workforce',
  ])
    expect(reached).toContain(kind);
});

test('an acceptable figure has a caution that is seen', () => {
  const answers = page('2134').answers;
  const pay = answerOf(answers.annualPay);
  const median = {
    ...pay.figures.median,
    value: 40_000,
    presentable: true,
    quality: 'acceptable' as const,
  };
  const text = occupationPage(
    { ...answers, annualPay: { answer: { ...pay, figures: { ...pay.figures, median } } } },
    'uk',
    site,
  ).body.text;
  expect(text).toMatch(/<span class="figure">£40,000<\/span><mark>Use with caution<\/mark>/);
});

test('hourly pay replaces withheld annual pay, and the page says so', () => {
  const { answers } = page('2134');
  const annual = answerOf(answers.annualPay);
  const withheld = {
    ...annual,
    presentable: false,
    distribution: { ...annual.distribution, median: null },
    figures: {
      ...annual.figures,
      median: {
        ...annual.figures.median,
        value: null,
        presentable: false,
        withheld: { reason: 'unreliable' as const, marker: 'x' },
      },
    },
  };
  const text = occupationPage({ ...answers, annualPay: { answer: withheld } }, 'uk', site).body
    .text;
  expect(text).toContain(
    'Annual pay is not published for this occupation. These figures are hourly.',
  );
  expect(text).toContain('<dt>Median hourly pay</dt>');
});

test('England replaces a missing United Kingdom, and the page says so', async () => {
  const asEngland: Ask = async (question, place) => {
    const asked = await ask(question, place);
    if (question.id !== 'projections' || 'missing' in asked || question.query['area'] === 'england')
      return asked;
    const withheld = { reason: 'not-received', marker: null };
    const answer = asked.answer as { readonly outlook: object };
    return {
      answer: {
        ...answer,
        outlook: { ...answer.outlook, presentable: false, withheld, netChangePercent: null },
      } as never,
    };
  };
  const answers = await gatherAnswers(asEngland, '2134', 'uk');
  expect(answerOf(answers.projections).area.name).toBe('England');
  expect(occupationPage(answers, 'uk', site).body.text).toMatch(
    /<span class="about">England · 2020 to 2035/,
  );
});

test('a part without a release says so, without words for the operator', () => {
  const text = occupationPage(
    {
      ...page('2134').answers,
      visas: { missing: 'No release of the source work-visas is published here yet.' },
    },
    'uk',
    site,
  ).body.text;
  expect(text).toMatch(
    /<h2 id="missing">No figures yet<\/h2>\s*<p>Work visas<span class="why">We do not have these figures yet/,
  );
  for (const { text: every } of pages.values()) expect(every).not.toMatch(/not.configured/i);
});

test('every part names its release; its endpoint and its attribution stand in one place', () => {
  const { text } = page('2134');
  const cited = text.indexOf('<p class="small" id="cite">');
  const parts = text.slice(0, cited).split('<section class="part').slice(1);
  const last = parts.pop() ?? '';
  expect(parts.length).toBe(16);
  for (const part of parts) {
    expect(part).toMatch(/<summary>Source: [^<]+, sample[^]*Release: sample/);
    const heading = /<h2 id="\w+">([^<]+)</.exec(part)?.[1] ?? expect.fail(part);
    expect(last).toMatch(
      new RegExp(`<strong>[^<]*${heading}[^<]*</strong>: Synthetic sample, not from the publisher`),
    );
  }
  expect(last.match(/<code>\/v1\/occupations\/2134/g)?.length).toBe(16);
});

test('every picture has a title and a description, and a table stands behind it', () => {
  for (const { text } of pages.values())
    for (const [picture] of text.matchAll(/<svg[^]*?<\/svg>/g)) {
      const [, title = '', description = ''] = /aria-labelledby="(\S+) (\S+)"/.exec(picture) ?? [];
      expect(picture).toMatch(
        new RegExp(`<title id="${title}">.+</title><desc id="${description}">.+</desc>`),
      );
      expect(picture).not.toMatch(/NaN|Infinity|undefined|style=/);
    }
  expect(page('2134').text).toMatch(
    /<\/svg>\s*<details><summary>Show as a table<span class="unseen">: [^]*?<\/details><\/figure>/,
  );
});

test('incomplete totals and changes of adverts say so everywhere', async () => {
  let totals = 0;
  let changes = 0;
  const months = (suppressed: number) => `${12 - suppressed} of 12 months`;
  for (const { answers, text } of pages.values()) {
    const { adverts, monthsSuppressed, period, change } = answerOf(answers.adverts);
    if (adverts !== null && monthsSuppressed > 0) {
      totals += 1;
      expect(text).toContain(
        `<th scope="row">${period}<span ` +
          `class="why">${months(monthsSuppressed)}</span></th><td>${number(adverts)}<`,
      );
      expect(text).toContain(
        `${number(adverts)}</span><span class="small">United Kingdom · ${period} · ` +
          `${months(monthsSuppressed)}<`,
      );
    }
    if (change !== null) {
      changes += 1;
      const counts = `${number(change.prior)} to ${number(change.current)}`;
      const compared = `${counts} over ${change.months} months`;
      expect(text).toContain(
        `<span class="why">${compared}</span></th><td>${signed(percent)(change.percent)}<`,
      );
    }
  }
  expect([totals, changes].every((count) => count > 300)).toBe(true);
  const ofRutland = await ask(
    questionFor('AreaAdvertsResponse')('local-area-job-adverts', { limit: '50' }),
    { area: 'rutland' },
  );
  const { area, occupations: listed } = answerOf(ofRutland);
  const inRutland = (await areaPage(area.slug, site, ask))?.body.text ?? expect.fail(area.name);
  for (const { soc2020, adverts, quartersSuppressed } of listed)
    expect(inRutland).toContain(
      `</a> ${soc2020}${quarters(quartersSuppressed)}</th><td>${number(adverts ?? 0)}<`,
    );
});

function quarters(suppressed: number): string {
  return suppressed === 0 ? '' : `<span class="why">${4 - suppressed} of 4 quarters</span>`;
}

test('comparisons pair annual with annual; missing sources are named once', () => {
  const { annualPay, ...otherAnswers } = page('2134').answers;
  const pay = answerOf(annualPay);
  const withheld = {
    ...pay,
    figures: { ...pay.figures, median: { ...pay.figures.median, value: null, presentable: false } },
  };
  const hourlyOnly = {
    ...otherAnswers,
    annualPay: { answer: { ...withheld, presentable: false } },
    visas: { missing: 'No release' },
  };
  const nurses = { ...page('2231').answers, visas: { missing: 'No release' } };
  const { text } = comparePage(
    [hourlyOnly, nurses].map((answers) => ({ typed: '', answers, others: [] })),
    site,
  ).body;
  const row = (label: string) =>
    new RegExp(`<tr><th scope="row">${label}(?:<span[^]*?)?</th>([^]*?)</tr>`).exec(text)?.[1] ??
    '';
  const { hourlyPay } = page('2231').answers;
  expect(row('Median annual pay')).toMatch(
    /^<td data-label="[^"]+"><span class="absent">No figure<[^]*<span class="figure">£/,
  );
  expect(row('Median hourly pay')).toContain(pounds(answerOf(hourlyPay).distribution.median ?? 0));
  expect(row('Work visas granted')).toBe('');
  expect(text).toContain('<p>No figures yet: work visas granted.</p>');
});

test('what is the same of all compared occupations stands once, at the name of the row', () => {
  const choices = ['2134', '2231'].map((soc) => ({
    typed: soc,
    answers: page(soc).answers,
    others: [],
  }));
  const { text } = comparePage(choices, site).body;
  const [, people = ''] = /<tr>(<th scope="row">People in work[^]*?)<\/tr>/.exec(text) ?? [];
  expect(people.match(/United Kingdom · /g)?.length).toBe(1);
  expect(people.indexOf('United Kingdom · ')).toBeLessThan(people.indexOf('<td'));
  const [, growth = ''] = /<tr>(<th scope="row">Job growth[^]*?)<\/tr>/.exec(text) ?? [];
  expect(growth.match(/all of group \d\d, /g)?.length).toBe(2);
});

test('where no pay may be shown, the page begins with the work and the routes into it', () => {
  const orderOf = (soc: string) =>
    sectionsOf(page(soc).answers)
      .map(({ id }) => id)
      .slice(0, 5);
  expect(orderOf('2134')).toEqual(['pay', 'work', 'routes', 'apprenticeships', 'related']);
  expect(orderOf('3311')).toEqual(['work', 'routes', 'apprenticeships', 'related', 'pay']);
  const { text } = page('3311');
  const tiles = text.slice(text.indexOf('<dl class="cards">'), text.indexOf('</dl>'));
  expect(tiles.lastIndexOf('<span class="figure">')).toBeLessThan(tiles.indexOf('figure absent'));
  expect(text).not.toMatch(/Hollow points|part-time included/);
});

test('a page weighs what an adviser on a phone can load', () => {
  const documents = [...pages.values()].map(({ text }) =>
    Buffer.byteLength(pageDocument({ title: 'x', body: new Html(text) }, site)),
  );
  expect(Math.max(...documents)).toBeLessThanOrEqual(120_000);
  const heaviest = [...pages.values()]
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, 5);
  for (const { text } of heaviest) expect(gzipSync(text).length).toBeLessThanOrEqual(25_000);
});

test.each([
  [number, 1234.5, '1,234.5'],
  [number, -1234567, '−1,234,567'],
  [pounds, 15.5, '£15.50'],
  [pounds, -120.25, '−£120.25'],
  [signed(percent), 3.4, '+3.4%'],
])('format %#: what it prints', (print, value, text) => {
  expect(print(value)).toBe(text);
});

/** The text of a page without its tags. */
const plain = (text: string) => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('a figure for a larger area than was asked for says so beside itself', async () => {
  const { answers } = page('2134');
  const text = plain(occupationPage({ ...answers, area: 'wales' }, 'wales', site).body.text);
  expect(text).toContain('£56,043 Full time: £63,242 No figure for Wales. This is the UK.');
  expect(text).not.toContain('£56,043 Full time: £63,242 United Kingdom');
});

test('median pay says whom it counts, and has the median of full-time employees beside it', () => {
  const { answers } = page('2134');
  const text = plain(page('2134').text);
  expect(text).toContain('Full time: £63,242');
  expect(text).toContain('All employees, part-time included. Not the self-employed, 31.3% of');
  const unknown = { ...answers, employment: { missing: 'No release.' } };
  expect(plain(occupationPage(unknown, 'uk', site).body.text)).toContain(
    'All employees, part-time included. Not the self-employed.',
  );
});

test('the sentence at the top has only figures that may be shown', () => {
  const { answers } = page('2134');
  expect(leadSentences(answers)).toBe(
    'Half of full-time employees in this work earn more than £63,242 a year (tax year ' +
      'ending 5 April 2024, UK, provisional). Projections for the UK show 10.7% more jobs ' +
      'in the whole group “Science, research, engineering and technology professionals” ' +
      'from 2020 to 2035.',
  );
  const hidden = withheldThroughout(answers) as PageAnswers;
  expect(leadSentences(hidden)).toBe('');
  const fullTime = answerOf(answers.fullTimePay);
  const median = { ...fullTime.figures.median, presentable: false };
  const uncertain = { ...fullTime, figures: { ...fullTime.figures, median } };
  expect(leadSentences({ ...answers, fullTimePay: { answer: uncertain } })).toContain(
    'Half of employees, part-time included, in this work earn more than £56,043 a year',
  );
});

test('a saved table names occupation, area, period, unit and edition', async () => {
  const file =
    tablesCsv(await gatherAnswers(ask, '5434', 'wales'), 'pay-0') ?? expect.fail('no table');
  expect(file.name).toBe('5434_pay-0_wales_sample-2024-provisional.csv');
  const [header = '', first = ''] = file.text.split('\r\n');
  expect(header.split(',').slice(0, 6).join()).toBe('soc2020,occupation,section,table,area,period');
  expect(first).toContain('5434,Chefs,Pay,Gross annual pay by group,Wales,tax year ending');
  expect(first).toContain(',gbp_per_year,');
});

test('a demand of the work leads to its only link, which is not listed beside it', () => {
  const { answers } = page('2134');
  const howToBecome = answerOf(answers.howToBecome);
  const [profile] = howToBecome.profiles;
  if (profile === undefined) return expect.fail('no profile');
  const url = 'https://www.gov.uk/criminal-record-checks-apply-role';
  const links = [{ text: 'enhanced background checks', url }];
  const check = { text: 'pass enhanced background checks', items: [], links };
  const textWith = (checks: readonly (typeof check)[]) => {
    const requirements = { ...profile.requirements, checks: [...checks] };
    const profiles = [{ ...profile, requirements }];
    const asked = { answer: { ...howToBecome, profiles } };
    return occupationPage({ ...answers, howToBecome: asked }, 'uk', site).body.text;
  };
  expect(textWith([check])).toContain(`<li><a href="${url}">pass enhanced background checks</a>`);
  expect(textWith([check]).split(url).length).toBe(2);
  // Of several links each keeps its own words.
  const several = { ...check, links: [...links, { text: 'GOV.UK', url: 'https://www.gov.uk/' }] };
  expect(textWith([several])).toContain('<li>pass enhanced background checks</li>');
  expect(textWith([several]).split(url).length).toBe(2);
});
