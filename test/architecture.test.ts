// Who may import whom: what keeps the contract free of compiler and server, and the sources apart.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Import {
  readonly from: string;
  /** A path from the root for our own files, a package's name for others. */
  readonly to: string;
  readonly typeOnly: boolean;
  /** Loaded when it is asked for. */
  readonly called: boolean;
}

const files = glob.sync(['schemas/**/*.ts', 'sources/**/*.ts', 'compiler/**/*.ts', 'server/**/*.ts', 'client/**/*.ts'], { cwd: root });
const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(root, from), 'utf8');
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

function allowed(from: string, to: string): boolean {
  const [room = '', folder] = from.split('/');
  if (!own.test(to)) return true;
  if (to.startsWith('schemas/')) return true;
  switch (room) {
    case 'sources':
      if (from === 'sources/index.ts') return to.startsWith('sources/') || to === 'compiler/source.ts';
      if (to.startsWith(`sources/${folder}/`)) return true;
      if (to.startsWith('server/search/')) return folder === 'soc-index';
      return (
        /^compiler\/(source|licences|problem|release-name|isco-shares)\.ts$/.test(to) ||
        to.startsWith('compiler/read/') ||
        (to.startsWith('compiler/sample/') && from.endsWith('/sample.ts'))
      );
    case 'compiler':
      // What a person asks of editions rests on stores and on editions on disk, which know nothing of it.
      if (/^compiler\/(store|edition)\//.test(from) && /^compiler\/(operations|commands)\//.test(to)) return false;
      // An address is read before a deployment as the worker will read it.
      if (to === 'server/public-url.ts') return /^compiler\/(serve|deploy)\.ts$/.test(from);
      // The command line runs the router, the search and the local server; nothing else in compiler knows of them.
      if (to.startsWith('server/')) return /^compiler\/(answer-offline|search-offline|serve|workerd|keys|state-directory)\.ts$/.test(from);
      return to.startsWith('compiler/') || to === 'sources/index.ts';
    case 'client':
      // Over data on this machine the client answers as lmi get does, and loads that only then.
      return to.startsWith('client/') || (from === 'client/index.ts' && /^compiler\/(answer-offline|bundle\/bundle-store)\.ts$/.test(to));
    case 'server':
      return to.startsWith('server/');
    default:
      return false;
  }
}

test('there is something to look at', () => {
  expect(imports.length).toBeGreaterThan(100);
});

test('every import stays within the house', () => {
  expect(imports.filter(({ from, to }) => !allowed(from, to)).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

describe('packages', () => {
  const importers = (name: RegExp) => imports.filter(({ to, typeOnly }) => name.test(to) && !typeOnly).map(({ from }) => from);

  test('only the readers know exceljs and @e965/xlsx', () => {
    for (const from of importers(/^(exceljs|@e965\/xlsx)$/)) expect(from).toMatch(/^compiler\/read\//);
  });

  test('only the worker imports the platform', () => {
    for (const from of importers(/^cloudflare:/)) expect(from).toBe('server/worker.ts');
  });

  test('only one file of the worker knows the mail library, which opens sockets of the platform', () => {
    expect(importers(/^worker-mailer$/)).toEqual(['server/sign-up/smtp-mailer.ts']);
  });

  test('what the client carries to ask a server imports nothing of Node, which may be older or a browser', () => {
    const carried = new Set<string>();
    const visit = (file: string) => {
      if (carried.has(file)) return;
      carried.add(file);
      // What is imported by a call is loaded for data on this machine alone.
      for (const { to, typeOnly, called } of imports.filter((candidate) => candidate.from === file)) {
        if (typeOnly || called) continue;
        if (own.test(to)) visit(to);
        else expect(to, file).toMatch(/^typebox(\/.*)?$/);
      }
    };
    visit('client/index.ts');
    expect([...carried].filter((file) => !/^(client|schemas)\//.test(file))).toEqual([]);
  });

  test('what the worker carries imports no validator, no schema library and nothing of Node', () => {
    const carried = new Set<string>();
    const visit = (file: string) => {
      if (carried.has(file)) return;
      carried.add(file);
      for (const { to, typeOnly } of imports.filter((candidate) => candidate.from === file)) {
        if (typeOnly) continue;
        if (own.test(to)) visit(to);
        else expect(to, file).toMatch(/^(itty-router(\/.*)?|worker-mailer|cloudflare:workers)$/);
      }
    };
    visit('server/worker.ts');
    expect(carried.size).toBeGreaterThan(10);
  });
});

test('every source is a folder with the same six files', () => {
  const registered = readFileSync(join(root, 'sources/index.ts'), 'utf8').match(/'\.\/([a-z-]+)\/source\.ts'/g) ?? [];
  const folders = new Set(
    files.filter((file) => file.startsWith('sources/') && file !== 'sources/index.ts').map((file) => file.split('/')[1]),
  );
  expect(folders.size).toBe(registered.length);
  for (const folder of folders) {
    const names = files.filter((file) => file.startsWith(`sources/${folder}/`)).map((file) => file.split('/')[2]);
    for (const name of ['source.ts', 'parse.ts', 'reshape.ts', 'documents.ts', 'checks.ts', 'sample.ts'])
      expect(names, folder).toContain(name);
  }
});
