// /changelog.atom: the changelog of the API as an Atom feed.
import { type ChangelogEntry, changelog } from '#schemas/changelog.ts';
import { atomFeed } from './atom-feed.ts';

/** One entry for each version. Links are built from `publicUrl`. */
export function changelogFeed(publicUrl: string, entries: readonly ChangelogEntry[] = changelog): string {
  const self = `${publicUrl}/changelog.atom`;
  const instant = ({ date }: ChangelogEntry): string => `${date}T00:00:00Z`;
  const [newest] = entries;
  if (newest === undefined) throw new Error('schemas/changelog.ts has no entry');
  return atomFeed({
    self,
    title: 'Labour market information, changes to the API',
    updated: instant(newest),
    alternate: { href: `${publicUrl}/versioning`, type: 'text/html' },
    entries: entries.map((entry) => ({
      id: `${self}#${entry.version}`,
      title: `Version ${entry.version}`,
      published: instant(entry),
      updated: instant(entry),
      categories: [...new Set(entry.changes.map(({ kind }) => kind))],
      alternate: { href: `${publicUrl}/versioning#version-${entry.version}`, type: 'text/html' },
      summary: entry.changes.map(({ kind, text }) => `${kind}: ${text}`).join('\n'),
    })),
  });
}
