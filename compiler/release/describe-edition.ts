// Describes an edition: its id, its record, and its entry in the catalogue, which repeats the record.
import type { CatalogueEdition, CheckResult, EditionRecord } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { FigureCount } from '#sources/kit/source.ts';
import { editionUuid } from '../edition/digest.ts';
import type { Shelf } from '../edition/edition-directory.ts';
import { isOfFigures } from '../figures/figure-files.ts';
import type { OpenRelease } from './open-release.ts';

/** The id of the edition. `rows` is the digest of the rows, or of the raw bytes if the release could not be parsed. */
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

/** What edition.json says of the release. The rest is known after it is examined and written. */
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

/** What a run found out about an edition that is not in its record. */
export interface Judged {
  readonly shelf: Shelf;
  /** Checks of this edition, some compared with the edition before it. */
  readonly checks: readonly CheckResult[];
  readonly accepted: CatalogueEdition['accepted'];
  /** Only of an edition in quarantine. */
  readonly dismissed?: CatalogueEdition['dismissed'];
}

/**
 * The catalogue's entry. `before` is the entry it replaces: a withdrawn edition stays withdrawn, and other bytes with equal cells are
 * noted. `inputs` are the files of this run, which may differ from those in an earlier run's record.
 */
export function entryOf(
  record: EditionRecord,
  { shelf, checks, accepted, dismissed }: Judged,
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
  const documents = files.filter(({ file }) => !isOfFigures(file));
  const now = new Date().toISOString();
  const isTouched = before !== undefined && JSON.stringify(before.inputs) !== JSON.stringify(inputs);
  return {
    ...{ id, source, release, label, released, year, provisional, format },
    state: before?.state === 'withdrawn' ? 'withdrawn' : shelf === 'quarantine' ? 'quarantined' : 'superseded',
    accepted: shelf === 'editions' ? accepted : null,
    withdrawn: before?.withdrawn ?? null,
    ...(shelf === 'quarantine' && dismissed !== undefined ? { dismissed } : {}),
    pruned: false,
    touched: isTouched ? now : (before?.touched ?? null),
    ...{ needs, axes, checks: [...checks], inputs: [...inputs], root },
    files: documents.length,
    bytes: documents.reduce((sum, file) => sum + file.bytes, 0),
    figures: count.published,
    withheld: Object.fromEntries(Object.entries(count.withheld).sort(([a], [b]) => byCodeUnit(a, b))),
    compiled: before?.compiled ?? now,
    code,
  };
}
