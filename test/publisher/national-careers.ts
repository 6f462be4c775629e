// The addresses of the National Careers Service's API as far as they are known, for what a test wants published.
import { apiOrigin, profileAddress, summaryAddress } from '#sources/career-profiles/discover.ts';
import { slugOf } from '#sources/career-profiles/layout.ts';
import type { Publisher } from './publisher.ts';

export { apiOrigin as careersOrigin };

/** The list of profiles, and each profile. `moved` has the dates of those that have changed since May, by their address, or `*` for all; null: no profile has a date. */
export function publishProfiles(
  publisher: Publisher,
  profiles: readonly Readonly<Record<string, unknown>>[],
  moved: Readonly<Record<string, string>> | null = {},
): void {
  const listed = profiles.map(({ Url, Title }) => ({
    Url,
    Title,
    LastUpdated: moved === null ? '0001-01-01T00:00:00' : (moved[String(Url)] ?? moved['*'] ?? '2026-05-01T09:30:00Z'),
  }));
  publisher.put(summaryAddress, listed);
  for (const profile of profiles) publisher.put(profileAddress(slugOf(String(profile['Url'])) ?? ''), profile);
}
