// What leaves the checkout: packed, installed in empty folders, and used there as a command, as a
// client and as a worker.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { filesBeneath } from '#compiler/edition/files.ts';
import { serve } from '#compiler/serve/serve.ts';
import { bundleOf } from '../bundle/scene.ts';
import { compileSample, sampleOf, spine } from '../compiler/spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryDirectory();
const installed = join(folder, 'node_modules/labour-market-information');
const run = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const lmi = (...args: readonly string[]) =>
  run(process.execPath, join(installed, 'bin/lmi.js'), ...args);

/** A folder in which only the client is installed. */
const alone = temporaryDirectory();
const client = join(alone, 'node_modules/labour-market-information-client');

let bundle: string;
let packed: { readonly filename: string };
beforeAll(async () => {
  const directory = temporaryDirectory();
  await compileSample(directory, await Promise.all(spine.map(sampleOf)));
  bundle = (await bundleOf({ directory })).path;
  [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  // What the checkout's own installation has fetched lies in npm's cache; where it does not, the
  // registry is asked.
  const install = (cwd: string, tarball: string) => {
    writeFileSync(join(cwd, 'package.json'), '{"private":true,"type":"module"}');
    const args = [
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      join(folder, tarball),
    ];
    execFileSync('npm', args, { cwd, stdio: 'ignore' });
  };
  install(folder, packed.filename);
  install(
    alone,
    packed.filename.replace('labour-market-information', 'labour-market-information-client'),
  );
}, 600_000);

interface Component {
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly { readonly content: string }[];
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}

test('no TypeScript but types, and nothing of the checkout', () => {
  const own = filesBeneath(installed).map(({ path }) => `/${path}`);
  const files = own.filter((file) => !file.startsWith('/node_modules/'));
  expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
  expect(files.filter((file) => /\/(test|bench|dist\/source)\//.test(file))).toEqual([]);
  const modules = files.filter((file) => /\/dist\/.*\.(js|d\.ts)$/.test(file));
  expect(modules.length).toBeGreaterThan(400);
  for (const file of modules)
    expect(readFileSync(join(installed, file), 'utf8'), file).not.toMatch(
      /(from |import\()["'](#|\.[^"']*\.ts["'])/,
    );
});

test('the package asks for no Node of its own, takes at most 250 MB, and says its version', () => {
  const { engines, version, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  );
  expect(engines).toEqual({ node: '>=22.15' });
  expect(
    Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) =>
      name.startsWith('node-'),
    ),
  ).toEqual([]);
  expect(Number(run('du', '-sk', 'node_modules').split('\t')[0])).toBeLessThan(250_000);
  expect(lmi('--version')).toBe(`${version}\n`);
});

test('an older Node is told what lmi needs, in the checkout and in the package', () => {
  const older =
    'data:text/javascript,Object.defineProperty(process, "versions", { value: { ' +
    '...process.versions, node: "20.1.0" } })';
  const told = (program: string) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', older, program, '--version'],
      { encoding: 'utf8' },
    );
    return [status, stderr.split('\n  ')];
  };
  expect(told(join(root, 'bin/lmi.js'))).toEqual([
    2,
    [
      'lmi needs Node 22.18 or newer, this is 20.1.0',
      'npm ci installs one, and npx lmi uses it; without npx: node_modules/.bin/node bin/lmi.js\n',
    ],
  ]);
  expect(told(join(installed, 'bin/lmi.js'))).toEqual([
    2,
    ['lmi needs Node 22.15 or newer, this is 20.1.0', 'install Node 24\n'],
  ]);
});

test('lmi get, search, verify and unpack, from a bundle', () => {
  expect(JSON.parse(lmi('get', '/v1/occupations/2134', '--data', bundle))).toMatchObject({
    soc2020: '2134',
  });
  expect(lmi('search', 'sofware', 'engineer', '--data', bundle)).toMatch(/^2134 /m);
  expect(lmi('verify', bundle)).toMatch(/as published$/m);
  expect(lmi('pull', bundle, '--data', 'data')).toMatch(/^data: /);
  expect(JSON.parse(lmi('get', '/v1/occupations/2134', '--data', 'data'))).toMatchObject({
    soc2020: '2134',
  });
  // It compiles as the checkout does.
  lmi('compile', '--sample', '--source', 'soc-structure', '--data', 'sample');
  expect(existsSync(join(folder, 'sample/catalogue.json'))).toBe(true);
});

