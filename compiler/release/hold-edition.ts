// Puts an edition into the new catalogue, and keeps the files that it was made from as snapshots.
import type { CatalogueEdition, EditionRecord } from '#schemas/catalogue.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { FigureCount } from '#sources/kit/source.ts';
import { heldResult } from '../check/run-checks.ts';
import { sha256 } from '../edition/digest.ts';
import { EditionWriter } from '../edition/edition-directory.ts';
import { type Judged, editionIdOf, entryOf, recordOf } from './describe-edition.ts';
import type { OpenRelease } from './open-release.ts';
import type { Run } from './run.ts';
import { dismissedBefore } from './same-files.ts';
import { keepRelease } from './snapshots.ts';

export function holdEdition(
  { options, holdings, code }: Run,
  { release, bytes, inputs }: OpenRelease,
  record: EditionRecord,
  judged: Judged,
  count: FigureCount,
): CatalogueEdition {
  keepRelease(options.directory, release, bytes);
  const edition = entryOf(record, judged, { inputs, count, code, before: holdings.edition(record.id) });
  holdings.put(edition);
  holdings.renew(edition.id);
  return edition;
}

/** Holds back a release whose files could not be parsed; its id is made from the raw bytes. */
export async function holdUnparsed(run: Run, opened: OpenRelease, problems: readonly Problem[]): Promise<CatalogueEdition> {
  const id = editionIdOf(opened, sha256(JSON.stringify(opened.inputs.map((input) => input.sha256))));
  const checks = [heldResult(problems)];
  const record = await new EditionWriter(run.options.directory, id).publish('quarantine', {
    ...recordOf(opened, id),
    label: opened.release.name,
    rows: null,
    axes: { occupations: [], areas: null },
    checks,
  });
  const dismissed = dismissedBefore(run, opened);
  const judged = { shelf: 'quarantine', checks, accepted: null, ...(dismissed === undefined ? {} : { dismissed }) } as const;
  return holdEdition(run, opened, record, judged, { published: 0, withheld: {} });
}
