// What a problem answer (RFC 9457) says, for a person at a terminal.

/** The sentence of a problem answer. */
export function faultOfAnswer(body: string): string {
  const { title, detail = title }: { readonly title: string; readonly detail?: string } = JSON.parse(body);
  return detail;
}
