#!/usr/bin/env node
// In the checkout Node runs the TypeScript itself; what was installed as a package has been built.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const source = new URL('../compiler/cli.ts', import.meta.url);
const isCheckout = existsSync(source);

// 22.15 has zstd, 22.18 runs TypeScript.
const needed = isCheckout ? [22, 18] : [22, 15];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > needed[0] || (major === needed[0] && minor >= needed[1])) {
  // V8 keeps what it has compiled beside the other packages. Where this user may not write there,
  // it compiles again.
  const cache = new URL(
    isCheckout ? '../node_modules/.cache/start' : '../../.cache/labour-market-information',
    import.meta.url,
  );
  nodeModule.enableCompileCache(fileURLToPath(cache));
  const { main } = await import(
    isCheckout ? source.href : new URL('../dist/compiler/cli.js', import.meta.url).href
  );
  await main(process.argv.slice(2));
} else {
  const repair =
    isCheckout && process.platform === 'linux'
      ? 'npm ci installs one, and npx lmi uses it; without npx: node_modules/.bin/node bin/lmi.js'
      : 'install Node 24';
  process.stderr.write(
    `lmi needs Node ${needed.join('.')} or newer, this is ${process.versions.node}\n  ${repair}\n`,
  );
  process.exitCode = 2;
}
