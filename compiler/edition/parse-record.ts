// Reads the record of an edition from its bytes, in a data directory, a store or a bundle.
import { EditionRecord } from '#schemas/catalogue.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';

const validate = compileSchema(EditionRecord);

/** The record, or its fault in one line. */
export function parseRecord(bytes: Uint8Array): { readonly value: EditionRecord } | { readonly fault: string } {
  return readAs<EditionRecord>(validate, bytes);
}
