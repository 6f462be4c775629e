// Every question worth asking of an endpoint: each parameter with each allowed value, with values
// that are refused, repeated, missing and unknown, as parameters.tsv has them off the contract; and
// each value of its path. What they are asked about comes from the catalogue of the data.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import { type SourceKey, areas, sourceKeys } from '#schemas/codes.ts';
import { documentPath } from '#schemas/document-path.ts';
import {
  type Endpoint,
  type PathParameter,
  type QueryParameter,
  endpoints,
} from '#schemas/endpoints.ts';
import type { LocalAreasDocument } from '#schemas/resources/local-areas.ts';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { typedRows } from '../golden.ts';

type Without<Union, Name extends PropertyKey> = Union extends unknown ? Omit<Union, Name> : never;
export type Parameter = Without<QueryParameter, 'describe'>;

/**
 * The parameters of every path with their values, defaults and bounds, as parameters.tsv has them
 * off the contract.
 */
const rows = typedRows(new URL('parameters.tsv', import.meta.url));

export function parametersOf({ path }: Pick<Endpoint, 'path'>): Parameter[] {
  return rows
    .filter(([, , , , paths = '']) => paths.split(' ').includes(path.slice('/v1/'.length)))
    .map(parameterOf);
}

function parameterOf([
  name = '',
  kind = '',
  values = '',
  fallback = '',
]: readonly string[]): Parameter {
  const given = fallback === 'none' ? null : fallback;
  const [minimum = 0, maximum = 0] = values.split(' ').map(Number);
  switch (kind) {
    case 'enum':
      return {
        name,
        kind,
        values: values === 'every source' ? sourceKeys : values.split(' '),
        default: given,
      };
    case 'list':
      return { name, kind, values: values.split(' '), default: null };
    case 'integer':
      return { name, kind, minimum, maximum, default: given === null ? null : Number(given) };
    case 'boolean':
      return { name, kind, default: given === 'true' };
    case 'text':
      return { name, kind, maxLength: minimum, required: true };
    case 'occupations':
      return { name, kind, maximum: minimum, required: true };
    case 'group':
      return { name, kind, default: null };
    case 'uuid':
      return { name, kind, default: null };
    default:
      throw new Error(
        `test/contract/parameters.tsv: ${name} is of the kind "${kind}", expected enum, ` +
          'list, integer, boolean, text, occupations, group or uuid',
      );
  }
}

/** Every slug of the contract, part 2.1. */
const everyArea = [
  ...new Set(rows.flatMap(([name, , values = '']) => (name === 'area' ? values.split(' ') : []))),
];

export interface Question {
  /** Path and query. */
  readonly address: string;
  readonly status: number;
  /** Of a 400: the parameter at fault and what is wrong with it. */
  readonly fault?: { readonly parameter: string; readonly code: string };
}

/** What the data hold, read from the data directory as the compiler left it. */
export interface Held {
  readonly directory: string;
  readonly catalogue: Catalogue;
  readonly occupations: readonly string[];
  readonly localAreas: LocalAreasDocument;
}

export function heldIn(directory: string): Held {
  const catalogue = requireCatalogue(directory);
  const [list] = endpoints.filter(({ id }) => id === 'local-areas');
  if (list === undefined) throw new Error('the endpoint table has no list of local areas');
  const localAreas: LocalAreasDocument = JSON.parse(
    readFileSync(
      join(
        directory,
        'editions',
        servedOf(catalogue, 'local-authorities').id,
        documentPath(list, {}),
      ),
      'utf8',
    ),
  );
  return {
    directory,
    catalogue,
    occupations: servedOf(catalogue, 'soc-index').axes.occupations,
    localAreas,
  };
}

function servedOf({ editions }: Catalogue, key: SourceKey): Catalogue['editions'][number] {
  const found = editions.find(({ source, state }) => source === key && state === 'served');
  if (found === undefined)
    throw new Error(`${key} is not served by the data that the contract is to be proved on`);
  return found;
}

