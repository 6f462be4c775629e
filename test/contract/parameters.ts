// The parameters of every path with their values, defaults and bounds, as parameters.tsv has them off the contract.
import { sourceKeys } from '#schemas/codes.ts';
import type { Endpoint, QueryParameter } from '#schemas/endpoints.ts';
import { typedRows } from '../golden.ts';

type Without<Union, Name extends PropertyKey> = Union extends unknown ? Omit<Union, Name> : never;
export type Parameter = Without<QueryParameter, 'describe'>;

const rows = typedRows(new URL('parameters.tsv', import.meta.url));

export function parametersOf({ path }: Pick<Endpoint, 'path'>): Parameter[] {
  return rows.filter(([, , , , paths = '']) => paths.split(' ').includes(path.slice('/v1/'.length))).map(parameterOf);
}

function parameterOf([name = '', kind = '', values = '', fallback = '']: readonly string[]): Parameter {
  const given = fallback === 'none' ? null : fallback;
  const [minimum = 0, maximum = 0] = values.split(' ').map(Number);
  switch (kind) {
    case 'enum':
      return { name, kind, values: values === 'every source' ? sourceKeys : values.split(' '), default: given };
    case 'integer':
      return { name, kind, minimum, maximum, default: given === null ? null : Number(given) };
    case 'boolean':
      return { name, kind, default: given === 'true' };
    case 'text':
      return { name, kind, maxLength: minimum, required: true };
    case 'uuid':
      return { name, kind, default: null };
    default:
      throw new Error(`test/contract/parameters.tsv: ${name} is of the kind "${kind}", expected enum, integer, boolean, text or uuid`);
  }
}

/** Every slug of the contract, part 2.1. */
export const everyArea = [...new Set(rows.flatMap(([name, , values = '']) => (name === 'area' ? values.split(' ') : [])))];
