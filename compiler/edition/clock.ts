// Whether this machine's clock can be right: it is not earlier than what was written last.
import type { Catalogue } from '#schemas/catalogue.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

export const clockRepair = 'set the clock; times of editions and days of releases come from it';

export class ClockError extends ReportedError {
  override readonly kind = 'refused';
}

// Another machine, whose clock is a little ahead, may have written the catalogue.
const toleratedMs = 5 * 60 * 1000;

export function isClockBehind({ written }: Pick<Catalogue, 'written'>, now: Date): boolean {
  return Date.parse(written) > now.getTime() + toleratedMs;
}

/**
 * Throws if the clock is earlier than the catalogue, which is newer than every record in it: what a
 * run wrote now would be dated before what it replaces.
 */
export function requireClock(
  directory: string,
  catalogue: Pick<Catalogue, 'written'> | null,
  now = new Date(),
): void {
  if (catalogue === null || !isClockBehind(catalogue, now)) return;
  throw new ClockError(
    `${directory}: the clock of this machine says ${now.toISOString()}, and the ` +
      `catalogue was written later, at ${catalogue.written}; nothing was changed\n  ` +
      `${clockRepair}`,
  );
}
