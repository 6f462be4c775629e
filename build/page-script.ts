// npm run page-script: bundles the script of the server's pages into server/pages/browser/page-script.json. With --check it compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundledScript } from '#compiler/serve/bundled-script.ts';

const file = fileURLToPath(new URL('../server/pages/browser/page-script.json', import.meta.url));
const written = `${JSON.stringify({ comment: 'Made of page-script.ts by npm run page-script.', text: await bundledScript('page-script') }, null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(file, written);
else if (readFileSync(file, 'utf8') !== written) {
  console.error('server/pages/browser/page-script.json is not what its modules make\n  npm run page-script writes it');
  process.exitCode = 1;
}
