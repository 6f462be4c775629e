// What a publisher's pages say: the releases that it offers, the next one that it announces, and what it has corrected.

/** The publisher's pages, as discover() asks for them. What failed on the way (a server down, a time run out) is thrown as it is. */
export interface Web {
  /** The text of a page. Throws PageError where there is no such page. */
  text(url: string): Promise<string>;
  /** A page that is JSON. Throws PageError where there is no such page, or it is something else. */
  json(url: string): Promise<unknown>;
}

/** A release as its publisher lists it. */
export interface DiscoveredRelease {
  /** As `Source.release` reads it. */
  readonly name: string;
  /** ISO date of publication; null where the pages do not state it. */
  readonly released: string | null;
  /** `optional`: where the publisher lists it and does not give it, the release goes on without it, and that is said. */
  readonly files: readonly { readonly name: string; readonly url: string; readonly optional?: boolean }[];
}

/** What a publisher says that it has mended. `release` is named as it was before, because it is the one that was wrong. */
export interface CorrectionNotice {
  readonly release: string;
  readonly date: string | null;
  readonly text: string;
}

/** What a publisher's pages say. */
export interface Discovery {
  /** The releases worth holding, newest first: one, or one for each reference year. */
  readonly releases: readonly DiscoveredRelease[];
  /** ISO date announced for the next one; null where none is. */
  readonly nextRelease: string | null;
  /** Null where the pages that could be read do not tell of corrections at all. */
  readonly notices: readonly CorrectionNotice[] | null;
  /** What a person should know of how this was found out, for instance that a page was missing and another read in its stead. */
  readonly remarks: readonly string[];
}

/** A key that a publisher gives to those who ask. It is read from the environment and sent in a header, to that origin alone. */
export interface PublisherKey {
  /** Name of the environment variable that holds it. */
  readonly variable: string;
  readonly origin: string;
  readonly header: string;
  /** Further headers that the publisher asks for, which are no secret. */
  readonly headers?: Readonly<Record<string, string>>;
}