/** A value of the query, percent-encoded where it is not meant to arrive as something else. */
type Pair = readonly [name: string, value: string];

// More unit groups of the sample than the search lists by default have titles like it.
const title = 'production%20machine%20operator';

/**
 * The address of an endpoint with these values in its query, and what it cannot be asked without.
 */
export function addressOf(
  { path, query }: Endpoint,
  place: Readonly<Record<string, string>>,
  pairs: readonly Pair[] = [],
): string {
  const needed = query
    .filter(
      (parameter) => 'required' in parameter && !pairs.some(([given]) => given === parameter.name),
    )
    .map(({ name, kind }): Pair => [name, kind === 'occupations' ? '2134,2231' : title]);
  const text = [...needed, ...pairs].map(([name, value]) => `${name}=${value}`).join('&');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => place[name] ?? '');
  return text === '' ? filled : `${filled}?${text}`;
}

/** A place that the path can name: an occupation and a local area. */
export function placeIn({ localAreas }: Held): { readonly soc: string; readonly area: string } {
  return { soc: '2134', area: localAreas.areas[0]?.code ?? '' };
}

export function questionsOf(endpoint: Endpoint, held: Held): Question[] {
  const place = placeIn(held);
  const parameters = parametersOf(endpoint);
  const ask = (pairs: readonly Pair[], status: number, fault?: Question['fault']): Question => ({
    address: addressOf(endpoint, place, pairs),
    status,
    ...(fault === undefined ? {} : { fault }),
  });
  const refuse = (pairs: readonly Pair[], parameter: string, code: string): Question =>
    ask(pairs, 400, { parameter, code });
  return [
    ask([], 200),
    ...parameters.flatMap((parameter) => {
      const { name } = parameter;
      return [
        ...allowedValues(endpoint, parameter, held).map(([value, status]) =>
          ask([[name, value]], status),
        ),
        ...refusedValues(endpoint, parameter, held).map(([value, code]) =>
          refuse([[name, value]], name, code),
        ),
        ...repetitions(endpoint, parameter, held).map(([one, other]) =>
          refuse(
            [
              [name, one],
              [name, other],
            ],
            name,
            'repeated',
          ),
        ),
        refuse([[`${name}x`, 'uk']], `${name}x`, 'unknown-parameter'),
        refuse([[name.toUpperCase(), 'uk']], name.toUpperCase(), 'unknown-parameter'),
      ];
    }),
    ...parameters.flatMap((parameter) =>
      'required' in parameter
        ? [
            {
              address: endpoint.path,
              status: 400,
              fault: { parameter: parameter.name, code: 'missing' },
            },
          ]
        : [],
    ),
    ...['nothing', 'constructor', '__proto__', '%00', ''].map((name) =>
      refuse([[name, '1']], decodeURIComponent(name), 'unknown-parameter'),
    ),
    ...endpoint.pathParameters.flatMap((parameter) =>
      pathValues(parameter, held).map(
        ([value, status]): Question => ({
          address: addressOf(endpoint, { ...place, [parameter.name]: value }),
          status,
        }),
      ),
    ),
  ];
}

