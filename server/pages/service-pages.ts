// Pages about the service: its terms, the state of its data and the changes of the API.
import { changelog } from '../meta/changelog.ts';
import { nothingToPublish } from '#schemas/codes.ts';
import type { IngestStatusResponse, SourceResponse } from '#schemas/resources/meta.ts';
import { noInstant } from '#schemas/stored-files.ts';
import { type Html, code, html, nothing } from './html.ts';
import { date } from './occupation/figure.ts';
import type { FoundPage } from './page.ts';
import type { Site } from './site.ts';

export function termsPage(sources: readonly SourceResponse[] | null): FoundPage {
  const byText = Map.groupBy(sources ?? [], ({ attribution }) => attribution);
  return {
    title: 'Terms',
    body: html`<h1>Terms</h1>
<p class="lead text">Yes, you may quote these figures, if you credit the source. Copy the credit under “How to credit these figures” on each page, with the release.</p>
<h2 id="licences">Licences and attribution</h2>
<p>The figures belong to their publishers. Each part of a page and each answer names the licence, the release and the text to show beside the data. The code of the service is under the MIT licence.</p>
${[...byText].map(([text, sourcesOfText]) => {
  const { publisher = '', licence = '', licenceUrl = null } = sourcesOfText[0] ?? {};
  const titles = sourcesOfText.map(({ title }) => title);
  const heading = titles.length === 1 ? titles.join() : publisher;
  const publishers = titles.length === 1 ? publisher : titles.join('; ');
  return html`<h3>${heading}</h3><p>${publishers}. ${licenceUrl === null ? licence : html`<a href="${licenceUrl}">${licence}</a>`}</p><blockquote>${text}</blockquote>`;
})}
<h2 id="warranty">No warranty</h2>
<p>We check each publication before we publish it here, and we hold back what does not pass. All the same the figures can be wrong. The service and its data come as they are, without warranty of any kind. For a decision that matters, read the publication itself: every figure names it.</p>
<h2 id="privacy">Privacy</h2>
<ul>
<li>Pages set no cookies and load nothing from other sites. There is no tracker.</li>
<li>To limit requests, the network of your address is kept in memory for a minute or two and is never written.</li>
<li>For a key, your e-mail address is used once to send the mail, and is not kept. We keep a code made from it, from which nobody can tell the address. You can have it removed at <code>/keys/delete</code>.</li>
<li>What you type into the search is a part of the page’s address, and so of the history of your own browser.</li>
</ul>
<h2 id="independence">Independence</h2>
<p>This service is not a service of the government or of any publisher, and no publisher has endorsed it.</p>`,
  };
}

/** What /v1/meta/ingest knows, for people. What concerns only the operator is left out. */
export function statusPage(
  ingest: IngestStatusResponse,
  sources: readonly SourceResponse[],
): FoundPage {
  const rows = ingest.sources.map((standing) => ({
    of: standing,
    source: sources.find(({ source }) => source === standing.source),
  }));
  return {
    title: 'Status of the data',
    body: html`<h1>Status of the data</h1>
<p>${
      ingest.catalogue.written === noInstant
        ? 'What is shown here. These pages are of a bundle, which says nothing of when it was made.'
        : html`What is shown here now, and when we last looked for something newer. The data were last changed on ${day(ingest.catalogue.written)}.`
    }</p>
<div class="scroll" role="region" tabindex="0" aria-label="Table: status by source"><table class="stack"><thead><tr><th scope="col">Publication</th><th scope="col">Release shown</th><th scope="col">Published</th><th scope="col">Last looked</th><th scope="col">Its publisher releases</th><th scope="col">State</th></tr></thead>
<tbody>${rows.map(
      ({ of: standing, source }) =>
        html`<tr><th scope="row">${source?.title ?? standing.source}<span class="why">${source?.publisher ?? ''}</span></th><td data-label="Release shown">${source?.served[0]?.edition ?? '–'}</td><td data-label="Published">${day(source?.served[0]?.released ?? null)}</td><td data-label="Last looked">${day(standing.checked)}</td><td data-label="Its publisher releases">${source === undefined ? 'unknown' : cadenceText(source)}</td><td data-label="State">${stateOf(standing)}</td></tr>`,
    )}</tbody></table></div>
<p>A release that does not pass our checks is held back until a person has looked at it. The one before it stays shown meanwhile.</p>`,
  };
}

/** How often the publisher releases, and of which year ours is. */
function cadenceText({ cadence, served: [release] }: SourceResponse): string {
  const year = release?.year ?? null;
  return year === null ? cadence : `${cadence.replace(/\.?$/, '.')} Ours is of ${year}.`;
}

function day(instant: string | null): Html {
  return instant === null
    ? html`unknown`
    : html`<time datetime="${instant}">${date(instant)}</time>`;
}

export function stateOf({
  source,
  status,
  heldBack,
  late,
  fault,
  undecided,
}: IngestStatusResponse['sources'][number]): string {
  const states = {
    served: 'Shown',
    'held-back': 'Held back until a person has looked at it',
    withdrawn: 'Withdrawn',
    'not-configured': 'Nothing is published here yet',
  } as const;
  const why = status === 'not-configured' ? nothingToPublish[source] : undefined;
  return [
    why === undefined ? states[status] : `${states[status]}. ${why}`,
    ...(undecided.length > 0
      ? ['its publisher has corrected or withdrawn it since, and we have not decided about it yet']
      : []),
    ...(heldBack.length > 0 && status === 'served' ? ['a newer release is held back'] : []),
    ...(late ? ['the next release is late'] : []),
    ...(fault === null ? [] : ['our last look at the publisher failed']),
  ].join('; ');
}

export function changelogPage({ live }: Site): FoundPage {
  return {
    title: 'Changes',
    body: html`<h1>Changes of the API</h1>
${live ? html`<p><a href="/changelog.atom">A feed</a> has the same entries, and <a href="/editions.atom">another</a> tells of new data.</p>` : nothing}
${changelog.map(
  ({
    version,
    date,
    changes: all,
  }) => html`<h2 id="version-${version}">${version}, <time datetime="${date}">${date}</time></h2>
<ul>${all.map(({ kind, text }) => html`<li>${kind}: ${code(text)}</li>`)}</ul>`,
)}`,
  };
}