describe('workbooks are read', () => {
  let bill: { readonly components: readonly Component[] };
  beforeAll(() => {
    bill = JSON.parse(readFileSync(join(installed, 'dist/sbom.cdx.json'), 'utf8'));
  });
  const versionIn = (node_modules: string, name: string): string | null => {
    const file = join(node_modules, name, 'package.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
  };

  test('with exceljs and the unzipper of the checkout, and no other is installed', () => {
    expect(
      readdirSync(join(folder, 'node_modules')).filter((name) => /^(exceljs|unzipper)$/.test(name)),
    ).toEqual([]);
    for (const name of ['exceljs', 'unzipper']) {
      const version = versionIn(join(root, 'node_modules'), name);
      expect(bill.components.filter((one) => one.name === name)).toMatchObject([
        { version, properties: [{ name: 'lmi:place', value: 'dist/bundled/exceljs.cjs' }] },
      ]);
      expect(readFileSync(join(installed, 'dist/bundled/LICENSES.txt'), 'utf8')).toContain(
        `${name} ${version} (MIT)\n\n`,
      );
    }
    expect(versionIn(join(root, 'node_modules'), 'unzipper')).toMatch(/^0\.(1[2-9]|[2-9]\d)\./);
    expect(
      readFileSync(join(installed, 'dist/sources/kit/read/workbook-styles.js'), 'utf8'),
    ).toContain("import('../../../bundled/exceljs.cjs')");
  });

  test('its versions are those of the checkout, by name and hash', () => {
    const lock: Readonly<Record<string, { version?: string; integrity?: string }>> = JSON.parse(
      readFileSync(join(root, 'package-lock.json'), 'utf8'),
    ).packages;
    const locked = new Set(
      Object.entries(lock).map(([path, { version, integrity = '' }]) =>
        [path.split('node_modules/').at(-1), version, integrity].join(' '),
      ),
    );
    for (const { name, version, hashes } of bill.components) {
      const integrity = (hashes ?? [])
        .map(({ content }) => `sha512-${Buffer.from(content, 'hex').toString('base64')}`)
        .join();
      expect(locked).toContain([name, version, integrity].join(' '));
    }
    expect(bill.components.length).toBeGreaterThan(100);
  });
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
  const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--skipLibCheck',
  ];
  run(join(root, 'node_modules/.bin/tsc'), ...options, ...types, 'src/use.ts');
  expect(run(process.execPath, 'src/use.ts', bundle)).toBe(
    'Programmers and software development professionals\n',
  );
});

test('the installed worker answers from a packed bundle', () => {
  const program = [
    'const { serve } = await ' +
      `import(${JSON.stringify(join(installed, 'dist/compiler/serve/serve.js'))});`,
    `const serving = await serve({ data: ${JSON.stringify(bundle)}, state: 'state', port: 0 });`,
    'const response = await fetch(`${serving.url}/v1/occupations/2134`, { headers: { ' +
      "'X-API-Key': serving.key } });",
    'console.log(response.status, (await response.json()).soc2020);',
    'await serving.close();',
  ].join('\n');
  writeFileSync(join(folder, 'serve.mjs'), program);
  expect(run(process.execPath, 'serve.mjs')).toBe('200 2134\n');
});

