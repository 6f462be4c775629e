// The port that reads files. workerd's disk service, an R2 bucket, Node and a packed bundle each
// implement it. It proves nothing: store.ts does.

/**
 * Paths are below the data directory or the folder of the store, and are made only of checked
 * names. Null: there is no such file.
 */
export interface Files {
  read(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The three below are for bundles and tables, which are too large for memory. */
  state(path: string): Promise<FileState | null>;
  stream(path: string, part: Part | null): Promise<ReadableStream | null>;
  /**
   * SHA-256 in hex. Of a gzipped table it is that of the table before it was packed, as the list of
   * its edition has it; '' if it does not unpack.
   */
  digest(path: string): Promise<string | null>;
}

/** The size and version of a file, known without reading it. */
export interface FileState {
  readonly bytes: number;
  /** Changes when the file is written again: its time or its tag. */
  readonly version: string;
}

export interface Part {
  readonly offset: number;
  readonly length: number;
}

/** The SHA-256 of a stream, in hex. Each runtime has its own way. */
export type DigestStream = (body: ReadableStream) => Promise<string>;
