// The port through which the server reads the catalogue and the documents of editions.
import type { ServingEdition, TitleModelRecord } from '#schemas/catalogue.ts';

export interface Store {
  /** The text of catalogue.json; null if there is none. */
  catalogue(): Promise<string | null>;
  /**
   * A document of a published edition, with the bytes that the edition lists. Throws DamagedFile if the stored bytes are others, or if there
   * are none. `path` comes only from schemas/document-path.ts.
   */
  document(edition: ServingEdition, path: string): Promise<StoredDocument>;
  /** What the search has learnt from job titles, with the bytes that the catalogue names. Throws DamagedFile as `document` does. */
  titleModel(model: TitleModelRecord): Promise<Uint8Array<ArrayBuffer>>;
  /** The bytes of a file outside the editions, by its path below the data directory; null if it is absent. Nothing proves them. */
  outside(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

export interface StoredDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Their SHA-256. */
  readonly digest: ArrayBuffer;
}

/** Where the bytes lie. Nothing proves what it gives; server/proved-store.ts makes a store of it. */
export interface Files {
  /** The text of catalogue.json; null if there is none. */
  catalogue(): Promise<string | null>;
  /** The bytes of a file of an edition, its edition.json among them; null if it is absent. */
  file(edition: string, path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The bytes of a file outside the editions, by its path below the data directory; null if it is absent. */
  outside(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
}