describe('the client alone', () => {
  const inAlone = (command: string, ...args: readonly string[]) =>
    promisify(execFile)(command, args, { cwd: alone, encoding: 'utf8' });
  /** The machine's own Node, which may be 20; not the checkout's. */
  const machineNode =
    (process.env['PATH'] ?? '')
      .split(':')
      .map((place) => join(place, 'node'))
      .find((file) => !file.includes('node_modules') && existsSync(file)) ?? process.execPath;
  const program = (entry: string) =>
    [
      `import { openData } from '${entry}';`,
      "import { ProblemError } from 'labour-market-information-client';",
      'const [place, key] = process.argv.slice(2);',
      'const data = await openData(place, key === undefined ? {} : { key });',
      "const { title } = await data.occupation({ soc: '2134' });",
      "const problem = await data.occupation({ soc: '9999' }).catch((error) => error);",
      'console.log(title, problem instanceof ProblemError && problem.status);',
    ].join('\n');
  const expected = 'Programmers and software development professionals 404\n';

  test('brings no other package, and its entry for servers has at most 34 kB', () => {
    expect(
      readdirSync(join(alone, 'node_modules')).filter((name) => !name.startsWith('.')),
    ).toEqual(['labour-market-information-client']);
    expect(JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))).not.toHaveProperty(
      'dependencies',
    );
    expect(statSync(join(client, 'index.js')).size).toBeLessThanOrEqual(34_000);
    const bytes = filesBeneath(client).reduce(
      (sum, { path }) => sum + statSync(join(client, path)).size,
      0,
    );
    expect(bytes).toBeLessThan(1_050_000);
  });

  test('asks a server, with the Node of this machine', async () => {
    writeFileSync(join(alone, 'ask.js'), program('labour-market-information-client'));
    const serving = await serve({ data: bundle, state: join(alone, 'state'), port: 0 });
    try {
      expect((await inAlone(machineNode, 'ask.js', serving.url, serving.key)).stdout).toBe(
        expected,
      );
    } finally {
      await serving.close();
    }
  });

  test('reads a packed bundle and a folder', async () => {
    writeFileSync(join(alone, 'read.js'), program('labour-market-information-client/disk'));
    lmi('pull', bundle, '--data', join(alone, 'data'));
    for (const place of [bundle, 'data'])
      expect((await inAlone(process.execPath, 'read.js', place)).stdout).toBe(expected);
    await expect(
      inAlone(
        process.execPath,
        '-e',
        "import('labour-market-information-client').then((client) => client.openData('data'))",
      ),
    ).rejects.toThrow(
      /data: expected the address of a server.*\n {2}for data on this machine: import/,
    );
  });

  test('its types need no other package, and are those of the package with the command', () => {
    const types = [
      'import type { Answer as Alone, Calls as CallsAlone, ProblemDetails as ' +
        "ProblemAlone } from 'labour-market-information-client';",
      "import type { Client } from 'labour-market-information-client/disk';",
      "import type { Answer, Calls, ProblemDetails } from 'labour-market-information';",
      'type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;',
      'type Differing = { [Id in keyof Calls]: Same<Answer<Id>, Alone<Id>> extends true ' +
        '? never : Id }[keyof Calls];',
      'const all: Same<Differing, never> = true;',
      'const rest: [Same<Calls, CallsAlone>, Same<ProblemDetails, ProblemAlone>] = [true, true];',
      'const told = async (data: Client): Promise<string> => (await data.occupation({ ' +
        "soc: '2134' })).title;",
      '// @ts-expect-error an answer has no such member',
      "const untold = (data: Client) => data.occupation({ soc: '2134' }).then((answer) " +
        '=> answer.colour);',
      'export { all, rest, told, untold };',
    ].join('\n');
    writeFileSync(join(alone, 'types.ts'), types);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'nodenext',
      skipLibCheck: false,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { 'labour-market-information': [join(installed, 'dist/client/index.d.ts')] },
    };
    const configuration = { compilerOptions, files: ['types.ts'] };
    writeFileSync(join(alone, 'tsconfig.json'), JSON.stringify(configuration));
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', alone], { encoding: 'utf8' });
  });

  test('esbuild bundles it for pages within 30 kB', async () => {
    const entry = join(alone, 'page.js');
    const use = "globalThis.opened = openData('https://lmi.example.org');";
    writeFileSync(entry, `import { openData } from 'labour-market-information-client';\n${use}\n`);
    const options = {
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    } as const;
    const [output] = (await esbuild({ entryPoints: [entry], ...options })).outputFiles;
    expect(output?.text).toContain('/v1/occupations/{soc}/pay');
    expect(output?.text).not.toMatch(/from ?["']node:/);
    expect(output?.text.length).toBeLessThanOrEqual(30_000);
  });
});
