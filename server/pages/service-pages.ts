// Pages about the service: its terms, the state of its data and the changes of the API.
import { changelog } from '../meta/changelog.ts';
import { nothingToPublish } from '#schemas/codes.ts';
import type { IngestStatusResponse, SourceResponse } from '#schemas/resources/meta.ts';
import { noInstant } from '#schemas/stored-files.ts';
import { type Html, code, html, nothing } from './html.ts';
import { dayInWords } from '#schemas/reference-dates.ts';
import { capitalised, joinTexts } from './occupation/figure.ts';
import type { FoundPage } from './page.ts';
import type { Site } from './site.ts';

export function termsPage(sources: readonly SourceResponse[] | null): FoundPage {
  const byText = Map.groupBy(sources ?? [], ({ attribution }) => attribution);
  return {
    title: 'Terms',
    body: html`<h1>Terms</h1>
<p class="lead text">Yes, you may quote these figures, if you credit the source. Copy the credit
under “How to credit these figures” on each page, with the release.</p>
<h2 id="licences">Licences and attribution</h2>
<p>The figures belong to their publishers. Each part of a page and each answer names the licence,
the release and the text to show beside the data. The code of the service is under the MIT
licence.</p>
${[...byText].map(([text, sourcesOfText]) => attributionHtml(text, sourcesOfText))}
<h2 id="warranty">No warranty</h2>
<p>We check each publication before we publish it here, and we hold back what does not pass. All the
same the figures can be wrong. The service and its data come as they are, without warranty of any
kind. For a decision that matters, read the publication itself: every figure names it.</p>
<h2 id="privacy">Privacy</h2>
<ul>
<li>Pages set no cookies and load nothing from other sites. There is no tracker.</li>
<li>To limit requests, the network of your address is kept in memory for a minute or two and is
never written.</li>
<li>For a key, your e-mail address is used once to send the mail, and is not kept. We keep a code
made from it, from which nobody can tell the address. You can have it removed at
<code>/keys/delete</code>.</li>
<li>What you type into the search is a part of the page’s address, and so of the history of your own
browser.</li>
</ul>
<h2 id="independence">Independence</h2>
<p>This service is not a service of the government or of any publisher, and no publisher has
endorsed it.</p>`,
  };
}

/** The sources that share an attribution, with their terms. */
function attributionHtml(text: string, sources: readonly SourceResponse[]): Html {
  const { publisher = '', licence = '', licenceUrl = null } = sources[0] ?? {};
  const titles = sources.map(({ title }) => title);
  const isAlone = titles.length === 1;
  const heading = isAlone ? titles.join() : publisher;
  const description = isAlone ? publisher : titles.join('; ');
  const terms = licenceUrl === null ? licence : html`<a href="${licenceUrl}">${licence}</a>`;
  return html`<h3>${heading}</h3><p>${description}.
${terms}</p><blockquote>${text}</blockquote>`;
}

type SourceStatus = IngestStatusResponse['sources'][number];

export interface Status {
  readonly ingest: IngestStatusResponse;
  readonly sources: readonly SourceResponse[];
  /** When each edition was compiled, by its id. */
  readonly compiled: ReadonlyMap<string, string>;
}

/**
 * The state of every source, as /v1/meta/ingest has it, without what concerns only the operator.
 */
