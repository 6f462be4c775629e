// What a killed writer leaves, half a minute later: its lock has not been written since, and the
// next one takes it over.
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const old = new Date('2026-01-01T00:00:00Z');

/** Every lock beneath a data directory or a store; a copy of a directory has new ones. */
export function ageLocks(directory: string): void {
  for (const path of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    if (/(^|\/)(daily\.)?lock\/[^/]+$/.test(path)) utimesSync(join(directory, path), old, old);
}
