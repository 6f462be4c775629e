// Finds what stops this machine from compiling and serving. Each finding is a line with its repair.
// It changes nothing and prints no secret.
import { catalogueFile, nearestFolder } from '../edition/data-directory.ts';
import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import { spine } from '#schemas/codes.ts';
import { logoFile } from '#schemas/stored-files.ts';
import { CatalogueError, requireCatalogue } from '../edition/catalogue.ts';
import { clockRepair, isClockBehind } from '../edition/clock.ts';
import { keptLogo } from '../edition/logo.ts';
import { size } from '../report/report.ts';
import type { Source } from '#sources/kit/source.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { listKeys } from '../serve/keys.ts';
import { adminSecret, runningUrl } from '../serve/secrets.ts';
import { verifyDirectory } from './verify.ts';

export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly repair: string | null;
}

export interface DoctorOptions {
  readonly directory: string;
  /** True if a person named the directory: then it must hold data. */
  readonly isNamed?: boolean;
  readonly sources: readonly Source[];
  readonly environment: NodeJS.ProcessEnv;
  readonly now: Date;
}

const ok = (what: string): Finding => ({ level: 'ok', what, repair: null });
const warn = (what: string, repair: string): Finding => ({ level: 'warn', what, repair });
const fail = (what: string, repair: string): Finding => ({ level: 'fail', what, repair });

export async function examineMachine(options: DoctorOptions): Promise<Finding[]> {
  const { directory, isNamed = false, environment, now, sources } = options;
  const { catalogue, findings } = await examineCatalogue(directory, isNamed);
  return [
    examineClock(now, catalogue),
    examineSpace(directory, catalogue),
    ...findings,
    ...examineLogo(directory, catalogue),
    ...examineKeys(sources, environment),
  ];
}

/**
 * The licence of Skills England requires its logo wherever its data are shown. The sample must not
 * show it.
 */
function examineLogo(directory: string, catalogue: Catalogue | null): Finding[] {
  if (catalogue === null || catalogue.sample) return [];
  const needing = catalogue.sources.filter(
    ({ key, served }) => served.length > 0 && logoSources.has(key),
  );
  if (needing.length === 0) return [];
  return [
    keptLogo(directory) !== null
      ? ok(`${logoFile}: pages show the logo of Skills England`)
      : warn(
          `${directory}: has no logo of Skills England, which its licence asks pages to ` +
            'show; they show the attribution alone',
          'download the stacked blue logo from ' +
            `${needing[0]?.landingPage ?? 'its site'}, and set LMI_LOGO to the file`,
        ),
  ];
}

const logoSources: ReadonlySet<string> = new Set(['occupational-maps', 'apprenticeship-standards']);

/**
 * How many keys the server of a state directory has made. Only that server knows: while it writes,
 * nobody else can read its files. Empty if it does not answer.
 */
export async function examineServer(state: string): Promise<Finding[]> {
  const url = await runningUrl(state);
  if (url === null || url.startsWith('unix:')) return [];
  try {
    const keys = await listKeys({ url, secret: await adminSecret(state) });
    return [ok(`keys: the server at ${url} has made ${keys.length}`)];
  } catch (error) {
    if (error instanceof ReportedError) return [];
    throw error;
  }
}

function examineClock(now: Date, catalogue: Catalogue | null): Finding {
  if (catalogue !== null && isClockBehind(catalogue, now))
    return fail(
      `clock: ${now.toISOString()}, which is before the catalogue was written ` +
        `(${catalogue.written})`,
      clockRepair,
    );
  return now.getUTCFullYear() < 2026
    ? fail(`clock: ${now.toISOString()}, which is before this service was written`, clockRepair)
    : ok(`clock: ${now.toISOString()}`);
}

/**
 * A run writes new editions next to the old ones, so it needs twice the served bytes, and at least
 * this many.
 */
const leastBytes = 2e9;

function examineSpace(directory: string, catalogue: Catalogue | null): Finding {
  const { bavail, bsize } = statfsSync(nearestFolder(directory));
  const free = bavail * bsize;
  const served = (catalogue?.editions ?? [])
    .filter(({ state }) => state === 'served')
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const wanted = Math.max(leastBytes, 2 * served);
  const what = `disk: ${size(free)} free at ${nearestFolder(directory)}`;
  return free < wanted
    ? warn(`${what}, and a run may need ${size(wanted)}`, 'lmi prune, or make room')
    : ok(what);
}

async function examineCatalogue(
  directory: string,
  isNamed: boolean,
): Promise<{ catalogue: Catalogue | null; findings: Finding[] }> {
  try {
    const catalogue = requireCatalogue(directory);
    return { catalogue, findings: await agreement(directory, catalogue) };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const [what = '', repair = ''] = error.message.split('\n  ');
    // A directory without data is not a fault.
    const isBroken = isNamed || existsSync(join(directory, catalogueFile));
    return { catalogue: null, findings: [(isBroken ? fail : warn)(what, repair)] };
  }
}

/** Whether the data are as the catalogue says, byte for byte. */
async function agreement(directory: string, catalogue: Catalogue): Promise<Finding[]> {
  const { faults, remarks } = await verifyDirectory(directory);
  const findings = faults.slice(0, 10).map((fault) => {
    const [what = '', repair = 'lmi verify names every fault'] = fault.split('\n  ');
    return fail(what, repair);
  });
  const lacking = spine.filter(
    (key) => !catalogue.sources.some((source) => source.key === key && source.served.length > 0),
  );
  if (lacking.length > 0)
    findings.push(
      fail(
        `${lacking.join(' and ')}: nothing served, so the service answers 503`,
        'compile a release of it',
      ),
    );
  for (const remark of remarks.slice(0, 10))
    findings.push({ level: 'warn', what: remark, repair: null });
  const editionCount = catalogue.editions.length;
  const fine = `catalogue: its ${editionCount} editions are all there and as published`;
  return findings.length > 0 ? findings : [ok(fine)];
}

/** Without its publisher's key a source is not looked for. */
function examineKeys(
  sources: readonly Source[],
  environment: DoctorOptions['environment'],
): Finding[] {
  return sources.flatMap(({ key, publisherKey }) => {
    if (publisherKey === undefined) return [];
    const { variable } = publisherKey;
    return (environment[variable] ?? '').trim() === ''
      ? [
          warn(
            `${key}: ${variable} is not set, so no new release of it is looked for`,
            `ask the publisher for a key, and set ${variable}`,
          ),
        ]
      : [ok(`${key}: ${variable} is set`)];
  });
}
