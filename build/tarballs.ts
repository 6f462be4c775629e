// Packs the two packages, after npm pack has packed the checkout. npm packs package.json as it is,
// and the checkout's names what only the checkout needs. So the tarball of the package is made
// again here, in place of the checkout's, and that of the client beside it. What npm says of the
// tarball that it made itself is no longer true then: .npmrc keeps it from saying so, and the truth
// is printed here.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// npm gives its options to its scripts, and they hold for the npm that is started here too: the
// folder, or that nothing is to be written.
const destination = resolve(
  process.env['INIT_CWD'] ?? '.',
  process.env['npm_config_pack_destination'] ?? '.',
);

for (const folder of ['package', 'client']) {
  const text = execFileSync(
    'npm',
    ['pack', '--json', '--silent', '--pack-destination', destination],
    {
      cwd: fileURLToPath(new URL(`../dist/${folder}`, import.meta.url)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const packed: { filename: string; size: number; unpackedSize: number; integrity: string }[] =
    JSON.parse(text);
  // Standard output is npm's own.
  for (const { filename, size, unpackedSize, integrity } of packed)
    process.stderr.write(`${filename}: ${size} bytes, ${unpackedSize} unpacked, ${integrity}\n`);
}
if (process.env['npm_config_json'] === 'true')
  process.stderr.write(
    'the size and the digest in the JSON are those of the checkout alone; of the ' +
      'packages, the lines above are true\n',
  );
