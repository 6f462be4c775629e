// What leaves the checkout: packed, installed in an empty folder, and used there as a command, as a client and as a worker.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleOf } from '../bundle/scene.ts';
import { compileSample, sampleOf, spine } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryDirectory();
const installed = join(folder, 'node_modules/labour-market-information');
const run = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const lmi = (...args: readonly string[]) => run(process.execPath, join(installed, 'bin/lmi.js'), ...args);

let bundle: string;
beforeAll(async () => {
  const directory = temporaryDirectory();
  await compileSample(directory, await Promise.all(spine.map(sampleOf)));
  bundle = (await bundleOf({ directory, sources: spine })).path;
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  // What the checkout's own installation has fetched lies in npm's cache; where it does not, the registry is asked.
  run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', join(folder, packed.filename));
}, 600_000);

interface Component {
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly { readonly content: string }[];
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}

/** The names of all packages in a folder of packages, those within packages too. */
function installedNames(node_modules: string): string[] {
  if (!existsSync(node_modules)) return [];
  const folders = readdirSync(node_modules).flatMap((name) =>
    name.startsWith('.') ? [] : name.startsWith('@') ? readdirSync(join(node_modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  return folders.flatMap((name) => [name, ...installedNames(join(node_modules, name, 'node_modules'))]);
}

test('no TypeScript but types, and nothing of the checkout', () => {
  const files = run(
    'find',
    installed,
    '-path',
    '*/node_modules/labour-market-information/node_modules',
    '-prune',
    '-o',
    '-type',
    'f',
    '-print',
  )
    .trim()
    .split('\n');
  expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
  expect(files.filter((file) => /\/(test|bench|dist\/source)\//.test(file))).toEqual([]);
  const modules = files.filter((file) => /\/dist\/.*\.(js|d\.ts)$/.test(file));
  expect(modules.length).toBeGreaterThan(400);
  for (const file of modules) expect(readFileSync(file, 'utf8'), file).not.toMatch(/(from |import\()["'](#|\.[^"']*\.ts["'])/);
});

test('lmi --version', () => {
  expect(lmi('--version')).toBe(`${JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).version}\n`);
});

test('lmi get, search, verify and unpack, from a bundle', () => {
  expect(JSON.parse(lmi('get', '/v1/occupations/2134', '--data', bundle))).toMatchObject({ soc2020: '2134' });
  expect(lmi('search', 'sofware', 'engineer', '--data', bundle)).toMatch(/^2134 /m);
  expect(lmi('verify', bundle)).toMatch(/as published$/m);
  expect(lmi('unpack', bundle, 'data')).toMatch(/^data: /);
  expect(JSON.parse(lmi('get', '/v1/occupations/2134', '--data', 'data'))).toMatchObject({ soc2020: '2134' });
});

describe('workbooks are read', () => {
  let bill: { readonly components: readonly Component[] };
  beforeAll(() => {
    bill = JSON.parse(readFileSync(join(installed, 'dist/sbom.cdx.json'), 'utf8'));
  });
  const inPlace = (place: string) => bill.components.filter(({ properties }) => properties.some(({ value }) => value === place));
  const versionIn = (node_modules: string, name: string): string | null => {
    const file = join(node_modules, name, 'package.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
  };

  test('with exceljs and the unzipper of the checkout, and no other is installed', () => {
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => /^(exceljs|unzipper)$/.test(name))).toEqual([]);
    for (const name of ['exceljs', 'unzipper']) {
      const version = versionIn(join(root, 'node_modules'), name);
      expect(bill.components.filter((one) => one.name === name)).toMatchObject([
        { version, properties: [{ name: 'lmi:place', value: 'dist/bundled/exceljs.cjs' }] },
      ]);
      expect(readFileSync(join(installed, 'dist/bundled/LICENSES.txt'), 'utf8')).toContain(`${name} ${version} (MIT)\n\n`);
    }
    expect(versionIn(join(root, 'node_modules'), 'unzipper')).toMatch(/^0\.(1[2-9]|[2-9]\d)\./);
    expect(readFileSync(join(installed, 'dist/sources/kit/read/workbook-rows.js'), 'utf8')).toContain(
      "import('../../../bundled/exceljs.cjs')",
    );
  });

  test('the bill of materials has each package that is installed, and no other but for other machines', () => {
    const names = new Set(inPlace('node_modules').map(({ name }) => name));
    const there = new Set(installedNames(join(folder, 'node_modules')).filter((name) => name !== 'labour-market-information'));
    expect([...there].filter((name) => !names.has(name))).toEqual([]);
    // The last two are of sharp's build for machines without a native one.
    const forOthers = /^@(esbuild|cloudflare\/workerd|img)[-/]|^node-(bin|linux|darwin)|^fsevents$|^@emnapi\/runtime$|^tslib$/;
    expect([...names].filter((name) => !there.has(name) && !forOthers.test(name))).toEqual([]);
  });

  test('its versions are those of the checkout, by name and hash', () => {
    const lock: Readonly<Record<string, { version?: string; integrity?: string }>> = JSON.parse(
      readFileSync(join(root, 'package-lock.json'), 'utf8'),
    ).packages;
    const locked = new Set(
      Object.entries(lock).map(([path, { version, integrity = '' }]) => [path.split('node_modules/').at(-1), version, integrity].join(' ')),
    );
    for (const { name, version, hashes } of bill.components) {
      const integrity = (hashes ?? []).map(({ content }) => `sha512-${Buffer.from(content, 'hex').toString('base64')}`).join();
      expect(locked).toContain([name, version, integrity].join(' '));
    }
    expect(bill.components.length).toBeGreaterThan(100);
  });
});

test('lmi sample compiles, where it is installed as in the checkout', () => {
  lmi('sample', '--source', 'soc-structure', '--out', 'sample');
  expect(existsSync(join(folder, 'sample/catalogue.json'))).toBe(true);
});

test('the client answers, and its types compile', () => {
  mkdirSync(join(folder, 'src'), { recursive: true });
  const program = [
    "import { type Answer, openData } from 'labour-market-information';",
    "const data = await openData(process.argv[2] ?? '');",
    "const occupation: Answer<'occupation'> = await data.occupation({ soc: '2134' });",
    'const title: string = occupation.title;',
    '// @ts-expect-error a median is not asked for by a colour',
    "void (() => data.pay({ soc: '2134', sex: 'blue' }));",
    'console.log(title);',
  ].join('\n');
  writeFileSync(join(folder, 'src/use.ts'), program);
  writeFileSync(join(folder, 'src/package.json'), '{"type":"module"}');
  run(
    join(root, 'node_modules/.bin/tsc'),
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--skipLibCheck',
    '--typeRoots',
    join(root, 'node_modules/@types'),
    '--types',
    'node',
    'src/use.ts',
  );
  expect(run(process.execPath, 'src/use.ts', bundle)).toBe('Programmers and software development professionals\n');
});

describe('lmi serve', () => {
  test('the installed worker answers from a packed bundle', () => {
    const program = [
      `const { serve } = await import(${JSON.stringify(join(installed, 'dist/compiler/serve/serve.js'))});`,
      `const serving = await serve({ data: ${JSON.stringify(bundle)}, state: 'state', port: 0 });`,
      "const response = await fetch(`${serving.url}/v1/occupations/2134`, { headers: { 'X-API-Key': serving.key } });",
      'console.log(response.status, (await response.json()).soc2020);',
      'await serving.close();',
    ].join('\n');
    writeFileSync(join(folder, 'serve.mjs'), program);
    expect(run(process.execPath, 'serve.mjs')).toBe('200 2134\n');
  });
});
