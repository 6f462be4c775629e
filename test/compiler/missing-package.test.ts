// What a command says where npm install --omit=optional has left out a package that it needs.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { installationErrorOf } from '#compiler/release/installation.ts';
import { describeMissingPackage } from '#compiler/fetch/own-package.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** What Node throws for a statement in a folder where nothing is installed. */
function faultOf(statement: string): Error {
  const program = `
    const report = ({ message, code }) => console.log(JSON.stringify({ message, code }));
    ${statement}.catch(report);`;
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: temporaryDirectory(),
    encoding: 'utf8',
  });
  const { message, code } = JSON.parse(told);
  return Object.assign(new Error(message), { code });
}

test('an optional package: its name, and the command that installs it', () => {
  expect(describeMissingPackage(faultOf("import('miniflare')"))).toMatch(
    /^miniflare is not installed, and this command needs it\n {2}npm install esbuild@[\d.]+ miniflare@[\d.]+$/,
  );
});

test('a package that one command needs alone is installed alone', () => {
  expect(describeMissingPackage(faultOf("import('@modelcontextprotocol/server')"))).toMatch(
    /^@modelcontextprotocol\/server is not installed, and this command needs it\n {2}npm install @modelcontextprotocol\/server@[\d.]+$/,
  );
});

test('any other package or file: the installation is broken, and what repairs it', () => {
  for (const missing of ['commander', './absent.mjs'])
    expect(installationErrorOf(faultOf(`import('${missing}')`))).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/the installation is broken: Cannot find .*\n {2}run npm ci/),
    });
  expect(installationErrorOf(new Error("Cannot find package 'commander'"))).toBeNull();
});

test('any other fault is none of an optional package', () => {
  expect(describeMissingPackage(faultOf("import('commander')"))).toBeNull();
  expect(describeMissingPackage(faultOf("import('./absent.mjs')"))).toBeNull();
  expect(
    describeMissingPackage(
      faultOf('Promise.reject(new Error("Cannot find package \'miniflare\'"))'),
    ),
  ).toBeNull();
});
