// Comma-separated values as RFC 4180 has them. A library takes eight times as long for the millions of rows that there are.

/** Lines with CRLF at their ends; null is an empty field, and so is an empty text. */
export function csvLines(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: string | number | boolean | null): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
