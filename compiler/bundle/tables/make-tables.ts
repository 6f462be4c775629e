// Makes the tables of a bundle: the CSV of each source with figures, then the lookup tables that say what their codes mean.
import type { Catalogue } from '#schemas/catalogue.ts';
import type { NeededObservations, Source } from '#sources/kit/source.ts';
import { EditionReader } from '../../release/read-again.ts';
import type { Table } from './data-package.ts';
import { Seen, writeLookups } from './lookups.ts';
import { writeTable } from './write-table.ts';

/**
 * Writes the tables of the catalogue's editions into a folder. None if no source has figures. Throws BundleError if the files of figures are
 * not as published. `raw`: texts in the CSV are not guarded against being read as formulas.
 */
export async function makeTables(
  folder: string,
  directory: string,
  sources: readonly Source[],
  catalogue: Catalogue,
  { raw, progress }: { readonly raw: boolean; readonly progress: (doing: string) => void },
): Promise<Table[]> {
  const [made, seen]: [Table[], Seen] = [[], new Seen()];
  for (const described of catalogue.sources) {
    const source = sources.find(({ key }) => key === described.key);
    if (source === undefined) continue;
    progress(`${source.key}: its table`);
    const table = await writeTable(folder, directory, source, seen, { catalogue, described, raw });
    if (table !== null) made.push(table);
  }
  if (made.length === 0) return [];
  const structure = catalogue.editions.find(({ source }) => source === 'soc-structure');
  const read = structure === undefined ? null : await new EditionReader(directory, sources, catalogue).read(structure.id);
  // Its reshape makes the type that needs give for this source.
  const classification = (read?.observations ?? null) as NeededObservations['soc-structure'] | null;
  return [...made, ...(await writeLookups(folder, seen, classification, raw))];
}
