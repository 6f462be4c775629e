// The workflows run only what is named by its content, and a secret is seen only by the step that
// needs it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { sources } from '#sources/index.ts';
import { temporaryDirectory } from './temporary-directory.ts';

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
