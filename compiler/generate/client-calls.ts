// Generates client/calls.ts: the client's functions with what each takes and answers, one for each
// row of the endpoint table.
import {
  type Endpoint,
  endpoints,
  functionName,
  type PathParameter,
  type QueryParameter,
} from '#schemas/endpoints.ts';

const width = 100;

/** The text of client/calls.ts. */
export function clientCalls(): string {
  return [
    "// The client's functions, one for each endpoint. `npx lmi openapi` writes this file from",
    '// schemas/endpoints.ts.',
    importOf('Responses', '#schemas/response-types'),
    importOf('CallOptions', './call-options'),
    '',
    'export interface Calls {',
    endpoints.map(functionOf).join('\n\n'),
    '}',
    '',
  ].join('\n');
}

const importOf = (type: string, module: string) => `import type { ${type} } from '${module}.ts';`;

function functionOf(endpoint: Endpoint): string {
  const { id, summary, pathParameters, query, response } = endpoint;
  const values = [...pathParameters, ...query];
  const isOptional = values.every((value) => !isRequired(value));
  const type =
    values.length === 0
      ? 'Readonly<Record<string, never>>'
      : `{\n${values.map(memberOf).join('\n')}\n    }`;
  return [
    comment(`${summary}.`, '  '),
    `  readonly ${functionName(id)}: (`,
    `    values${isOptional ? '?' : ''}: ${type},`,
    '    options?: CallOptions,',
    `  ) => Promise<Responses['${response}']>;`,
  ].join('\n');
}

type Parameter = PathParameter | QueryParameter;

function isRequired(parameter: Parameter): boolean {
  return !('default' in parameter);
}

/** A value of a call. The query leaves it out if it is missing, undefined or null. */
function memberOf(parameter: Parameter): string {
  const indent = '      ';
  const { name, describe } = parameter;
  const member = isRequired(parameter) ? `readonly ${name}:` : `readonly ${name}?:`;
  const types = [...typesOf(parameter), ...(isRequired(parameter) ? [] : ['null', 'undefined'])];
  const line = `${indent}${member} ${types.join(' | ')};`;
  const lines = types.map((type) => `\n${indent}  | ${type}`).join('');
  const declaration = line.length <= width ? line : `${indent}${member}${lines};`;
  return `${comment(describe, indent)}\n${declaration}`;
}

function typesOf(parameter: Parameter): readonly string[] {
  switch (parameter.kind) {
    case 'integer':
      return ['number'];
    case 'boolean':
      return ['boolean'];
    case 'enum': {
      const values = parameter.values.map((value) => `'${value}'`);
      // A GSS code names the same area.
      return parameter.name === 'area' ? [...values, '(string & {})'] : values;
    }
    default:
      return ['string'];
  }
}

/** A comment of documentation, in lines that are not wider than a line. */
function comment(text: string, indent: string): string {
  const single = `${indent}/** ${text} */`;
  if (single.length <= width) return single;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (`${indent} * ${longer}`.length > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  lines.push(line);
  return [`${indent}/**`, ...lines.map((text) => `${indent} * ${text}`), `${indent} */`].join('\n');
}
