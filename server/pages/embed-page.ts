// A card with the headline figures of an occupation, which any site may frame, and the page that
// has the line to paste.
import { unmatched } from './comparison.ts';
import { Html, html, nothing } from './html.ts';
import {
  type Ask,
  type QuestionKey,
  type PageAnswers,
  gatherAnswers,
} from './occupation/answers.ts';
import type { SourcedAnswer } from './occupation/content.ts';
import { answersOf, cardsHtml, creditHtml } from './occupation/frame.ts';
import { headlineFiguresOf, sectionsOf } from './occupation/sections.ts';
import { type FoundPage, areaField, sampleNotice } from './page.ts';
import { styleVersion } from './page-files.ts';
import { occupationMeant } from './searched.ts';
import type { Site } from './site.ts';
import { siteName } from './site-name.ts';
import type { Visit } from './visit.ts';

/** The questions of the card, beside pay. */
const cardKeys: readonly QuestionKey[] = ['fullTimePay', 'employment', 'projections'];
/** The sections whose headline figures the card has. */
const cardSections: readonly string[] = ['pay', 'employment', 'outlook'];

/** Any site may frame the card. It runs no script, and loads only its stylesheet. */
const cardPolicy =
  "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *";

/** The card as an answer. It is a document of its own, without the shell of our pages. */
export async function cardResponse(
  soc: string,
  area: string,
  { site, ask }: { readonly site: Site; readonly ask: Ask },
): Promise<Response> {
  const answers = await gatherAnswers(ask, soc, area, cardKeys);
  return new Response(cardDocument(answers, site), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-transform, max-age=300',
      'Content-Security-Policy': cardPolicy,
    },
  });
}

const publisherOf = ({ provenance }: SourcedAnswer) =>
  `${provenance.publisher}, ${provenance.edition}`;

/** The card, with the headline figures of the occupation's page and their credits. */
function cardDocument(answers: PageAnswers, { to, sample }: Site): string {
  const { soc2020, title } = answers.occupation;
  const tiles = headlineFiguresOf(sectionsOf(answers)).filter(({ section: { id } }) =>
    cardSections.includes(id),
  );
  const credits = tiles.flatMap(({ name, section: { reply } }) =>
    'answer' in reply ? [html`<li>${creditHtml(name, reply.answer)}</li>`] : [],
  );
  const publishers = new Set(answersOf(tiles.map((tile) => tile.section)).map(publisherOf));
  // The page itself cannot be framed, so its link leaves the frame.
  const link = html`href="${to(`/occupations/${soc2020}`)}" target="_blank" rel="noopener"`;
  return html`<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: pay, people and outlook</title>
<link rel="stylesheet" href="${to(`/style.css?v=${styleVersion}`)}">
</head>
<body>
<main class="embedded">
${sample ? sampleNotice : nothing}
<h1><a ${link}>${title}</a></h1>
${tiles.length === 0 ? html`<p>There are no figures for this card yet.</p>` : cardsHtml(tiles)}
${
  credits.length === 0
    ? nothing
    : html`<details class="small"><summary>Sources:
${[...publishers].join('; ')}</summary><ul>${credits}</ul></details>`
}
<p class="small">From ${siteName}. <a ${link}>All figures, and how to read them</a></p>
</main>
</body>
</html>
`.text;
}

/** The line to paste, for the occupation of a title or code in the query. */
export async function embedPage(
  { search }: Pick<Visit, 'search'>,
  site: Site,
  ask: Ask,
): Promise<FoundPage> {
  const typed = (search.get('occupation') ?? '').trim();
  const occupation = typed === '' ? null : await occupationMeant(typed, ask);
  return {
    title: 'Put a card on your site',
    body: html`<h1>Put a card on your site</h1>
<p>The card shows what an occupation pays, how many people work in it, and its outlook, each with
its source, release and credit. It follows new releases by itself. It runs no script and sets no
cookie.</p>
<form method="get" action="${site.to('/embed')}"><label for="occupation">Job title or
code</label><div class="field"><input id="occupation" name="occupation" maxlength="200"
autocomplete="off" required value="${occupation?.title ?? typed}"
>${areaField(site.area)}<button>Show the line</button></div></form>
${
  typed === ''
    ? nothing
    : occupation === null
      ? html`<p class="notice" role="alert">${unmatched(typed, site)}</p>`
      : lineHtml(occupation, site)
}
<p>You need no key and no permission. Leave the credit that the card shows.</p>`,
  };
}

function lineHtml(
  { soc2020, title }: { readonly soc2020: string; readonly title: string },
  { to, api }: Site,
): Html {
  const path = to(`/embed/${soc2020}`);
  const source = html`${api ?? 'https://lmi.example.org'}${path}`;
  const name = html`${title}: pay, people and outlook`;
  const form = new Html('width="100%" height="640" style="border:0" loading="lazy"');
  const line = html`<iframe src="${source}" title="${name}" ${form}></iframe>`;
  return html`<h2 id="line">${title}</h2>
<p>Paste this line into your page:</p>
<pre tabindex="0" role="region" aria-label="The line to paste"><code>${line.text}</code></pre>
<p><a href="${path}">See the card</a> · <a href="${to(`/occupations/${soc2020}`)}">All about
${title}</a></p>`;
}
