// Packs the two packages, after npm pack has packed the checkout. The checkout's package.json names
// what only the checkout needs, and npm packs it as it is. So this makes the tarball of the package
// again in its place, and that of the client beside it. What npm prints about its own tarball is
// then no longer true: .npmrc silences it, and this prints the truth.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// npm passes its options to its scripts, and so to the npm that is started here: the folder, or a
// dry run.
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
  // Standard output is for npm's own result.
  for (const { filename, size, unpackedSize, integrity } of packed)
    process.stderr.write(`${filename}: ${size} bytes, ${unpackedSize} unpacked, ${integrity}\n`);
}
if (process.env['npm_config_json'] === 'true')
  process.stderr.write(
    'the size and the digest in the JSON are those of the checkout alone; of the ' +
      'packages, the lines above are true\n',
  );
