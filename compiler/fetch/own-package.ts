// Name, version and optional packages of this package. The checkout and the built package have package.json at the same relative path.
import { readFileSync } from 'node:fs';

interface OwnPackage {
  readonly name: string;
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

export const { name, version, optionalDependencies }: OwnPackage = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
