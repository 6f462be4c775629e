// Name and version of this package. The checkout and the built package have package.json at the same relative path.
import { readFileSync } from 'node:fs';

export const { name, version }: { readonly name: string; readonly version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
