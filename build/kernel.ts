// npm run kernel: compiles compiler/learn/kernel/step.ts into compiler/learn/kernel.json. With --check it compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = fileURLToPath(new URL('../compiler/learn/', import.meta.url));
let wasm: Uint8Array | null = null;
const { error, stderr } = await asc.main(
  ['kernel/step.ts', '--baseDir', folder, '--outFile', 'step.wasm', '--runtime', 'stub', '--noAssert', '-O3', '--enable', 'simd'],
  {
    writeFile: (_, contents) => {
      wasm = Buffer.from(contents);
    },
  },
);
if (error !== null || wasm === null) throw new Error(stderr.toString());
const written = `${JSON.stringify({ comment: 'Made of kernel/step.ts by npm run kernel.', base64: Buffer.from(wasm).toString('base64') }, null, 2)}\n`;
const file = `${folder}kernel.json`;
if (!process.argv.includes('--check')) writeFileSync(file, written);
else if (readFileSync(file, 'utf8') !== written) {
  console.error('compiler/learn/kernel.json is not what kernel/step.ts makes\n  npm run kernel writes it');
  process.exitCode = 1;
}
