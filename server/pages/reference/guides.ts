// The guides: a page each, in plain words. Text between backquotes is code; an item that begins with "$ " is a call.
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import { pagesPerMinute } from '../../keys/limits.ts';
import type { FoundPage } from '../finding.ts';
import { code, html } from '../html.ts';
import type { Site } from '../site.ts';

interface Guide {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Paragraphs, lists and calls, in order. */
  readonly parts: readonly (string | readonly string[])[];
}

/** Not `npx lmi`: outside a checkout it runs whatever package somebody has registered under that name. */
const checkout =
  'Run this inside a checkout of the project `labour-market-information`, after `npm ci`. The package is in no registry. Do not run `npx lmi` elsewhere: it would be another program.';

export const guides: readonly Guide[] = [
  {
    id: 'first-call',
    title: 'Your first call',
    summary: 'From a job title to a figure in three steps.',
    parts: [
      'Get a key at `/keys` with an e-mail address. Send it in the header `X-API-Key`. Call the API from a server, because anybody can read a key in a web page.',
      'Find the occupation of a job title. The answer gives a code of four digits, `soc2020`.',
      `$ curl -H "X-API-Key: $KEY" '$API/v1/occupations/search?q=software%20engineer'`,
      'Ask for what you want to know about that code.',
      `$ curl -H "X-API-Key: $KEY" '$API/v1/occupations/2134/pay'`,
      'A search can give several occupations with the same title. Then `qualifier` says what tells them apart. Let the person choose.',
    ],
  },
  {
    id: 'reading-a-figure',
    title: 'Reading a figure honestly',
    summary: 'What presentable, quality, withheld and coverage ask of you.',
    parts: [
      [
        '`presentable: false` means: do not show this figure as a number, not in a chart either.',
        'A withheld figure is `null`. `withheld` gives the reason, and `withheldLegend` has the sentence for it. It is never 0.',
        '`quality` is `precise`, `reasonable`, `acceptable`, `unreliable` or `unrated`. Show a caution beside a figure that is `acceptable`.',
        '`coverage` says who is counted. Pay leaves out the self-employed; employment includes them.',
        '`notes` belong to the figures. Show them.',
      ],
      'Projections describe a sub-major group and not the occupation. Vacancies can describe a broader group too. `group` and `derivation` say which.',
      'Check the period before you compare: the parts of one page are often of different years.',
    ],
  },
  {
    id: 'pinning',
    title: 'Pinning an edition',
    summary: 'How to get the same answer next year.',
    parts: [
      'Every answer names its edition in `provenance.editionId`. `/v1/meta/editions` lists all of them.',
      'For pay and pay by region, `edition=` asks for exactly that edition. `year=` asks for a reference year, and its edition changes when the publisher revises the figures.',
      `$ curl -H "X-API-Key: $KEY" '$API/v1/occupations/2134/pay?edition=EDITION'`,
      'An edition that has been withdrawn answers 410, with the reason and the edition that follows it. A bundle keeps everything that was served on a day.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    summary: `${answersPerMinute} answers in ${windowSeconds} seconds, and how to stay below.`,
    parts: [
      `In any ${windowSeconds} seconds a key gets at most ${answersPerMinute} answers. The header \`RateLimit\` says how many are left.`,
      `For paths of the API that need no key, an address gets at most ${answersPerMinute} answers. Pages like this one count apart: an address opens at most ${pagesPerMinute} in ${windowSeconds} seconds.`,
      'One more request gets 429. `Retry-After` says in how many seconds to ask again.',
      'Send `If-None-Match` with the tag of the last answer. An unchanged answer is 304 and has no body. It counts as an answer too.',
      'If you need all occupations, take a bundle: it is one file and needs no key.',
    ],
  },
  {
    id: 'attribution',
    title: 'Attribution',
    summary: 'What must stand beside the figures.',
    parts: [
      'The data belong to their publishers. Wherever you show a figure, also show:',
      [
        'the text in `attribution` or `citation`, word for word;',
        'the release, from `provenance.edition`;',
        'what is counted, from `coverage`.',
      ],
      'Apprenticeships also ask for a logo: `attributionLogo` says which, where it is, and how to show it.',
      'The synthetic sample is no statistics. Do not publish it as such.',
    ],
  },
  {
    id: 'offline',
    title: 'Offline use',
    summary: 'All answers without a server and without a key.',
    parts: [
      'A bundle is one file with everything that is served, and with tables in Parquet and CSV. `/bundles/latest.json` names the newest.',
      checkout,
      '$ npm run --silent lmi -- pull $API',
      "$ npm run --silent lmi -- get '/v1/occupations/2134/pay'",
      'From a program, `openData` of the package takes the address of a server, a data directory or a bundle, and gives the same answers.',
    ],
  },
  {
    id: 'coding-titles',
    title: 'Coding a list of titles',
    summary: 'Codes for a file of job titles.',
    parts: [
      'To code many titles, run the search on your own machine. It asks no server.',
      checkout,
      '$ npm run --silent lmi -- search --batch titles.csv',
      'Each line gets its best code with a confidence between 0 and 1. The confidence is the measured share of right answers among answers that fit this well. Look at the low ones yourself.',
      'If a title belongs to several occupations, all have confidence 1. `qualifier` says what tells them apart, and only the person behind the title knows.',
    ],
  },
];

/** The page of a guide; null if there is none of this name. */
export function guidePage(id: string, { to, api }: Site): FoundPage | null {
  const guide = guides.find((candidate) => candidate.id === id);
  if (guide === undefined) return null;
  const part = (of: string | readonly string[]) => {
    if (typeof of !== 'string') return html`<ul>${of.map((item) => html`<li>${code(item)}</li>`)}</ul>`;
    if (!of.startsWith('$ ')) return html`<p>${code(of)}</p>`;
    const call = of.slice(2).replace('$API', api ?? 'https://lmi.example.org');
    return html`<pre tabindex="0" role="region" aria-label="Call: ${call.slice(0, 60)}"><code>${call}</code></pre>`;
  };
  return {
    title: guide.title,
    body: html`<nav class="crumbs" aria-label="Reference"><ul><li><a href="${to('/reference')}">For developers</a></li></ul></nav>
<h1>${guide.title}</h1>
<p class="lead">${guide.summary}</p>
${guide.parts.map(part)}
<h2>Other guides</h2>
<ul>${guides.filter((other) => other !== guide).map((other) => html`<li><a href="${to(`/guides/${other.id}`)}">${other.title}</a></li>`)}</ul>`,
  };
}
