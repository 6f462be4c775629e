// Checks the bucket that the worker will serve, then deploys the worker to Cloudflare with
// wrangler.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { readPublicUrl } from '#server/http/settings.ts';
import { errorOfStart } from '../release/installation.ts';
import { refuseSample } from '../edition/data-directory.ts';
import { answerCode } from './answer-code.ts';
import { bucketOf } from '../store/s3-requests.ts';
import { type Store, StoreError } from '../store/store.ts';
import { catalogueOf } from '../store/stored-catalogue.ts';

export interface DeployOptions {
  /** The bucket's store; it must hold a catalogue. */
  readonly store: Store;
  /** PUBLIC_URL: where clients reach the service. The worker gets its host as a custom domain. */
  readonly publicUrl: string;
  /** Deploy even if the bucket holds the synthetic sample. */
  readonly sample: boolean;
  /** Build and check everything, and send nothing. */
  readonly dryRun: boolean;
  /** The folder to keep the built worker in. */
  readonly outdir?: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs wrangler with its output on standard error. Resolves to its exit code. Throws StoreError if
 * the bucket cannot be served.
 */
export async function deploy({
  store,
  publicUrl,
  sample,
  dryRun,
  outdir,
}: DeployOptions): Promise<number> {
  const program = wranglerProgram();
  const url = new URL(encryptedUrl(publicUrl));
  const { bucket, prefix } = bucketOf(store.name);
  const configuredBucket = bucketOfWorker();
  if (bucket !== configuredBucket)
    throw new StoreError(
      `${store.name}: wrangler.json binds the worker to the bucket "${configuredBucket}"\n  ` +
        'publish there, or change bucket_name',
    );
  const stored = await catalogueOf(store);
  if (stored === null)
    throw new StoreError(
      `${store.name}: holds no catalogue.json, so the worker would have nothing to serve\n  ` +
        `lmi publish ${store.name} first`,
    );
  refuseSample(store.name, stored.catalogue, sample, 'deploy');
  const values = { PUBLIC_URL: url.origin, ...(prefix === '' ? {} : { BUCKET_PREFIX: prefix }) };
  const settings = Object.entries(values).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
  const args = [
    'deploy',
    ...settings,
    '--define',
    `ANSWER_CODE:${JSON.stringify(answerCode())}`,
    '--domain',
    url.hostname,
    ...(dryRun ? ['--dry-run'] : []),
    ...(outdir === undefined ? [] : ['--outdir', outdir]),
  ];
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false' };
  const { error, status } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    stdio: ['ignore', 2, 'inherit'],
    env,
  });
  if (error !== undefined) throw errorOfStart(program, error);
  return status ?? 1;
}

function encryptedUrl(publicUrl: string): string {
  try {
    const url = readPublicUrl(publicUrl);
    if (url.startsWith('https:')) return url;
  } catch {
    // The error below names the option.
  }
  throw new StoreError(
    `--url is "${publicUrl}", expected an address such as https://lmi.example.org`,
  );
}

/** The bucket to which wrangler.json binds the worker. */
function bucketOfWorker(): string {
  const {
    r2_buckets: buckets,
  }: { readonly r2_buckets?: readonly { readonly bucket_name?: string }[] } = JSON.parse(
    readFileSync(join(root, 'wrangler.json'), 'utf8'),
  );
  return buckets?.[0]?.bucket_name ?? '';
}

/** The checkout has wrangler, as a development dependency. An installed package does not. */
function wranglerProgram(): string {
  try {
    const program = join(
      dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
      'bin/wrangler.js',
    );
    if (existsSync(program)) return program;
  } catch {
    // The error below says so.
  }
  throw new StoreError(
    'wrangler is not installed\n  ' +
      'run npm ci in a checkout, without --omit=dev, and lmi deploy there',
  );
}
