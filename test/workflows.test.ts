// The workflows run only what is named by its content, and a secret is seen only by the step that
// needs it.
import { spawnSync, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { sources } from '#sources/index.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { unstable_readConfig } from 'wrangler';
import { compatibilityDate } from '#compiler/serve/serve.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { nothingToPublish, sourceKeys } from '#schemas/codes.ts';
import { changelog } from '#server/meta/changelog.ts';
import { servingOf } from '#schemas/divided-catalogue.ts';
import { ingestStatus } from '#server/meta/ingest-status.ts';
import { stateOf } from '#server/pages/service-pages.ts';
import { sampleDirectory } from './compiled-data.ts';
import { catalogueWith } from './server/catalogues.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const workflows = glob.sync('.github/workflows/*.yml', { cwd: root });

describe.each(workflows)('%s', (file) => {
  const text = read(file);

  test('names each action by its commit, with the version beside it', () => {
    for (const [use] of text.matchAll(/^.*\buses: .*$/gm))
      expect(use).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('may only read, except a job that deploys pages and runs nothing else', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
    const jobs = text.split(/^ {2}(?=[\w-]+:\n)/m).filter((job) => /: write(-all)?$/m.test(job));
    for (const job of jobs) {
      expect(job.match(/[\w-]+: write/g)).toEqual(['pages: write', 'id-token: write']);
      expect(job).not.toContain('run:');
      expect(job.match(/uses: [\w/-]+/g)).toEqual(['uses: actions/deploy-pages']);
    }
  });

  test('ends after a time', () => {
    expect(text).toMatch(/^ {4}timeout-minutes: \d+$/m);
  });

  test('shows a secret to no step that installs packages, nor to one before that', () => {
    const [head = '', ...steps] = text.split(/^ {6}- /m);
    expect(head).not.toContain('secrets.');
    const lastInstall = steps.findLastIndex((step) => /\bnpm (ci|install)\b|\.ci\/run/.test(step));
    expect(steps.findIndex((step) => step.includes('secrets.'))).toSatisfy(
      (first: number) => first === -1 || first > lastInstall,
    );
  });
});

describe('the day', () => {
  const text = read('.github/workflows/daily.yml');
  const [, script = ''] = / {8}run: \|\n((?: {10}.*\n)+)/.exec(text) ?? [];

  test('begins once a day, at an hour that is written down', () => {
    const [, schedule = ''] = /^on:\n {2}schedule:\n((?: {4}.*\n)+)/m.exec(text) ?? [];
    const [cron, ...more] = schedule.split('\n').filter((line) => !/^ *(?:#|$)/.test(line));
    expect(cron).toMatch(/^ {4}- cron: '[1-5]?\d (?:1?\d|2[0-3]) \* \* \*'$/);
    expect(more).toEqual([]);
  });

  test('gets the keys of all publishers, the place of the store and its region', () => {
    const given = [...text.matchAll(/^ {10}(\w+): \$\{\{ (.+) \}\}$/gm)].map(([, name]) => name);
    const keys = sources.flatMap(({ publisherKey }) => publisherKey?.variable ?? []);
    expect(keys.length).toBeGreaterThan(0);
    expect(given).toEqual(
      expect.arrayContaining([
        ...keys,
        'STORE',
        'NEW',
        'STRICT',
        'SIGNING_KEY',
        'AWS_REGION',
        'AWS_ENDPOINT_URL_S3',
      ]),
    );
    expect(text).toMatch(/^concurrency:\n {2}group: daily\n {2}cancel-in-progress: false$/m);
  });

  test.each([
    [0, 0, ''],
    [3, 0, '::warning title=A person must decide'],
    [3, 3, '::error title=A person must decide', '1'],
    [4, 4, '::error title=A publisher'],
    [1, 1, '::error title=The day is broken'],
    [2, 2, '::error title=The settings are wrong'],
  ])('that ends with %i ends the run with %i: %s', (code, ended, told, strict = '') => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'reports'));
    // Wrong settings stop the day before its report.
    if (code !== 2) writeFileSync(join(folder, 'reports/report.md'), '# The day\n');
    writeFileSync(join(folder, 'npx'), `#!/bin/sh\necho "$@"\nexit ${code}\n`, { mode: 0o755 });
    const { status, stdout } = spawnSync('bash', ['-e', '-c', script], {
      encoding: 'utf8',
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        RUNNER_TEMP: folder,
        GITHUB_STEP_SUMMARY: join(folder, 'summary'),
        STORE: '/the/store',
        NEW: '1',
        STRICT: strict,
        SIGNING_KEY: 'PEM',
      },
    });
    const [ran, ...more] = stdout.split('\n');
    expect(ran).toBe(
      `lmi daily --store /the/store --out ${folder}/reports --new-store --sign ` +
        `${folder}/signing.pem`,
    );
    expect([status, more.join('\n').startsWith(told)]).toEqual([ended, true]);
    expect(readFileSync(join(folder, 'summary'), 'utf8')).toBe(
      code === 2 ? 'There is no report. The log of the step `day` says why.\n' : '# The day\n',
    );
    expect(existsSync(join(folder, 'signing.pem'))).toBe(false);
  });
});

// What the pages in docs/ list stays whole: every package, and every setting of the worker.

/** What stands in the first column of the tables. */
const listed = (page: string): string[] =>
  [...read(page).matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll('`', '').split(', '),
  );

test('docs/dependencies.md has a reason for each package, and for no other', () => {
  const {
    dependencies,
    devDependencies,
    optionalDependencies,
  }: Record<string, Record<string, string>> = JSON.parse(read('package.json'));
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(
    listed('docs/dependencies.md')
      .filter((name) => name !== 'package')
      .toSorted(),
  ).toEqual(packages.toSorted());
});

test('docs/settings.md names every setting of the worker', () => {
  const settings = ['server/worker.ts', 'server/sign-up/mail-settings.ts'].flatMap((file) =>
    [...read(file).matchAll(/^ {2}readonly ([A-Z_]+)\??: (?!Durable|Fetcher|R2Bucket)/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(settings.length).toBeGreaterThan(10);
  expect(listed('docs/settings.md')).toEqual(expect.arrayContaining(settings));
});

test('Cloudflare has our date, and logs only what the worker writes', () => {
  const { observability, vars, compatibility_date } = unstable_readConfig({
    config: join(root, 'wrangler.json'),
  });
  const logs = { enabled: true, invocation_logs: false, head_sampling_rate: 1 };
  expect(observability).toMatchObject({
    enabled: true,
    head_sampling_rate: 1,
    logs,
    traces: { enabled: false },
  });
  expect([vars['LOG'], compatibility_date]).toEqual(['json-sampled', compatibilityDate]);
});

/**
 * Lines of docs/operations.md that a shell is given, in a folder that stands for /srv/lmi/service;
 * what they print.
 */
function walk(
  folder: string,
  lines: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): string {
  const script = lines.join('\n').replaceAll('/srv/lmi/service', folder);
  return execFileSync('sh', ['-euc', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  });
}

const operations = read('docs/operations.md').split('\n');
const lineWith = (text: string): string =>
  operations.find((line) => line.startsWith('    ') && line.includes(text)) ??
  expect.fail(`docs/operations.md has no line with ${text}`);

test('docs/operations.md: the backup, which has every secret in it, is for its owner alone', () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'state'));
  writeFileSync(join(folder, 'environment'), 'LMI_KEY_SECRET=a\n', { mode: 0o600 });
  walk(folder, ['umask 022', lineWith('tar -C')]);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
  expect(statSync(join(folder, archive)).mode & 0o777).toBe(0o600);
});

test('docs/operations.md keeps secrets out of the shell, one for lmi', () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'environment'), 'LMI_KEY_SECRET=first\nLMI_ADMIN_SECRET=second\n');
  writeFileSync(join(folder, 'lmi'), '#!/bin/sh\necho "$*"; env\n', { mode: 0o755 });
  const said = walk(folder, [
    lineWith('lmi_keys()'),
    lineWith('lmi_keys create'),
    'echo after; set',
  ]);
  const [during = '', after = ''] = said.split(/^after$/m);
  expect(during).toMatch(/^keys create ana\n/);
  expect(during).toContain('LMI_ADMIN_SECRET=second');
  expect(during).not.toContain('first');
  expect(after).not.toMatch(/first|second/);
});

