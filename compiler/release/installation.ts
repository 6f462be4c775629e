// Faults of our own installation: a program or package of ours that is gone, because npm ci or an
// upgrade has replaced node_modules under a running command. No publisher's file is to blame.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messageOf } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** A process of ours could not be started, so whatever it should have done is not done. */
export class ProcessError extends ReportedError {
  override readonly kind = 'refused';
}

/** A file of our own installation is missing. */
export class InstallationError extends ProcessError {
  constructor(missing: string) {
    super(`${root}: the installation is broken: ${missing}\n  run npm ci there, and try again`);
  }
}

/** Codes of Node for a file that an import needs and that is not there. */
const missingModule: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * The error for a failed import: of a package, or of any file of our installation. Null for any
 * other error.
 */
export function installationErrorOf(error: unknown): InstallationError | null {
  if (error instanceof InstallationError) return error;
  if (!(error instanceof Error) || !('code' in error) || !missingModule.has(error.code))
    return null;
  return new InstallationError(error.message.split('\n', 1).join());
}

/** The error for a process of ours that did not start. */
export function errorOfStart(program: string, error: Error): ProcessError {
  const missing = [process.execPath, program].find((file) => !existsSync(file));
  if (missing !== undefined) return new InstallationError(`${missing} is missing`);
  return new ProcessError(
    `${program}: the process could not be started (${messageOf(error)})\n  ` +
      'see how many processes and how much memory this machine allows, and try again',
  );
}

/**
 * The error for a process of ours that ended by itself, if its last words name a missing file of
 * our installation; else null.
 */
export function errorOfEnd(lastWords: string): InstallationError | null {
  if (!/code: '(?:ERR_)?MODULE_NOT_FOUND'/.test(lastWords)) return null;
  const line = lastWords.split('\n').find((text) => text.includes('Cannot find ')) ?? lastWords;
  return new InstallationError(line.slice(line.indexOf('Cannot find ')));
}
