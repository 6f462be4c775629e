// The writer of comma-separated values. It is our own, because csv-stringify takes four times as
// long for the same bytes over the millions of rows of the pay tables.

/**
 * A record of RFC 4180 without its line end, quoted only if necessary. Null and an empty text are
 * both an empty field.
 */
export function csvLine(fields: readonly (string | number | boolean | null)[]): string {
  return fields.map(quoted).join(',');
}

// Many publishers print a lone "-" for no figure.
const formula = /^(?:[=+@\t\r]|-(?!(?:\d+(?:\.\d+)?)?$))/;

/**
 * True for a text that a spreadsheet would run as a formula: it begins with = + - @, a tab or a
 * carriage return, and is neither a number nor "-".
 */
function isFormula(field: string | number | boolean | null): boolean {
  return typeof field === 'string' && formula.test(field);
}

/** A record that is safe to open in a spreadsheet: a formula gets an apostrophe before it. */
export function guardedCsvLine(fields: readonly (string | number | boolean | null)[]): string {
  return fields.map(guardedCsvField).join(',');
}

/** A field of such a record. */
export function guardedCsvField(field: string | number | boolean | null): string {
  return quoted(isFormula(field) ? `'${field}` : field);
}

function quoted(field: string | number | boolean | null): string {
  const text = field === null ? '' : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
