// Name and version of this package, of the checkout or of what was built, which has its package.json at the same place beside it.
import { readFileSync } from 'node:fs';

export const { name, version }: { readonly name: string; readonly version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
