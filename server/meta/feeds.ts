// /changelog.atom and /editions.atom, as Atom feeds (RFC 4287), so that nobody needs to poll.
import { type ChangelogEntry, changelog } from './changelog.ts';
import type { CatalogueSource, ServingCatalogue, ServingEdition } from '#schemas/catalogue.ts';
import type { FailedCheck } from '#schemas/resources/meta.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { publicChecks } from './list-editions.ts';

/** One entry for each version. Links are built from `publicUrl`. */
export function changelogFeed(publicUrl: string): string {
  const self = `${publicUrl}/changelog.atom`;
  const instant = ({ date }: ChangelogEntry): string => `${date}T00:00:00Z`;
  return atomFeed({
    self,
    title: 'Labour market information, changes to the API',
    updated: instant(changelog[0]),
    alternate: { href: `${publicUrl}/versioning`, type: 'text/html' },
    entries: changelog.map((entry) => ({
      id: `${self}#${entry.version}`,
      title: `Version ${entry.version}`,
      published: instant(entry),
      updated: instant(entry),
      categories: [...new Set(entry.changes.map(({ kind }) => kind))],
      alternate: { href: `${publicUrl}/changelog#version-${entry.version}`, type: 'text/html' },
      summary: entry.changes.map(({ kind, text }) => `${kind}: ${text}`).join('\n'),
    })),
  });
}

/** More than a year of all sources. The feed gives the news; /v1/meta/editions lists everything. */
const mostEntries = 100;

/**
 * One entry for each edition, under its own uuid. A later change of the edition updates its entry.
 * Equal catalogues make equal feeds. Links are built from `publicUrl`.
 */
export function editionsFeed(
  {
    sample,
    written,
    sources,
    editions,
  }: Pick<ServingCatalogue, 'sample' | 'written' | 'editions'> & {
    readonly sources: readonly Pick<CatalogueSource, 'key' | 'title'>[];
  },
  publicUrl: string,
): string {
  const titles = new Map(sources.map(({ key, title }) => [key, title]));
  const entries = editions
    .map((edition, place) => ({ edition, place, updated: updatedAt(edition) }))
    .sort(
      (a, b) =>
        Date.parse(b.updated) - Date.parse(a.updated) ||
        b.place - a.place ||
        byCodeUnit(a.edition.id, b.edition.id),
    )
    .slice(0, mostEntries);
  const all = `${publicUrl}/v1/meta/editions`;
  const title = 'Labour market information, editions';
  return atomFeed({
    self: `${publicUrl}/editions.atom`,
    title: sample ? `Synthetic sample, not statistics: ${title}` : title,
    updated: entries[0]?.updated ?? written,
    alternate: { href: all, type: 'application/json' },
    entries: entries.map(({ edition, updated }) => ({
      id: `urn:uuid:${edition.id}`,
      title:
        `${headlines[edition.state]}: ${titles.get(edition.source) ?? edition.source}, ` +
        `${edition.label}`,
      published: edition.compiled,
      updated,
      categories: [edition.source, edition.state],
      alternate: { href: `${all}?source=${edition.source}`, type: 'application/json' },
      summary: summary(edition),
    })),
  });
}

// A superseded edition was published too, and being superseded is not news.
const headlines: Readonly<Record<ServingEdition['state'], string>> = {
  served: 'Published',
  superseded: 'Published',
  quarantined: 'Held back',
  withdrawn: 'Withdrawn',
};

/** The latest of its events: compiled, accepted by a person, withdrawn. */
function updatedAt({ compiled, accepted, withdrawn }: ServingEdition): string {
  const instants = [compiled, accepted?.at ?? compiled, withdrawn?.at ?? compiled];
  return instants.reduce((last, instant) =>
    Date.parse(instant) > Date.parse(last) ? instant : last,
  );
}

function summary(edition: ServingEdition): string {
  const { source, release, released, state, accepted, withdrawn } = edition;
  const lines = [
    `${source} ` +
      `${release}${released === null ? '' : `, published by its publisher on ${released}`}, ` +
      `edition ${edition.id}.`,
  ];
  if (state === 'quarantined')
    lines.push('A check failed, so this edition is held back. The previous edition stays live.');
  if (state === 'withdrawn' && withdrawn !== null) {
    lines.push(`Reason for the withdrawal: ${withdrawn.reason}`);
    lines.push(
      withdrawn.replacedBy === null
        ? 'No edition takes its place.'
        : `Edition ${withdrawn.replacedBy} takes its place.`,
    );
  }
  if (accepted !== null)
    lines.push(`Reason for publication in spite of a failed check: ${accepted.reason}`);
  lines.push(...publicChecks(edition).map(lineOf));
  return lines.join('\n');
}

function lineOf({ check, message, places, count }: FailedCheck): string {
  return (
    `${check}: ${message} ` +
    `(${places.slice(0, 3).join('; ')}${count > 3 ? ` … ${count} in all` : ''})`
  );
}

type Alternate = Readonly<Record<'href' | 'type', string>>;

/** `updated` and `published` are instants of RFC 3339, as all times here. */
type Entry = Readonly<Record<'id' | 'title' | 'published' | 'updated' | 'summary', string>> & {
  readonly categories: readonly string[];
  readonly alternate: Alternate;
};

/**
 * `self`: the feed's own address. RFC 4287 §4.2.6 requires a permanent IRI as its id: the feed of
 * another deployment is another feed.
 */
type AtomFeed = Readonly<Record<'self' | 'title' | 'updated', string>> & {
  readonly alternate: Alternate;
  readonly entries: readonly Entry[];
};

function atomFeed({ self, title, updated, alternate, entries }: AtomFeed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">',
    element('id', self),
    element('title', title),
    element('updated', updated),
    '<author><name>Labour market information</name></author>',
    link('self', { href: self, type: 'application/atom+xml' }),
    link('alternate', alternate),
    ...entries.flatMap((entry) => [
      '<entry>',
      element('id', entry.id),
      element('title', entry.title),
      element('published', entry.published),
      element('updated', entry.updated),
      ...entry.categories.map((term) => `<category term="${escapeXml(term)}"/>`),
      link('alternate', entry.alternate),
      element('summary', entry.summary),
      '</entry>',
    ]),
    '</feed>',
    '',
  ].join('\n');
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function link(rel: string, { href, type }: Alternate): string {
  return `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * The characters that XML 1.0 §2.2 forbids, even as references. One of them would make the whole
 * feed unreadable.
 */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text for the content of an element or an attribute in double quotes. */
function escapeXml(text: string): string {
  return text
    .replace(unwritable, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