test("a public call runs no stranger's package: it fails elsewhere", () => {
  const folder = 'server/pages/guides';
  const texts = readdirSync(join(root, folder)).map((name) => read(`${folder}/${name}`));
  const calls = texts
    .flatMap((text) => [...text.matchAll(/^```sh\n(.*\blmi .*)$/gm)])
    .map(([, call = '']) => call);
  expect(calls.length).toBeGreaterThan(2);
  for (const call of calls) expect(call).toMatch(/^npm run --silent lmi -- (pull|get|search) /);
});

test('every target of make that a page names is in the Makefile', () => {
  const targets = [...read('Makefile').matchAll(/^([a-z-]+):/gm)].map(([, target]) => target);
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const named = ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => `docs/${name}`)].flatMap(
    (page) => [...read(page).matchAll(/(?:^ {4}|`)make ([a-z-]+)/gm)].map(([, target]) => target),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((target) => !targets.includes(target))).toEqual([]);
});

// The README stays true: npm run check holds its tables, and the answer that it shows is the one
// that the sample gives.

test('the curl line gives the answer that stands beneath it', async () => {
  const text = read('README.md');
  const [, path = '', shown] =
    /\$ curl .*'http:\/\/127\.0\.0\.1:8787(\/[^']*)'\n\s+(.*)\n/.exec(text) ?? [];
  expect((await (await answerOffline(sampleDirectory())(path)).text()).trim()).toBe(shown);
});

