// Reads the record of an edition from its bytes, in a data directory, a store or a bundle.
import { EditionRecord } from '#schemas/catalogue.ts';
import { compileSchema, faultOf, readAs } from '#sources/kit/schema.ts';

const validate = compileSchema(EditionRecord);

/** Why a record of ours must not be written; null if it may. */
export const faultOfRecord = (record: EditionRecord): string | null => faultOf(validate, record);

/** The record, or its fault in one line. */
export function parseRecord(bytes: Uint8Array): { readonly value: EditionRecord } | { readonly fault: string } {
  return readAs<EditionRecord>(validate, bytes);
}
