// What a publisher's pages say: the releases that it offers, the next one that it announces, and
// what it has corrected.

/**
 * The publisher's pages for discover(). A failure on the way, such as a server down or a timeout,
 * is thrown unchanged.
 */
export interface Web {
  /** The text of a page. Throws PageError if there is no such page. */
  text(url: string): Promise<string>;
  /** A page of JSON. Throws PageError if there is no such page, or it is not JSON. */
  json(url: string): Promise<unknown>;
}

export interface DiscoveredRelease {
  /** As `Source.release` reads it. */
  readonly name: string;
  /** ISO date of publication; null if the pages do not state it. */
  readonly released: string | null;
  readonly files: readonly DiscoveredFile[];
}

export interface DiscoveredFile {
  readonly name: string;
  readonly url: string;
  /**
   * If the publisher lists the file but does not serve it, the release continues without it and
   * reports that.
   */
  readonly optional?: boolean;
  /**
   * SHA-256 of a file that was made once and never changes. If we have these bytes from anywhere,
   * we do not ask the publisher.
   */
  readonly unchanging?: string;
  /**
   * When the publisher says that the file last changed, ISO 8601. We do not request a file that we
   * got later, except once in four weeks: a publisher may change a file and not its date.
   */
  readonly changed?: string;
}

/**
 * A correction that a publisher announces. `release` is the name before the correction, because
 * that release was wrong.
 */
export interface CorrectionNotice {
  /** Set if the publisher has withdrawn the release, not corrected it. */
  readonly isWithdrawal?: true;
  readonly release: string;
  readonly date: string | null;
  readonly text: string;
}

export interface Discovery {
  /** The releases to download, newest first: one, or one for each reference year. */
  readonly releases: readonly DiscoveredRelease[];
  /** ISO date announced for the next release; null if none is. */
  readonly nextRelease: string | null;
  /** The corrections that the pages announce. */
  readonly notices: readonly CorrectionNotice[];
  /**
   * Remarks for a person about the discovery, for instance that a page was missing and another was
   * read instead.
   */
  readonly remarks: readonly string[];
}

/**
 * A key that a publisher gives on request. It is read from the environment and sent in a header, to
 * that origin only.
 */
export interface PublisherKey {
  readonly variable: string;
  readonly origin: string;
  readonly header: string;
  /** Further headers that the publisher requires. They are not secret. */
  readonly headers?: Readonly<Record<string, string>>;
}