test('the two answers at its top are those of the sample, member by member', async () => {
  const ask = answerOffline(sampleDirectory());
  const [heading = '', , ...rows] =
    /(?:^\| `GET .*\n)(?:^\|.*\n)+/m.exec(read('README.md'))?.[0].trim().split('\n') ?? [];
  const cellsOf = (line: string) => line.slice(1, -1).split('|');
  const answers = await Promise.all(
    cellsOf(heading).map(async (cell) =>
      JSON.parse(await (await ask(/GET ([^`]+)/.exec(cell)?.[1] ?? '')).text()),
    ),
  );
  let compared = 0;
  for (const [place, cell] of rows.flatMap((line) => [...cellsOf(line).entries()])) {
    const [, path = '', shown = ''] = /^ `([^`]+)`: (.*) $/.exec(cell) ?? [];
    const value = path
      .split('.')
      .reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), answers[place]);
    const [said = ''] = shown.replaceAll('**', '').split(/ \(|, as /);
    expect([path, String(value).startsWith(said)]).toEqual([path, true]);
    compared += 1;
  }
  expect(compared).toBe(16);
});

test('the picture of a page is there, is small, and is called invented', () => {
  const text = read('README.md');
  const [, file = '', after = ''] = /!\[[^\]]+\]\((docs\/[^)]+\.png)\)\s*([^\n]*)/.exec(text) ?? [];
  expect(statSync(join(root, file)).size).toBeLessThanOrEqual(200_000);
  expect(after).toMatch(/^The figures in this picture are invented/);
});

test('a source of which nobody can publish anything today is told so on the status page', () => {
  const told = nothingToPublish['employer-skills-survey'] ?? '';
  expect(told).toMatch(/by SOC 2010, so there are no vacancies by SOC 2020 today\.$/);
  const { sources } = ingestStatus(servingOf(catalogueWith([], {}, sourceKeys)), 0);
  expect(
    sources.filter((source) => stateOf(source).includes(told)).map(({ source }) => source),
  ).toEqual(['employer-skills-survey']);
});

describe('one version', () => {
  const { version, homepage, repository, bugs, engines } = JSON.parse(read('package.json'));

  test('all versions agree, and a release compares its tag', () => {
    const lock = JSON.parse(read('package-lock.json'));
    expect({
      lock: [lock.version, lock.packages[''].version],
      changelog: changelog[0].version,
      page: /^## (\S+),/m.exec(read('CHANGELOG.md'))?.[1],
      openApi: JSON.parse(read('schemas/openapi.json')).info.version,
    }).toEqual({ lock: [version, version], changelog: version, page: version, openApi: version });
    expect(read('.github/workflows/release.yml')).toContain(
      'test "v$(npm pkg get version | tr -d \'"\')" = "$GITHUB_REF_NAME"',
    );
  });

  test('the owner of the repository is named in the same way wherever one is', () => {
    const [, owner = ''] = /github\.com\/([\w-]+)\//.exec(repository.url) ?? [];
    expect(homepage).toBe(`https://${owner}.github.io/labour-market-information/`);
    expect(bugs).toBe(`https://github.com/${owner}/labour-market-information/issues`);
    expect(read('README.md')).toContain(homepage);
  });

  test('npm warns of no Node that README calls enough: engines is what the launcher needs', () => {
    const [, enough] = /Node (\d+) is enough/.exec(read('README.md')) ?? [];
    expect(engines.node).toBe(`>=${enough}`);
  });
});

test('the container holds the Node of its image alone', () => {
  expect(read('Dockerfile')).toMatch(/npm ci .*&& rm -r node_modules\/node-linux-\* /);
});
