// Which code the digest of an edition covers: too little, and documents of old code are kept; too much, and a word in a command compiles
// everything again.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { codeFiles } from '#compiler/edition/code-digest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const covered = new Set(codeFiles());
const all = (pattern: string) => glob.sync(pattern, { cwd: root });

describe('covered, because it decides what documents say', () => {
  test.each([
    'schemas/**/*.ts',
    'sources/**/*',
    'server/{data/cache,search/*}.ts',
    'compiler/{pipeline,reading,checks}.ts',
    'compiler/release/*.ts',
    'compiler/edition/{describe,digest,edition-directory,revisions,write-documents}.ts',
    'package.json',
  ])('%s', (pattern) => {
    expect(all(pattern).length).toBeGreaterThan(0);
    expect(all(pattern).filter((file) => !covered.has(file))).toEqual([]);
  });
});

test('what covered code imports is covered, but for how data directories and stores are kept', () => {
  const imported = [...covered].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:import|export)\s+(?!type\s)[^;'"]*?from\s+'([#.][^']+)'/gm)].map(
      ([, to = '']) => (to.startsWith('#') ? to.slice(1) : normalize(join(dirname(file), to))),
    ),
  );
  const beyond = new Set(imported.filter((file) => file.endsWith('.ts') && !covered.has(file)));
  expect([...beyond].filter((file) => !/^compiler\/(edition|store)\//.test(file))).toEqual([]);
});