/** Values as they stand in an address, and the status that each is answered with. */
function allowedValues(
  endpoint: Endpoint,
  parameter: Parameter,
  held: Held,
): (readonly [string, number])[] {
  switch (parameter.kind) {
    case 'enum':
      // Answers give the code of an area, so it is taken in place of the slug.
      return [
        ...parameter.values,
        ...areas
          .filter(({ slug }) => parameter.name === 'area' && parameter.values.includes(slug))
          .map(({ code }) => code),
      ].map((value) => [value, 200]);
    case 'list': {
      const [first = '', second = ''] = parameter.values;
      return [
        ...parameter.values,
        `${first},${second}`,
        `${second},${first}`,
        `${second}%2C${first}`,
        parameter.values.join(','),
      ].map((value) => [value, 200]);
    }
    case 'boolean':
      return ['true', 'false'].map((value) => [value, 200]);
    case 'integer': {
      const { minimum, maximum, default: fallback } = parameter;
      // Nothing is held of a year at the edges of 32 bits.
      if (parameter.name === 'year') {
        const [year = 0] = yearsHeld(endpoint, held);
        return [
          ...signed(year).map((value) => [value, 200] as const),
          ...[String(minimum), String(maximum), `-${year}`, '0', '-0'].map(
            (value) => [value, 404] as const,
          ),
        ];
      }
      return [minimum, fallback ?? minimum, maximum].flatMap((value) =>
        signed(value).map((text) => [text, 200] as const),
      );
    }
    case 'text':
      return [
        'a',
        '%C3%A9',
        'a%00b',
        '%25',
        title,
        'a'.repeat(parameter.maxLength),
        '%F0%9F%91%B7'.repeat(parameter.maxLength),
      ].map((value) => [value, 200]);
    case 'group':
      return ['2', '21', '213'].map((value) => [value, 200]);
    case 'occupations': {
      const [first = '', ...others] = held.occupations;
      return [
        first,
        [first, ...others].slice(0, parameter.maximum).join(','),
        `${first}%2C2134`,
      ].map((value) => [value, 200]);
    }
    case 'uuid':
      if (parameter.name === 'cursor')
        return held.catalogue.editions.slice(0, 3).map(({ id }) => [id, 200]);
      return [
        ...editionsOf(endpoint, held)
          .flatMap((id) => [id, id.toUpperCase()])
          .map((id) => [id, 200] as const),
        [crypto.randomUUID(), 404],
      ];
  }
}

/**
 * An integer in all its spellings: signed, the sign as it stands and as a query encodes it, and
 * with zeros before it.
 */
function signed(value: number): string[] {
  return [`${value}`, `+${value}`, `%2B${value}`, `%20${value}`, `00${value}`];
}

function refusedValues(
  endpoint: Endpoint,
  parameter: Parameter,
  held: Held,
): (readonly [string, string])[] {
  switch (parameter.kind) {
    case 'enum':
      return [
        ...parameter.values.flatMap((value) => [`${value}x`, value.toUpperCase(), `%20${value}`]),
        ...everyArea.filter((slug) => !parameter.values.includes(slug)),
        '',
        'nothing',
      ].map((value) => [value, 'not-allowed']);
    case 'list': {
      const [first = '', second = ''] = parameter.values;
      return [
        '',
        ',',
        `${first},`,
        `,${first}`,
        `${first}x`,
        first.toUpperCase(),
        `${first},%20${second}`,
        `${first}%20${second}`,
        `${first},nothing`,
        `${first},${first}`,
      ].map((value) => [value, 'not-allowed']);
    }
    case 'boolean':
      return ['True', 'TRUE', '1', '0', 'yes', 'on', '', 'truefalse', 'true%20'].map((value) => [
        value,
        'not-allowed',
      ]);
    case 'integer': {
      const { minimum, maximum, default: fallback } = parameter;
      const outside =
        fallback === null ? [] : [minimum - 1, maximum + 1, -maximum, 2147483647, -2147483648];
      return [
        ...[
          '',
          ...'+ - 1.0 1e1 0x1 1_0 1,0 one --1 +-1 1%20 %091 Infinity NaN null %D9%A1 true'.split(
            ' ',
          ),
        ].map((value) => [value, 'not-an-integer'] as const),
        ...['2147483648', '-2147483649', '9'.repeat(30)].map(
          (value) => [value, 'not-32-bit'] as const,
        ),
        ...outside.map((value) => [String(value), 'out-of-range'] as const),
      ];
    }
    case 'text':
      return [
        ['', 'empty'],
        ['%20+%09', 'empty'],
        ['a'.repeat(parameter.maxLength + 1), 'too-long'],
      ];
    case 'group':
      return ['', '0', '2134', '10', '999', 'x', '+2', '2%20'].map((value) => [
        value,
        'not-a-group',
      ]);
    case 'occupations': {
      const many = held.occupations.slice(0, parameter.maximum + 1).join(',');
      return [
        ...['', '213', '2134,', '2134,2134', '2134%202231', '9999', '2134,0000', 'nurse'].map(
          (value) => [value, 'not-unit-groups'] as const,
        ),
        [many, 'too-long'],
      ];
    }
    case 'uuid': {
      const [own = held.catalogue.editions[0]?.id ?? ''] = editionsOf(endpoint, held);
      const other = held.catalogue.editions.find(({ source }) => source !== endpoint.sources[0]);
      return [
        ...['', '1', own.slice(1), `${own}0`, `{${own}}`, own.replaceAll('-', ''), `%20${own}`].map(
          (value) => [value, 'not-a-uuid'] as const,
        ),
        parameter.name === 'cursor'
          ? [crypto.randomUUID(), 'unknown-cursor']
          : [other?.id ?? '', 'other-source'],
      ];
    }
  }
}