export function statusPage({ ingest, sources, compiled }: Status): FoundPage {
  const rows = ingest.sources.map((standing) => {
    const source = sources.find((row) => row.source === standing.source);
    const since = compiled.get(source?.served[0]?.editionId ?? '') ?? noInstant;
    return { standing, source, since, state: stateOf(standing) };
  });
  // Sources that are missing or held back come first.
  const sorted = rows.toSorted(
    (a, b) => Number(a.state === nothingWrong) - Number(b.state === nothingWrong),
  );
  const { written } = ingest.catalogue;
  const isWatched = ingest.sources.some(({ checked }) => checked !== null);
  const changed =
    written === noInstant
      ? 'These pages are of a bundle, which says nothing of when it was made.'
      : `The data were last changed on ${dayInWords(written)}.`;
  const watched = isWatched ? '' : ' We have not looked for newer releases since.';
  const headings = ['Publication', ...columns].map((name) => html`<th scope="col">${name}</th>`);
  const body = sorted.map(({ standing, source, since, state }) => {
    const cells = [
      releaseHtml(source, since, written),
      html`${source === undefined ? 'unknown' : cadenceText(source)}`,
      html`${state}${isWatched ? smallBelow(lastLookText(standing)) : nothing}`,
    ];
    const name = html`${source?.title ?? standing.source}${smallBelow(source?.publisher ?? '')}`;
    return html`<tr><th scope="row">${name}</th>${cells.map(
      (cell, column) => html`<td data-label="${columns[column] ?? ''}">${cell}</td>`,
    )}</tr>`;
  });
  return {
    title: 'Status of the data',
    body: html`<h1>Status of the data</h1>
<p>${changed}${watched} A release that does not pass our checks is held back until a person has
looked at it. Until then, the one before it stays here.</p>
<div class="scroll" role="region" tabindex="0" aria-label="Status by source"><table class="stack">
<thead><tr>${headings}</tr></thead>
<tbody>${body}</tbody></table></div>`,
  };
}

const columns = ['Release', 'How often', 'State'] as const;

const smallBelow = (text: string): Html =>
  text === '' ? nothing : html`<span class="why">${text}</span>`;

/**
 * The release that is served: when it was published, and since when it is here if that is not when
 * the data last changed.
 */
function releaseHtml(source: SourceResponse | undefined, since: string, changed: string): Html {
  const release = source?.served[0];
  if (release === undefined) return html`–`;
  const published = release.released === null ? '' : `published ${dayInWords(release.released)}`;
  const isOlder = since !== noInstant && dayInWords(since) !== dayInWords(changed);
  const servedSince = isOlder ? `here since ${dayInWords(since)}` : '';
  return html`${release.edition}${smallBelow(joinTexts(published, servedSince))}`;
}

const lastLookText = ({ checked }: SourceStatus): string =>
  checked === null ? 'never looked for a newer one' : `last looked on ${dayInWords(checked)}`;

/** How often the publisher releases, and the year of ours. */
function cadenceText({ cadence, served: [release] }: SourceResponse): string {
  const year = release?.year ?? null;
  return year === null ? cadence : `${cadence.replace(/\.?$/, '.')} Ours is of ${year}.`;
}

/** The state of a source that needs no explanation. */
const nothingWrong = 'Shown';

export function stateOf({
  source,
  status,
  heldBack,
  late,
  fault,
  undecided,
}: SourceStatus): string {
  const states = {
    served: nothingWrong,
    'held-back': 'Held back until a person has looked at it',
    withdrawn: 'Withdrawn',
    'not-configured': 'Nothing is published here yet',
  } as const;
  const why = status === 'not-configured' ? nothingToPublish[source] : undefined;
  const parts = [why === undefined ? states[status] : `${states[status]}. ${why}`];
  if (undecided.length > 0)
    parts.push(
      'its publisher has corrected or withdrawn it since, and we have not decided about it yet',
    );
  if (heldBack.length > 0 && status === 'served') parts.push('a newer release is held back');
  if (late) parts.push('the next release is late');
  if (fault !== null) parts.push('our last look at the publisher failed');
  return parts.join('; ');
}

const feeds = html`<p><a href="/changelog.atom">A feed</a> has the same entries, and
<a href="/editions.atom">another</a> tells of new data.</p>`;

export function changelogPage({ live }: Site): FoundPage {
  const versions = changelog.map(({ version, date, changes }) => {
    const changesByKind = Map.groupBy(changes, ({ kind }) => kind);
    const lists = [...changesByKind].map(([kind, ofKind]) => {
      const items = ofKind.map(({ text }) => html`<li>${code(text)}</li>`);
      return html`<h3>${capitalised(kind)}</h3><ul>${items}</ul>`;
    });
    return html`<h2 id="version-${version}">${version}, ${dayInWords(date)}</h2>${lists}`;
  });
  return {
    title: 'Changes',
    body: html`<h1>Changes of the API</h1>${live ? feeds : nothing}${versions}`,
  };
}
