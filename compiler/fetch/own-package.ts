// Name, version and optional packages of this package, and which a command lacks: npm install
// --omit=optional leaves out what only serving needs. The checkout and the built package have
// package.json at the same relative path.
import { readFileSync } from 'node:fs';

interface OwnPackage {
  readonly name: string;
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

export const { name, version, optionalDependencies }: OwnPackage = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/**
 * The message for a failed import of an optional package, with the repair; null for any other
 * error.
 */
export function describeMissingPackage(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND')
    return null;
  const name = /^Cannot find package '([^']+)'/.exec(error.message)?.[1] ?? '';
  if (!(name in optionalDependencies)) return null;
  const forServing = Object.entries(optionalDependencies).filter(
    ([optional]) => !optional.startsWith('node-'),
  );
  return `${name} is not installed, and this command needs it\n  npm install ${forServing.map((named) => named.join('@')).join(' ')}`;
}
