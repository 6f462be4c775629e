// Says which package a command lacks. The packages that only serving needs are optional: npm install --omit=optional leaves them out.
import { optionalDependencies } from '../fetch/own-package.ts';

/** The message for a failed import of an optional package, with the repair; null for any other error. */
export function describeMissingPackage(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return null;
  const name = /^Cannot find package '([^']+)'/.exec(error.message)?.[1] ?? '';
  if (!(name in optionalDependencies)) return null;
  const forServing = Object.entries(optionalDependencies).filter(([optional]) => !optional.startsWith('node-'));
  return `${name} is not installed, and this command needs it\n  npm install ${forServing.map((named) => named.join('@')).join(' ')}`;
}
