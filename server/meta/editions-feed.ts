// /editions.atom: published, held back and withdrawn editions as an Atom feed (RFC 4287), so that nobody needs to poll /v1/meta.
import type { CatalogueSource, ServingCatalogue, ServingEdition } from '#schemas/catalogue.ts';
import type { FailedCheck } from '#schemas/resources/meta.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { atomFeed } from './atom-feed.ts';
import { toldChecks } from './told-checks.ts';

/** More than a year of all sources. The feed gives the news; /v1/meta/editions lists everything. */
const mostEntries = 100;

/**
 * One entry for each edition, under its own uuid. A later change of the edition updates its entry. Equal catalogues make equal feeds.
 * Links are built from `publicUrl`.
 */
export function editionsFeed(
  {
    sample,
    written,
    sources,
    editions,
  }: Pick<ServingCatalogue, 'sample' | 'written' | 'editions'> & { readonly sources: readonly Pick<CatalogueSource, 'key' | 'title'>[] },
  publicUrl: string,
): string {
  const titles = new Map(sources.map(({ key, title }) => [key, title]));
  const entries = editions
    .map((edition, place) => ({ edition, place, updated: updatedAt(edition) }))
    .sort((a, b) => Date.parse(b.updated) - Date.parse(a.updated) || b.place - a.place || byCodeUnit(a.edition.id, b.edition.id))
    .slice(0, mostEntries);
  const all = `${publicUrl}/v1/meta/editions`;
  return atomFeed({
    self: `${publicUrl}/editions.atom`,
    title: `${sample ? 'Synthetic sample, not statistics: ' : ''}Labour market information, editions`,
    updated: entries[0]?.updated ?? written,
    alternate: { href: all, type: 'application/json' },
    entries: entries.map(({ edition, updated }) => ({
      id: `urn:uuid:${edition.id}`,
      title: `${headlines[edition.state]}: ${titles.get(edition.source) ?? edition.source}, ${edition.label}`,
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
  return instants.reduce((last, instant) => (Date.parse(instant) > Date.parse(last) ? instant : last));
}

function summary(edition: ServingEdition): string {
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
