// The project has one version, one owner and one Node, wherever they are named.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { changelog } from '#server/meta/changelog.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

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
