// The only place that turns an endpoint and its values into the path of a stored file.
import type { AnswerRow } from './endpoints.ts';

export interface DocumentPlace {
  readonly soc?: string;
  readonly area?: string;
}

const segment = /^[a-z0-9-]+$/i;

/**
 * The path of a stored file inside its edition, for instance pay/2134/uk.json. Throws for values
 * that cannot be file names.
 */
export function documentPath(row: Pick<AnswerRow, 'id' | 'stored'>, place: DocumentPlace): string {
  const { id, stored } = row;
  if (stored === null) throw new Error(`endpoint ${id} stores no files`);
  return stored.file.replace(/\{(soc|area)\}/g, (_, name: 'soc' | 'area') => {
    const value = place[name];
    if (value === undefined || !segment.test(value))
      throw new Error(`${id}: "${value}" cannot stand for {${name}} in ${stored.file}`);
    return value;
  });
}
