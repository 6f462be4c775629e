// The editions that were made from the same files as a release.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { OpenRelease } from './open-release.ts';
import type { Run } from './run.ts';

/** True for an edition of the same release made from the same files. */
export function isOfFiles(edition: CatalogueEdition, { source, release, inputs }: OpenRelease): boolean {
  return edition.source === source.key && edition.release === release.name && JSON.stringify(edition.inputs) === JSON.stringify(inputs);
}

/** The dismissal of an edition of this release with the same files, if a person has dismissed it. */
export function dismissedBefore({ holdings }: Run, opened: OpenRelease): CatalogueEdition['dismissed'] {
  return holdings.editions.findLast((edition) => edition.state === 'quarantined' && isOfFiles(edition, opened))?.dismissed;
}
