// Gives the router the catalogue and the files of a packed bundle, and checks the hash of each as it is read.
import type { Catalogue } from '#schemas/catalogue.ts';
import { requireCatalogue } from '../edition/data-directory.ts';
import { parseCatalogue } from '../edition/catalogue.ts';
import { type Bundle, fileSource, isPackedBundle, openPacked } from './open-bundle.ts';

/** The same interface as `Files` in server/store.ts. */
export interface BundleFiles {
  catalogue(): Promise<string | null>;
  file(edition: string, path: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** The first read opens the bundle. */
export function createBundleFiles(path: string): BundleFiles {
  let opened: Promise<Bundle> | null = null;
  const bundle = () => (opened ??= openPacked(fileSource(path)));
  return {
    async catalogue() {
      return (await (await bundle()).read('catalogue.json')).toString();
    },
    async file(edition, path) {
      const { documents, read } = await bundle();
      const known = await documents(edition);
      if (known === null || (path !== 'edition.json' && !known.some(({ file }) => file === path))) return null;
      return new Uint8Array(await read(`editions/${edition}/${path}`));
    },
  };
}

/** The catalogue of a data directory or a bundle, packed or unpacked. Throws if there is none. */
export async function catalogueIn(data: string): Promise<Catalogue> {
  if (!isPackedBundle(data)) return requireCatalogue(data);
  const bundle = await openPacked(fileSource(data));
  return parseCatalogue((await bundle.read('catalogue.json')).toString(), `${data}: catalogue.json`);
}
