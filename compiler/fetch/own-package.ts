// Name, version and optional packages of this package, and which a command lacks: npm install
// --omit=optional leaves out what only serving and lmi mcp need. The checkout and the built package
// have package.json at the same relative path.
import { readFileSync } from 'node:fs';

interface OwnPackage {
  readonly name: string;
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  /** Of the package, which npm does not install by itself. */
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const ownPackage: OwnPackage = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
export const { name, version, optionalDependencies } = ownPackage;

const optional: Readonly<Record<string, string>> = {
  ...optionalDependencies,
  ...ownPackage.peerDependencies,
};

/** Serving needs all of these. */
const forServing: readonly string[] = ['esbuild', 'miniflare'];

/**
 * The message for a failed import of an optional package, with the repair; null for any other
 * error.
 */
export function describeMissingPackage(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND')
    return null;
  const name = /^Cannot find package '([^']+)'/.exec(error.message)?.[1] ?? '';
  if (!(name in optional)) return null;
  const together = forServing.includes(name) ? forServing : [name];
  const versions = together.map((wanted) => `${wanted}@${optional[wanted]}`);
  return `${name} is not installed, and this command needs it\n  npm install ${versions.join(' ')}`;
}
