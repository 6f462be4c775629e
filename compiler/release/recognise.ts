// Recognises a release that already has an edition: by its files before they are parsed, and by its rows after. This file and
// same-files.ts say what an edition and a release must have in common.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { byRelease, parseRelease } from '../edition/catalogue.ts';
import { readRecord } from '../edition/edition-directory.ts';
import { faultOfEdition } from '../edition/fault-of-edition.ts';
import { shelfOf } from '../edition/shelves.ts';
import type { OpenRelease } from './open-release.ts';
import { type Outcome, blockingProblems, outcomeOf, verdictOf } from './outcome.ts';
import type { ParsedRelease } from './parse-rows.ts';
import type { Run } from './run.ts';
import { isOfFiles } from './same-files.ts';
import { keepRelease } from './snapshots.ts';

/** The outcome if these files, needs and this code made an edition before, which is not made again; null if not. */
export function recogniseFiles(run: Run, opened: OpenRelease): Outcome | null {
  const known = madeBefore(run, opened);
  if (known === null) return null;
  run.holdings.renew(known.id);
  return unchanged(run, opened, known);
}

/** The outcome if equal rows made an edition before that is not made again: a withdrawn one, or an earlier harvest. Null if not. */
export function recogniseRows(run: Run, parsed: ParsedRelease): Outcome | null {
  const withdrawn = withdrawnBefore(run, parsed);
  if (withdrawn !== null) return outcomeOf(parsed, 'withdrawn', { edition: withdrawn, files: parsed.bytes.length });
  const harvested = harvestedBefore(run, parsed);
  return harvested === null ? null : unchanged(run, parsed, harvested);
}

/** The accepted edition of this release with the same files, or equal cells in other bytes; null if there is none. */
export function acceptedBefore({ holdings }: Run, parsed: ParsedRelease): CatalogueEdition | null {
  const isOf = (edition: CatalogueEdition) => edition.id === parsed.id || isOfFiles(edition, parsed);
  return holdings.editions.findLast((edition) => edition.accepted !== null && edition.state !== 'withdrawn' && isOf(edition)) ?? null;
}

function unchanged({ options }: Run, opened: OpenRelease, edition: CatalogueEdition): Outcome {
  keepRelease(options.directory, opened.release, opened.bytes);
  return outcomeOf(opened, verdictOf(edition, 'unchanged'), {
    edition,
    files: opened.bytes.length,
    problems: blockingProblems(edition),
  });
}

/** The edition, if its files are as published. A fault in them is reported. */
function madeBefore({ options, holdings, code, recordsOnly }: Run, opened: OpenRelease): CatalogueEdition | null {
  const found = holdings.editions.findLast(
    (edition) =>
      isOfFiles(edition, opened) &&
      edition.format === opened.source.format &&
      // Compiling never brings a withdrawn edition back, unless our own documents were wrong and now have another format.
      (edition.state === 'withdrawn' ||
        (edition.code === code &&
          !edition.pruned &&
          edition.released === opened.release.released &&
          hasNeeds(edition, opened) &&
          // An edition that is held only for its layout must be judged again if the layout is accepted.
          !(options.acceptDocumented && edition.state === 'quarantined'))),
  );
  if (found === undefined || found.state === 'withdrawn') return found ?? null;
  const extent = recordsOnly.has(found.id) ? 'record' : (options.inspect ?? 'whole');
  const fault = faultOfEdition(options.directory, shelfOf(found), found, extent);
  if (fault === null) return found;
  options.say(`${fault}; ${found.source} ${found.release} is compiled again`);
  return null;
}

/** A withdrawn edition of the same rows. A file saved again, or another day's harvest, must not bring it back. */
function withdrawnBefore({ options, holdings }: Run, { source, release, digest }: ParsedRelease): CatalogueEdition | null {
  const found = holdings.editions.find(
    (edition) =>
      edition.state === 'withdrawn' &&
      edition.source === source.key &&
      (edition.release === release.name || source.harvested === true) &&
      edition.format === source.format &&
      readRecord(options.directory, 'editions', edition.id)?.rows === digest,
  );
  return found ?? null;
}

/** The edition of an earlier day's harvest with the same rows: the served one, or one that this code has held back. */
function harvestedBefore({ options, holdings, code }: Run, parsed: ParsedRelease): CatalogueEdition | null {
  const { source, release, digest } = parsed;
  if (!source.harvested) return null;
  const found = holdings.editions.findLast((edition) => {
    const isHeld = edition.state === 'quarantined' && edition.code === code && !options.acceptDocumented;
    if (edition.source !== source.key || edition.format !== source.format || !(isHeld || edition.state === 'served')) return false;
    const of = parseRelease(source, edition.release);
    return (
      of !== null &&
      byRelease(of, release) < 0 &&
      hasNeeds(edition, parsed) &&
      readRecord(options.directory, shelfOf(edition), edition.id)?.rows === digest
    );
  });
  return found ?? null;
}

function hasNeeds({ needs }: CatalogueEdition, { needed }: OpenRelease): boolean {
  return JSON.stringify(needs) === JSON.stringify(needed);
}
