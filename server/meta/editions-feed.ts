// /editions.atom: published, held back and withdrawn editions as an Atom feed (RFC 4287), so that nobody needs to poll /v1/meta.
import type { Catalogue, CatalogueEdition } from '#schemas/catalogue.ts';
import type { FailedCheck } from '#schemas/resources/meta.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { toldChecks } from './told-checks.ts';

/** More than a year of all sixteen sources. The feed gives the news; /v1/meta/editions lists everything. */
const mostEntries = 100;

/**
 * One entry for each edition, under its own uuid. A later change of the edition updates its entry. Equal catalogues make equal feeds.
 * Links are built from `publicUrl`.
 */
export function editionsFeed({ sample, written, sources, editions }: Catalogue, publicUrl: string): string {
  const titles = new Map(sources.map(({ key, title }) => [key, title]));
  const entries = editions
    .map((edition, place) => ({ edition, place, updated: updatedAt(edition) }))
    .sort((a, b) => Date.parse(b.updated) - Date.parse(a.updated) || b.place - a.place || byCodeUnit(a.edition.id, b.edition.id))
    .slice(0, mostEntries);
  const self = `${publicUrl}/editions.atom`;
  const all = `${publicUrl}/v1/meta/editions`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">',
    // RFC 4287 §4.2.6 requires a permanent IRI. The feed of another deployment is another feed.
    element('id', self),
    element('title', `${sample ? 'Synthetic sample, not statistics: ' : ''}Labour market information, editions`),
    element('updated', entries[0]?.updated ?? written),
    '<author><name>Labour market information</name></author>',
    link('self', self, 'application/atom+xml'),
    link('alternate', all, 'application/json'),
    ...entries.flatMap(({ edition, updated }) => [
      '<entry>',
      element('id', `urn:uuid:${edition.id}`),
      element('title', `${headlines[edition.state]}: ${titles.get(edition.source) ?? edition.source}, ${edition.label}`),
      element('published', edition.compiled),
      element('updated', updated),
      `<category term="${escapeXml(edition.source)}"/>`,
      `<category term="${escapeXml(edition.state)}"/>`,
      link('alternate', `${all}?source=${edition.source}`, 'application/json'),
      element('summary', summary(edition)),
      '</entry>',
    ]),
    '</feed>',
    '',
  ].join('\n');
}

// A superseded edition was published too, and being superseded is not news.
const headlines: Readonly<Record<CatalogueEdition['state'], string>> = {
  served: 'Published',
  superseded: 'Published',
  quarantined: 'Held back',
  withdrawn: 'Withdrawn',
};

/** The latest of its events: compiled, accepted by a person, withdrawn. */
function updatedAt({ compiled, accepted, withdrawn }: CatalogueEdition): string {
  const instants = [compiled, accepted?.at ?? compiled, withdrawn?.at ?? compiled];
  return instants.reduce((last, instant) => (Date.parse(instant) > Date.parse(last) ? instant : last));
}

function summary(edition: CatalogueEdition): string {
  const { source, release, released, state, accepted, withdrawn } = edition;
  const lines = [`${source} ${release}${released === null ? '' : `, published by its publisher on ${released}`}, edition ${edition.id}.`];
  if (state === 'quarantined') lines.push('A check failed, so this edition is held back. The previous edition stays live.');
  if (state === 'withdrawn' && withdrawn !== null) {
    lines.push(`Reason for the withdrawal: ${withdrawn.reason}`);
    lines.push(withdrawn.replacedBy === null ? 'No edition takes its place.' : `Edition ${withdrawn.replacedBy} takes its place.`);
  }
  if (accepted !== null) lines.push(`Reason for publication in spite of a failed check: ${accepted.reason}`);
  lines.push(...toldChecks(edition).map(lineOf));
  return lines.join('\n');
}

function lineOf({ check, description, message, places, count }: FailedCheck): string {
  if (message === null) return `${check}: ${description === null ? '' : `${description} `}(${count} ${count === 1 ? 'place' : 'places'})`;
  return `${check}: ${message} (${places.slice(0, 3).join('; ')}${count > 3 ? ` … ${count} in all` : ''})`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function link(rel: string, href: string, type: string): string {
  return `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** The characters that XML 1.0 §2.2 forbids, even as references. One of them would make the whole feed unreadable. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text for the content of an element or an attribute in double quotes. */
function escapeXml(text: string): string {
  return text.replace(unwritable, '\ufffd').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
