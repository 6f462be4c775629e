// What is said before serving starts: the served editions whose format this version does not read, and what their readers get.
import type { ServingEdition } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { faultOfFormat } from '#schemas/document-formats.ts';

/** A line for each served edition in a format that is not read, with its repair; none if all are read. */
export function unreadableLines({ editions }: { readonly editions: readonly ServingEdition[] }): string[] {
  return editions.flatMap((edition) => {
    const fault = edition.state === 'served' ? faultOfFormat(edition) : null;
    if (fault === null) return [];
    const effect = spine.some((key) => key === edition.source)
      ? 'nothing can be served, and /healthz answers 503'
      : 'its endpoints answer 503';
    return [`${fault.message}; until then ${effect}\n  ${fault.repair}`];
  });
}
