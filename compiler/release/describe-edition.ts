// What is said of an edition: its id, the record that lies in it, and the entry of the catalogue that repeats the record.
import type { CatalogueEdition, CheckResult, EditionRecord } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { FigureCount } from '#sources/kit/source.ts';
import { editionUuid } from '../edition/digest.ts';
import type { Shelf } from '../edition/edition-directory.ts';
import type { OpenRelease } from './open-release.ts';

/** The id of the edition that these rows make; of what could not be parsed, the digest of its bytes stands for them. */
export function editionIdOf({ source, release, needed }: OpenRelease, rows: string): string {
  return editionUuid({
    source: source.key,
    release: release.name,
    released: release.released,
    rows,
    needs: needed.map((need) => need.edition),
    format: source.format,
  });
}

/** What edition.json says of the release; the rest is known once it has been examined and written. */
export function recordOf(
  { source, release, inputs, needed }: OpenRelease,
  id: string,
): Omit<EditionRecord, 'files' | 'root' | 'label' | 'rows' | 'axes' | 'checks'> {
  const { name, released, year, provisional, sample } = release;
  return {
    ...{ id, source: source.key, release: name, released, year, provisional, sample },
    ...{ format: source.format, inputs: [...inputs], needs: [...needed] },
  };
}

/** What a run has found out about an edition beside its record. */
export interface Judged {
  readonly shelf: Shelf;
  /** Of this edition, some of them beside the one before it. */
  readonly checks: readonly CheckResult[];
  readonly accepted: CatalogueEdition['accepted'];
}

/**
 * The catalogue's entry. `before` is the one that the edition had: what was withdrawn stays withdrawn, and other bytes with equal cells
 * are noted. `inputs` are the files of this run, which the record of an earlier one need not name.
 */
export function entryOf(
  record: EditionRecord,
  { shelf, checks, accepted }: Judged,
  {
    inputs,
    count,
    code,
    before,
  }: Pick<CatalogueEdition, 'code'> & {
    readonly inputs: OpenRelease['inputs'];
    readonly count: FigureCount;
    readonly before: CatalogueEdition | undefined;
  },
): CatalogueEdition {
  const { id, source, release, label, released, year, provisional, format, needs, axes, root, files } = record;
  const now = new Date().toISOString();
  const isTouched = before !== undefined && JSON.stringify(before.inputs) !== JSON.stringify(inputs);
  return {
    ...{ id, source, release, label, released, year, provisional, format },
    state: before?.state === 'withdrawn' ? 'withdrawn' : shelf === 'quarantine' ? 'quarantined' : 'superseded',
    accepted: shelf === 'editions' ? accepted : null,
    withdrawn: before?.withdrawn ?? null,
    pruned: false,
    touched: isTouched ? now : (before?.touched ?? null),
    ...{ needs, axes, checks: [...checks], inputs: [...inputs], root },
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    figures: count.published,
    withheld: Object.fromEntries(Object.entries(count.withheld).sort(([a], [b]) => byCodeUnit(a, b))),
    compiled: before?.compiled ?? now,
    code,
  };
}
