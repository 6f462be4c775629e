// Where pages are shown: by the worker, or as files. Pages are the same in both but for their links.

export interface Site {
  /** The address of one of our pages or files, from its path on a server. */
  readonly to: (path: string) => string;
  /** Whether the data are synthetic, which every page must say. */
  readonly sample: boolean;
  /** Address of the API for the examples of calls; null if the pages do not know one. */
  readonly api: string | null;
  /** Whether a server stands behind the pages, which has feeds and makes pages of any area. */
  readonly live: boolean;
  /** Whether people can get a key by e-mail. */
  readonly keys: boolean;
}

/** Pages that say nothing of the data: problems, keys, versions. */
export const servedSite: Site = { to: (path) => path, sample: false, api: null, live: true, keys: false };
