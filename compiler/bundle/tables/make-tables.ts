// Makes the tables of a bundle: one for each source with figures, then the lookup tables that say what their codes mean.
import type { Catalogue } from '#schemas/catalogue.ts';
import type { NeededObservations } from '#sources/kit/source.ts';
import type { EditionReader } from '../../release/read-again.ts';
import type { Table } from './data-package.ts';
import { Seen, writeLookups } from './lookups.ts';
import { writeTable } from './write-table.ts';

/**
 * Writes the tables of the catalogue's editions into a folder. None if no source has figures. Throws BundleError if a release cannot be read
 * again. `raw`: texts in the CSV are not guarded against being read as formulas.
 */
export async function makeTables(
  folder: string,
  reader: EditionReader,
  catalogue: Catalogue,
  { raw, progress }: { readonly raw: boolean; readonly progress: (doing: string) => void },
): Promise<Table[]> {
  const [made, seen]: [Table[], Seen] = [[], new Seen()];
  for (const source of catalogue.sources) {
    progress(`${source.key}: its table`);
    const table = await writeTable(folder, reader, seen, { catalogue, source, raw });
    if (table !== null) made.push(table);
  }
  if (made.length === 0) return [];
  const structure = catalogue.editions.find(({ source }) => source === 'soc-structure');
  const { observations } = structure === undefined ? { observations: null } : (await reader.read(structure.id)).read;
  // Its reshape makes the type that needs give for this source.
  return [...made, ...(await writeLookups(folder, seen, observations as NeededObservations['soc-structure'] | null, raw))];
}