/**
 * The same value twice, and an allowed one beside a refused one in either order: neither the first
 * nor the last is taken.
 */
function repetitions(
  endpoint: Endpoint,
  parameter: Parameter,
  held: Held,
): readonly (readonly [string, string])[] {
  const [[allowed] = ['']] = allowedValues(endpoint, parameter, held);
  const [[refused] = ['']] = refusedValues(endpoint, parameter, held);
  return [
    [allowed, allowed],
    [allowed, refused],
    [refused, allowed],
  ];
}

function editionsOf({ sources }: Endpoint, { catalogue }: Held): string[] {
  return catalogue.editions
    .filter(({ source, state }) => source === sources[0] && state === 'served')
    .map(({ id }) => id);
}

function yearsHeld({ sources }: Endpoint, { catalogue }: Held): number[] {
  return catalogue.editions.flatMap(({ source, state, year }) =>
    source === sources[0] && state === 'served' && year !== null ? [year] : [],
  );
}

/** Values of a path, percent-encoded, and the status that each is answered with. */
function pathValues({ kind }: PathParameter, held: Held): (readonly [string, number])[] {
  const never = [
    '%00',
    '%ff',
    '%25',
    '%2e%2e%2f',
    '%2F',
    '%5c',
    '-',
    '__proto__',
    'constructor',
    '%F0%9F%91%B7',
    '%0d%0aSet-Cookie:%20a=b',
    'a'.repeat(2000),
  ];
  const unknown = (values: readonly string[]) => values.map((value) => [value, 404] as const);
  if (kind === 'occupation') {
    const first = held.occupations[0] ?? '';
    const last = held.occupations.at(-1) ?? '';
    const near = [
      '9999',
      '0111',
      first.slice(1),
      `${first}0`,
      `${first}%20`,
      `+${first}`,
      '%D9%A1%D9%A1%D9%A1%D9%A1',
      'programmer',
      'soc-index',
    ];
    return [
      [first, 200],
      [last, 200],
      [`%3${first.slice(0, 1)}${first.slice(1)}`, 200],
      ...unknown([...near, ...never]),
    ];
  }
  const {
    localAreas: { areas: local, londonBoroughs },
  } = held;
  const named = [local[0], local.at(-1), local.find(({ formerCodes }) => formerCodes.length > 0)];
  return [
    ...named
      .flatMap((area) => (area === undefined ? [] : [area.code, area.slug, ...area.formerCodes]))
      .map((name) => [name, 200] as const),
    ...unknown([
      ...never,
      'atlantis',
      (local[0]?.slug ?? '').toUpperCase(),
      (local[0]?.code ?? '').toLowerCase(),
    ]),
    ...unknown(
      [londonBoroughs[0]].flatMap((borough) =>
        borough === undefined ? [] : [borough.code, borough.slug],
      ),
    ),
    // The contract's own areas are no local areas, but London, which is both.
    ...areas.flatMap(({ code, slug }) =>
      [code, slug].map((name) => [name, slug === 'london' ? 200 : 404] as const),
    ),
  ];
}
