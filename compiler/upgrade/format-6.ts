// Reads a data directory of the format before, for lmi compile --into and for nothing else: its
// catalogue, its records and its notes of snapshots.
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import type { Axes, Catalogue, CatalogueEdition, InputFile } from '#schemas/catalogue.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { nullable, record } from '#schemas/shapes.ts';
import { brokenSeal, noSeal, sealOf, unsealed } from '#schemas/stored-files.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { CatalogueError } from '../edition/catalogue.ts';
import { catalogueFile } from '../edition/data-directory.ts';
import { sha256 } from '../edition/digest.ts';
import { namesIn, readWhole } from '../edition/files.ts';
import type { KeptFile } from '../release/manifests.ts';

const oldFormat = 6;

/** Its editions have their axes by place, unless the catalogue is that of a bundle. */
interface OldCatalogue extends Omit<Catalogue, 'editions' | 'sources'> {
  readonly axes?: readonly Axes[];
  readonly sources: readonly (Catalogue['sources'][number] & {
    readonly standing?: unknown;
    readonly records?: InputFile | null;
  })[];
  readonly editions: readonly CatalogueEdition[];
}

interface OldRecords {
  readonly axes: readonly Axes[];
  readonly editions: readonly (Omit<CatalogueEdition, 'axes'> & {
    readonly axes: number;
    readonly place: number;
  })[];
}

const Text = Type.String({ minLength: 1 });

/** <digest>.json beside a snapshot. */
const Sidecar = record({
  source: Text,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  bytes: Type.Integer({ minimum: 0 }),
  arrivals: Type.Array(
    record({
      release: Text,
      file: Text,
      released: nullable(Type.String({ format: 'date' })),
      at: Type.String({ format: 'date-time' }),
      download: nullable(
        record({
          url: Text,
          etag: nullable(Type.String()),
          lastModified: nullable(Type.String()),
        }),
      ),
    }),
  ),
});
const validateSidecar = compileSchema(Sidecar);

export interface OldCatalogueRead {
  readonly catalogue: Catalogue;
  /** SHA-256 of the file. */
  readonly digest: string;
}

/**
 * The catalogue with the records of all editions. Throws CatalogueError if it is damaged, or of
 * another format.
 */
export function readOldCatalogue(directory: string): OldCatalogueRead {
  const file = join(directory, catalogueFile);
  const damaged = (fault: string, place = file) =>
    new CatalogueError(`${place}: ${fault}\n  restore it from a backup`);
  const bytes = readOrNull(() => readWhole(file));
  if (bytes === null) throw damaged('cannot be read, so there is nothing to upgrade');
  const text = bytes.toString();
  const stored = parseNumbered(text);
  if (stored === null) throw damaged('is not a catalogue');
  if (stored.version === fileFormats.catalogue)
    throw new CatalogueError(
      `${file}: is stored in format ${stored.version} already, which this version reads\n  ` +
        'leave out --into',
    );
  if (stored.version !== oldFormat)
    throw new CatalogueError(
      `${file}: is stored in format ${stored.version}, and this version upgrades format ` +
        `${oldFormat}\n  ` +
        'upgrade it with the versions between',
    );
  const parts = unsealed(text, sealOf.catalogue);
  if (parts === null) throw damaged(noSeal);
  if (sha256(parts.text) !== parts.sha256) throw damaged(brokenSeal);
  const { axes: _axes, sha256: _seal, ...catalogue } = stored;
  const editions: (CatalogueEdition & { readonly place: number })[] = [];
  const sources = stored.sources.map(({ standing: _standing, records, ...source }) => {
    if (records == null) return source;
    const place = join(directory, 'records', records.file);
    const read = readOrNull(() => readWhole(place));
    if (read === null) throw damaged('cannot be read', place);
    if (sha256(read) !== records.sha256) throw damaged(brokenSeal, place);
    const oldRecords: OldRecords = JSON.parse(read.toString());
    for (const edition of oldRecords.editions) {
      const axes = oldRecords.axes[edition.axes];
      if (axes === undefined) throw damaged(`edition ${edition.id} has no axes`, place);
      editions.push({ ...edition, axes });
    }
    return source;
  });
  const listed = stored.axes === undefined ? stored.editions : inOrder(editions);
  return {
    catalogue: { ...catalogue, sources, editions: [...listed] },
    digest: sha256(bytes),
  };
}

function parseNumbered(text: string): OldCatalogue | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'version' in value
      ? (value as OldCatalogue)
      : null;
  } catch {
    return null;
  }
}

function inOrder(
  editions: readonly (CatalogueEdition & { readonly place: number })[],
): CatalogueEdition[] {
  return editions
    .toSorted((a, b) => a.place - b.place)
    .map(({ place: _place, ...edition }) => edition);
}

export interface OldRelease {
  readonly name: string;
  readonly released: string | null;
  readonly files: readonly KeptFile[];
}

/**
 * The releases of a source, from the notes beside its snapshots. Damaged ones are reported to
 * `say`.
 */
export function readOldReleases(
  directory: string,
  source: string,
  say: (line: string) => void,
): OldRelease[] {
  const folder = join(directory, 'snapshots', source);
  const releases = new Map<string, { released: string | null; files: KeptFile[] }>();
  for (const name of namesIn(folder).filter((file) => file.endsWith('.json'))) {
    const place = join(folder, name);
    const read = readAs<Static<typeof Sidecar>>(validateSidecar, readWhole(place));
    if ('fault' in read) {
      say(`${place}: is not the note of a snapshot: ${read.fault}; it is left out`);
      continue;
    }
    const { sha256: digest, bytes, arrivals } = read.value;
    for (const { release, file, released, at, download } of arrivals) {
      const known = releases.get(release) ?? { released: null, files: [] };
      known.files.push({ file, sha256: digest, bytes, at, download });
      known.released ??= released;
      releases.set(release, known);
    }
  }
  return [...releases].map(([name, { released, files }]) => ({ name, released, files }));
}

/** The publisher's files of an edition, which a catalogue may list by their kinds alone. */
export function oldInputsOf(
  directory: string,
  { id, inputs }: Pick<CatalogueEdition, 'id' | 'inputs'>,
): readonly InputFile[] | null {
  if (inputs.every(({ files }) => files === undefined)) return inputs;
  for (const folder of ['editions', 'quarantine']) {
    const bytes = readOrNull(() => readWhole(join(directory, folder, id, 'edition.json')));
    if (bytes === null) continue;
    const { inputs: listed }: { readonly inputs: readonly InputFile[] } = JSON.parse(
      bytes.toString(),
    );
    return listed;
  }
  return null;
}
