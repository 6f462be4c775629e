// Notices a change of the OpenAPI document that the changelog does not name.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ChangelogEntry, changelog } from '#server/meta/changelog.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { sha256 } from '../edition/digest.ts';
import { writeAtomically } from '../edition/files.ts';

/** A file of the checkout. */
export const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url));

const recordFile = 'compiler/generate/changelog-record.json';

/** The newest entry, and the digest of the document that it describes. */
export interface Recorded {
  readonly version: string;
  readonly digest: string;
  /** SHA-256 of the entry. */
  readonly entry: string;
}

const readDocument = (): unknown =>
  JSON.parse(readFileSync(fileOf('schemas/openapi.json'), 'utf8'));
const readRecord = (): Recorded => JSON.parse(readFileSync(fileOf(recordFile), 'utf8'));

/** Members that no client depends on. */
const prose: ReadonlySet<string> = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'externalDocs',
  'info',
]);

/**
 * The digest of all that a client could notice: equal for documents that differ only in prose and
 * examples, or in the order of members.
 */
export function digestOf(openApi: unknown): string {
  return sha256(JSON.stringify(withoutProse(openApi)));
}

/** A schema may have a member called "title", so names of `properties` all count. */
function withoutProse(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([name]) => areNames || !prose.has(name))
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, member]) => [name, withoutProse(member, !areNames && name === 'properties')]);
}

const messageOfUnnamed = (version = 'none') => [
  `server/meta/changelog.ts: its newest entry, ${version}, does not name every change ` +
    'of schemas/openapi.json',
  '  write an entry, or add to the newest if that is not published yet, and run npx lmi changelog',
];

/**
 * Says that the document has changed since the newest entry was recorded; nothing if it has not.
 */
export function changelogFaults(
  [newest]: readonly Pick<ChangelogEntry, 'version'>[] = changelog,
  record: Pick<Recorded, 'version' | 'digest'> = readRecord(),
  now: unknown = readDocument(),
): string[] {
  return record.version === newest?.version && record.digest === digestOf(now)
    ? []
    : messageOfUnnamed(newest?.version);
}

/**
 * The record that the newest entry names all changes of the document. Throws ReportedError if the
 * document has changed since the last record, and the entry has not.
 */
export function recordOf(newest: ChangelogEntry, now: unknown, before: Recorded): Recorded {
  const record = {
    version: newest.version,
    digest: digestOf(now),
    entry: sha256(JSON.stringify(newest)),
  };
  if (record.digest !== before.digest && record.entry === before.entry)
    throw new ReportedError(messageOfUnnamed(newest.version).join('\n'));
  return record;
}

/** Records that the newest entry names all changes. Throws as `recordOf` does. */
export function recordChangelog(): string {
  const [newest] = changelog;
  writeAtomically(
    fileOf(recordFile),
    `${JSON.stringify(recordOf(newest, readDocument(), readRecord()), null, 2)}\n`,
  );
  return `${recordFile}: ${newest.version} names all changes of schemas/openapi.json`;
}
