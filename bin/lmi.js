#!/usr/bin/env node
// In the checkout Node runs the TypeScript itself; what was installed as a package has been built.
import { existsSync } from 'node:fs';

const source = new URL('../compiler/cli.ts', import.meta.url);
const { main } = await import(existsSync(source) ? source.href : new URL('../dist/compiler/cli.js', import.meta.url).href);
await main(process.argv.slice(2));
