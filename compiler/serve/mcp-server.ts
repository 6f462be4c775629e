// Serves the answers of the API over the Model Context Protocol. Every endpoint of the OpenAPI
// document is a tool. The rules of the contract are the instructions that an assistant reads first.
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import openApi from '#schemas/openapi.json' with { type: 'json' };
import { version } from '../fetch/own-package.ts';

/** Answers a path of the API, such as /v1/occupations/2134/pay. */
export type AskPath = (path: string) => Promise<Response>;

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
}

interface Tool extends Operation {
  readonly path: string;
}

/** The endpoints that answer JSON. Their CSV says the same. */
const tools: readonly Tool[] = Object.entries(openApi.paths)
  .filter(([path]) => path.startsWith('/v1/') && !path.endsWith('.csv'))
  .map(([path, operations]) => ({ path, ...(operations as { get: Operation }).get }));

const rules = [
  'Official labour market information of the UK, for each of the 412 unit groups of SOC ' +
    '2020 (four digits). Find the unit group of a job title with the tool search; take ' +
    'its soc2020 to the other tools. If several matches have the same title, ask the ' +
    'person which is meant: `qualifier` tells them apart.',
  'Check `presentable` before you state a figure. If it is false, do not state it as a number.',
  'A figure that is null is withheld by its publisher. It is never 0. Give the reason, ' +
    'which `withheld` and `withheldLegend` have, and do not estimate it.',
  'Say beside a figure which area and period it describes, and its quality where that ' +
    'is acceptable. Pay counts employees only; employment counts people, the ' +
    'self-employed included. Pass on `notes`.',
  'Wherever you show data, show the text in `attribution` or `citation` word for word, ' +
    'and the release in `provenance.edition`.',
  'Projections describe the sub-major group of the occupation, vacancies sometimes a ' +
    'broader group: `group` says which.',
];

const sampleWarning =
  'THE DATA ARE A SYNTHETIC SAMPLE. No figure is a statistic. Say so with every figure.';

/** The instructions that an assistant gets before its first question. */
export function instructionsOf(isSample: boolean): string {
  return [...(isSample ? [sampleWarning] : []), ...rules].join('\n\n');
}

/** A server of the tools over anything that answers paths. `isSample`: the data are synthetic. */
export function createMcpServer(ask: AskPath, isSample: boolean): McpServer {
  const server = new McpServer(
    { name: 'labour-market-information', title: 'Labour market information', version },
    { instructions: instructionsOf(isSample) },
  );
  for (const tool of tools)
    server.registerTool(
      tool.operationId,
      {
        title: tool.summary,
        description: `${tool.summary}. ${tool.description}`,
        inputSchema: fromJsonSchema<Json>(inputOf(tool)),
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      async (values) => {
        const response = await ask(pathOf(tool, values));
        const texts = [await response.text(), ...(response.ok ? creditOf(response, isSample) : [])];
        return {
          isError: !response.ok,
          content: texts.map((text) => ({ type: 'text' as const, text })),
        };
      },
    );
  return server;
}

/** The parameters of a tool as one object. */
function inputOf({ parameters }: Tool) {
  return {
    type: 'object' as const,
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        name,
        { ...withoutReference(schema), description },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** A schema with that of its component in the place of the reference. */
function withoutReference({ $ref: reference, ...otherMembers }: Json): Json {
  if (typeof reference !== 'string') return otherMembers;
  const name = reference.split('/').at(-1) ?? '';
  const components: Readonly<Record<string, Json>> = openApi.components.schemas;
  return { ...components[name], ...otherMembers };
}

function pathOf({ path, parameters }: Tool, values: Json): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? '')),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && values[parameter.name] !== undefined)
    .map(({ name }): [string, string] => [name, String(values[name])]);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

/** A bare array has its release and its attribution in headers alone. */
function creditOf({ headers }: Response, isSample: boolean): string[] {
  const lines: string[] = [];
  for (const name of ['LMI-Source', 'LMI-Release', 'LMI-Attribution']) {
    const value = headers.get(name);
    if (value !== null) lines.push(`${name}: ${value}`);
  }
  if (isSample) lines.push(sampleWarning);
  return lines.length === 0 ? [] : [lines.join('\n')];
}
