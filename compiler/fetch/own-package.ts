// Reads our own package.json: name, version, and the optional packages that only serving and lmi
// mcp need. The checkout and the built package have it at the same relative path.
import { readFileSync } from 'node:fs';

interface OwnPackage {
  readonly name: string;
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  /** The built package has these. npm does not install them by itself. */
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const ownPackage: OwnPackage = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
export const { name, version } = ownPackage;

const optionalVersions: Readonly<Record<string, string>> = {
  ...ownPackage.optionalDependencies,
  ...ownPackage.peerDependencies,
};

/** Serving needs all of these. */
const servingPackages: readonly string[] = ['esbuild', 'miniflare'];

/**
 * The message for a failed import of an optional package, with the repair; null for any other
 * error.
 */
export function describeMissingPackage(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND')
    return null;
  const missing = /^Cannot find package '([^']+)'/.exec(error.message)?.[1] ?? '';
  if (!(missing in optionalVersions)) return null;
  const toInstall = (servingPackages.includes(missing) ? servingPackages : [missing])
    .map((wanted) => `${wanted}@${optionalVersions[wanted]}`)
    .join(' ');
  return `${missing} is not installed, and this command needs it\n  npm install ${toInstall}`;
}
