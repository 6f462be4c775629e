// Who may import whom: what keeps the contract free of compiler and server, and the sources apart.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { typedRows } from './golden.ts';
import { codeFiles } from '#compiler/edition/code-digest.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

interface Import {
  readonly from: string;
  /** A path from the root for our own files, a package's name for others. */
  readonly to: string;
  readonly typeOnly: boolean;
  readonly called: boolean;
}

const files = glob.sync(
  ['schemas/**/*.ts', 'sources/**/*.ts', 'compiler/**/*.ts', 'server/**/*.ts', 'client/**/*.ts'],
  { cwd: root },
);
const imports: Import[] = files.flatMap((from) => {
  const text = textOf(from);
  const statements = [
    ...text.matchAll(/^(?:import|export)\s+(type\s+)?[^;'"]*?from\s+'([^']+)'/gm),
    ...text.matchAll(/^import\s+()'([^']+)'/gm),
    ...text.matchAll(/\bimport\(()'([^']+)'\)/g),
  ];
  return statements.map((match) => ({
    from,
    to: resolveImport(from, match[2] ?? ''),
    typeOnly: match[1] !== undefined && match[1] !== '',
    called: match[0].startsWith('import('),
  }));
});

function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  return specifier;
}

const own = /^(schemas|sources|compiler|server|client)\//;

/**
 * From the ground up. A file may import from its own room and from every room below it. A source is
 * a room of its own beside the other sources; only the registry, which stands above them, knows
 * them all.
 */
const floors: readonly (readonly RegExp[])[] = [
  [/^schemas\//],
  [/^sources\/kit\//, /^server\//],
  [/^sources\/[a-z-]+\//],
  [/^sources\/index\.ts$/],
  [/^compiler\//],
  [/^client\//],
];

/** Imports that go past the rule, by name, and what a room above may not reach for all the same. */
const byName = typedRows(new URL('architecture.tsv', import.meta.url)).map(
  ([kind, from = '', to = '']) => ({
    kind,
    from: new RegExp(from),
    to: new RegExp(to),
  }),
);
const isNamed = (wanted: 'may' | 'may not', from: string, to: string) =>
  byName.some((row) => row.kind === wanted && row.from.test(from) && row.to.test(to));

function allowed(from: string, to: string): boolean {
  if (!own.test(to)) return true;
  if (isNamed('may', from, to)) return true;
  if (isNamed('may not', from, to)) return false;
  const floorOf = (file: string) =>
    floors.findIndex((rooms) => rooms.some((room) => room.test(file)));
  const above = floorOf(from);
  const below = floorOf(to);
  if (above < 0 || below < 0) return false;
  if (above !== below) return above > below;
  const room = floors[above]?.find((candidate) => candidate.test(from));
  // Sources stand on one floor, each in its own room.
  return room?.exec(from)?.[0] === room?.exec(to)?.[0];
}

test('every import stays within the house', () => {
  expect(
    imports.filter(({ from, to }) => !allowed(from, to)).map(({ from, to }) => `${from} → ${to}`),
  ).toEqual([]);
});

/**
 * The rooms of schemas and server, from the ground up. A room imports from those below it, and not
 * from one beside it.
 */
const rooms: readonly (readonly string[])[] = [
  ['schemas'],
  ['schemas/resources'],
  ['schemas/selections'],
  ['server/http'],
  ['server/data'],
  ['server/keys', 'server/search'],
  ['server/answers'],
  ['server/meta'],
  ['server/pages'],
  ['server/sign-up'],
  ['server'],
];
const roomOf = (file: string): string =>
  (/^server\/(?:pages|search)(?=\/)/.exec(file) ?? [dirname(file)])[0];

test('rooms import from lower rooms only, except for three files of types', () => {
  const floorOf = (file: string): number =>
    rooms.findIndex((floor) => floor.includes(roomOf(file)));
  const handed = ['server/route.ts', 'server/ports.ts', 'schemas/resources/responses.ts'];
  const within = imports.filter(({ from, to }) =>
    [from, to].every((file) => /^(?:schemas|server)\//.test(file) && file.endsWith('.ts')),
  );
  expect(within.map(({ from }) => from).filter((file) => floorOf(file) === -1)).toEqual([]);
  const back = within.filter(
    ({ from, to }) => roomOf(from) !== roomOf(to) && floorOf(from) <= floorOf(to),
  );
  expect(
    back
      .filter(({ to, typeOnly }) => !(typeOnly && handed.includes(to)))
      .map(({ from, to }) => `${from} → ${to}`),
  ).toEqual([]);
});

test('no two rooms of the compiler import each other', () => {
  const between = new Set<string>();
  for (const { from, to } of imports) {
    const [, importer] = /^compiler\/([a-z]+)\//.exec(from) ?? [];
    const [, imported] = /^compiler\/([a-z]+)\//.exec(to) ?? [];
    if (importer !== undefined && imported !== undefined && importer !== imported)
      between.add(`${importer} and ${imported}`);
  }
  const mutual = [...between].filter((pair) => {
    const [first = '', second = ''] = pair.split(' and ');
    return first < second && between.has(`${second} and ${first}`);
  });
  expect(mutual).toEqual([]);
});

test('no file imports itself by way of others', () => {
  const circles: string[] = [];
  const settled = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || settled.has(file)) return;
    for (const { to } of imports.filter((candidate) => candidate.from === file))
      visit(to, [...path, file]);
    settled.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

describe('packages', () => {
  test('what serving and compiling import is installed with --omit=dev', () => {
    const { dependencies, optionalDependencies } = JSON.parse(textOf('package.json'));
    const packages = imports.filter(
      ({ to, typeOnly }) => !typeOnly && !own.test(to) && !/^(node|cloudflare):/.test(to),
    );
    const without = packages.filter(({ to }) => {
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(to)?.[0] ?? '';
      return !(name in dependencies || name in optionalDependencies);
    });
    expect(packages.length).toBeGreaterThan(20);
    expect(without.map(({ from, to }) => [from, to])).toEqual([]);
  });

  test.each([
    ['exceljs', /^sources\/kit\/read\//],
    ['@e965/xlsx', /^sources\/kit\/(read|sample)\//],
    ['entities', /^(sources\/kit\/read\/character-references|server\/search\/query-text)\.ts$/],
    ['cloudflare:', /^server\/worker\.ts$/],
    ['worker-mailer', /^server\/sign-up\/smtp-mailer\.ts$/],
  ])('%s is imported by %s alone', (name, allowed) => {
    const importers = imports
      .filter(({ to, typeOnly }) => to.startsWith(name) && !typeOnly)
      .map(({ from }) => from);
    expect(importers).not.toEqual([]);
    expect(importers.filter((from) => !allowed.test(from))).toEqual([]);
  });

  /**
   * What a file carries with it: our files, and packages. What is imported by a call is loaded when
   * it is asked for.
   */
  function carriedBy(file: string): {
    readonly files: ReadonlySet<string>;
    readonly packages: ReadonlySet<string>;
  } {
    const carried = new Set([file]);
    const others = new Set<string>();
    for (const one of carried)
      for (const { from, to, typeOnly, called } of imports)
        if (from === one && !typeOnly && !called) (own.test(to) ? carried : others).add(to);
    return { files: carried, packages: others };
  }

  test.each(['compiler/cli.ts', 'compiler/commands/lookup.ts'])(
    '%s starts fast: it loads neither the schema library nor the validator, and starts no esbuild',
    (command) => {
      const packages = [...carriedBy(command).packages].filter((name) => !name.startsWith('node:'));
      const quick = ['commander', 'itty-router/Router', 'entities/decode'];
      expect(packages.filter((name) => !quick.includes(name))).toEqual([]);
    },
  );

  test('the client imports no package and nothing of Node to ask a server', () => {
    const { files: carried, packages } = carriedBy('client/index.ts');
    expect([
      [...packages],
      [...carried].filter((file) => !/^(client|schemas)\//.test(file)),
    ]).toEqual([[], []]);
  });

  test('the worker imports no validator, no schema library and nothing of Node', () => {
    const allowed =
      /^(itty-router(\/.*)?|worker-mailer|d3-(array|shape)|entities\/decode|cloudflare:workers)$/;
    const { packages } = carriedBy('server/worker.ts');
    expect([packages.size > 0, [...packages].filter((name) => !allowed.test(name))]).toEqual([
      true,
      [],
    ]);
  });
});

test('every source is a folder with a layout, its meaning and the source itself', () => {
  const registered = textOf('sources/index.ts').match(/'\.\/([a-z-]+)\/source\.ts'/g) ?? [];
  const folders = new Set(
    files
      .filter((file) => /^sources\/(?!kit\/|example\/|index\.ts)/.test(file))
      .map((file) => file.split('/')[1]),
  );
  expect(folders.size).toBe(registered.length);
  for (const folder of folders) {
    const names = files
      .filter((file) => file.startsWith(`sources/${folder}/`))
      .map((file) => file.split('/')[2]);
    for (const name of ['source.ts', 'layout.ts', 'reshape.ts'])
      expect(names, folder).toContain(name);
  }
});

// Which code the digest of an edition covers: too little, and documents of old code are kept; too
// much, and a word in a command compiles everything again.

const covered = new Set(codeFiles());
const all = (pattern: string) => glob.sync(pattern, { cwd: root });

test.each([
  'schemas/**/*.ts',
  'sources/**/*',
  'server/{data/cache,search/*}.ts',
  'compiler/{pipeline,checks}.ts',
  'compiler/release/*.ts',
  'compiler/edition/{describe,digest,edition-directory,revisions,write-documents}.ts',
  'package.json',
])('covered, because it decides what documents say: %s', (pattern) => {
  expect(all(pattern).length).toBeGreaterThan(0);
  expect(all(pattern).filter((file) => !covered.has(file))).toEqual([]);
});

test('covered code imports covered code, except for directories and stores', () => {
  const beyond = imports.filter(
    ({ from, to, typeOnly }) => covered.has(from) && !typeOnly && own.test(to) && !covered.has(to),
  );
  expect(
    beyond.filter(({ to }) => to.endsWith('.ts') && !/^compiler\/(edition|store)\//.test(to)),
  ).toEqual([]);
});

test('only these errors extend Error: the rest reach people without a stack', () => {
  const direct = files
    .filter((file) => /^(compiler|sources)\//.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/class (\w+) extends Error\b/g)].map(([, name]) => name),
    );
  expect(direct.sort()).toEqual([
    'FetchError',
    'HtmlError',
    'PackedError',
    'PrivateAddressError',
    'ReportedError',
    'StoppedError',
    'TransientFault',
  ]);
});

test('only print.ts and the logs of the worker print', () => {
  const printing = files.filter(
    (file) =>
      !file.startsWith('client/') && /std(out|err)\.write\(|console\.\w+\(/.test(textOf(file)),
  );
  // keys.ts and log.ts print only text of our own, and sign-up.ts only the name of an error.
  expect(printing.sort()).toEqual([
    'compiler/report/print.ts',
    'server/http/log.ts',
    'server/keys/keys.ts',
    'server/sign-up/sign-up.ts',
  ]);
});

const linesOfCode = glob
  .sync(['server/**/*.ts', 'schemas/*.ts', 'compiler/serve/*.ts'], { cwd: root })
  .flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
      .map((line) => ({ file, line })),
  );

test('only key-format.ts compares tags and secrets, always to their end', () => {
  const compares = /\b(tag|secret|digest)s?\b\s*(===|!==|==|!=)|(===|!==)\s*\b(tag|secret)\b/i;
  // An entity tag is no secret, and "" and null are no values of one.
  const found = linesOfCode.filter(
    ({ file, line }) =>
      compares.test(line) &&
      !/null|undefined|''/.test(line) &&
      file !== 'server/http/representation.ts',
  );
  expect(found).toEqual([]);
  const [, body = ''] =
    /function equalInConstantTime[^{]*\{([\s\S]*?)\n\}/.exec(textOf('server/keys/key-format.ts')) ??
    [];
  expect(body.match(/\breturn\b/g)).toHaveLength(2);
  expect(body).toMatch(/^\s*if \(a\.length !== b\.length\) return false;/);
  expect(body).not.toMatch(/\bbreak\b|\bevery\b|\bsome\b/);
});
