// Asks publishers what `lmi update` would ask, reads what comes, and says how it differs from what
// the sources expect. It changes nothing: no data directory is opened, and what is downloaded lies
// in a temporary folder until it is read. `lmi probe --json` prints the report, to be sent to
// whoever mends a source. It holds no secret: no header of a request is in it, and a publisher's
// key that an answer repeats is blotted out.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LookedFor, listenTo } from '#sources/kit/looked-for.ts';
import { kindOf } from '#sources/kit/named-files.ts';
import {
  LayoutError,
  type Problem,
  UnreadableFileError,
  messageOf,
  problemOf,
} from '#sources/kit/problem.ts';
import { type FileFormat, sniff } from '#sources/kit/read/sniff.ts';
import type {
  DiscoveredRelease,
  Discovery,
  PublishedFile,
  Release,
  Source,
} from '#sources/kit/source.ts';
import { parseRelease } from '../edition/catalogue.ts';
import { systemClock } from '../fetch/retries.ts';
import { download } from '../fetch/download.ts';
import {
  type Credentials,
  type Exchange,
  FetchError,
  Http,
  type HttpOptions,
} from '../fetch/http.ts';
import { version } from '../fetch/own-package.ts';
import { Pace } from '../fetch/pace.ts';
import { credentialsOf, webOver } from '../fetch/web.ts';
import { type Compared, compare, describeDifferences } from './compare.ts';
import { type Evidence, verdictOn } from './judge.ts';
import { verdicts } from './verdicts.ts';

interface ProbeOptions {
  readonly wanted: readonly Source[];
  readonly http?: Pick<HttpOptions, 'clock' | 'timeouts' | 'standIns'>;
  readonly environment?: NodeJS.ProcessEnv;
  readonly progress: (doing: string) => void;
}

/** A person waits: an address is asked twice, and a daily run asks five times. */
const attempts = 2;

/**
 * Of a harvest with hundreds of files that may be missing, as many are taken as show the layout.
 */
const mostOptional = 20;

// More faults of one layout say nothing new.
const mostProblems = 50;

export type ProbeReport = Awaited<ReturnType<typeof probe>>;
export type SourceProbe = ProbeReport['sources'][number];

/**
 * Probes sources, all publishers at the same time. A source's fault is in its part of the report;
 * nothing is thrown.
 */
export async function probe(options: ProbeOptions) {
  const clock = options.http?.clock ?? systemClock;
  const at = new Date(clock.now());
  const folder = mkdtempSync(join(tmpdir(), 'lmi-probe-'));
  const inTurn = oneAtATime();
  try {
    const pace = new Pace(clock);
    // Nobody is asked for what is built in.
    const asked = options.wanted.filter(({ builtIn }) => builtIn === undefined);
    const sources = await Promise.all(
      asked.map((source, place) =>
        probeSource(source, { ...options, pace, at, folder: join(folder, String(place)), inTurn }),
      ),
    );
    return { format: 'lmi-probe/1' as const, version, at: at.toISOString(), sources };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs one work after the other: the largest workbooks would not fit in memory together. */
function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}

interface Surroundings extends ProbeOptions {
  readonly pace: Pace;
  readonly at: Date;
  readonly folder: string;
  readonly inTurn: InTurn;
}

/**
 * What became of a file. `bytes`: null if it was not asked for. `format`: what its first bytes are;
 * an .xlsx or .ods workbook is a zip.
 */
interface TakenFile {
  readonly state: 'not asked' | 'read' | 'failed' | 'left out';
  readonly bytes: number | null;
  readonly format: FileFormat | null;
}

interface Seen {
  readonly asked: Exchange[];
  readonly remarks: string[];
  readonly files: Map<string, TakenFile>;
  discovery: Discovery | null;
}

const keyless = 'the publisher asks for a key, and none is set';

async function probeSource(source: Source, options: Surroundings) {
  const started = performance.now();
  const { key, landingPage, publisherKey } = source;
  options.progress(`${key}: asking`);
  const seen: Seen = { asked: [], remarks: [], files: new Map(), discovery: null };
  const { evidence, credentials } = await gather(source, options, seen);
  const { asked, remarks, discovery } = seen;
  const { verdict, title } =
    evidence === null
      ? { verdict: 'no-key' as const, title: verdicts['no-key'].title }
      : verdictOn(evidence);
  const compared = compare(evidence?.lookedFor ?? []);
  const report = {
    source: key,
    /** docs/probe.md explains each. */
    verdict,
    title,
    /** What exactly was seen; null if everything is as expected. */
    because:
      evidence === null
        ? keyless
        : verdict === 'as-expected'
          ? null
          : becauseOf(evidence, compared),
    /** What a person can do; null if there is nothing to do. */
    today: verdicts[verdict].today?.(source) ?? null,
    landingPage,
    asked: asked.map(askedOf),
    /** Those that lmi update would take, the newest first, and only its files are read. */
    releases: (discovery?.releases ?? []).map((release, place) =>
      releaseOf(source, release, place === 0 ? seen.files : null),
    ),
    nextRelease: discovery?.nextRelease ?? null,
    remarks: [
      ...remarks,
      ...(discovery?.remarks ?? []),
      ...noticesOf(discovery),
      ...movedForGood(asked),
    ],
    compared,
    problems: problemsOf(key, evidence?.error ?? null),
    seconds: Number(((performance.now() - started) / 1000).toFixed(1)),
  };
  // Without the publisher's key, should an answer repeat it.
  const secret =
    publisherKey === undefined ? '' : (credentials?.headers[publisherKey.header] ?? '');
  if (secret === '') return report;
  return JSON.parse(
    JSON.stringify(report).replaceAll(JSON.stringify(secret).slice(1, -1), '…'),
  ) as typeof report;
}

/** Pages, files, contents. No evidence if the publisher's key is not set. */
async function gather(source: Source, options: Surroundings, seen: Seen) {
  const { asked } = seen;
  const lookedFor: LookedFor[] = [];
  let stage: Evidence['stage'] = 'pages';
  let credentials: Credentials | null = null;
  const ended = (at: Evidence['stage'], error: unknown) => ({
    evidence: { stage: at, error, lookedFor, asked },
    credentials,
  });
  try {
    const found = credentialsOf(source, options.environment ?? process.env);
    if (found === 'missing') return { evidence: null, credentials };
    credentials = found;
    const http = new Http({
      ...options.http,
      pace: options.pace,
      attempts,
      note: (exchange) => asked.push(exchange),
    });
    const web = webOver(http, source.origins, credentials);
    const discovery = await listenTo(lookedFor, () =>
      source.discover(web, options.at.toISOString().slice(0, 10)),
    );
    seen.discovery = discovery;
    const [newest] = discovery.releases;
    if (newest === undefined) throw new Error('the pages list no release');
    const release = parseRelease(source, newest.name, newest.released);
    if (release === null)
      throw new Error(
        `sources/${source.key}/source.ts does not recognise the release "${newest.name}"`,
      );
    stage = 'files';
    const files = await fetchFiles(source, options, seen, { http, credentials }, newest, release);
    stage = 'contents';
    lookedFor.length = 0;
    await options.inTurn(() => {
      options.progress(`${source.key} ${release.name}: reading`);
      return listenTo(lookedFor, () => source.parse(release, files));
    });
    return ended(null, null);
  } catch (error) {
    return ended(stage, error);
  }
}

/**
 * Downloads the files of a release, reads them into memory and removes them. Throws for the first
 * that cannot be had.
 */
async function fetchFiles(
  source: Source,
  { folder, progress }: Surroundings,
  { asked, remarks, files: reports }: Seen,
  by: { readonly http: Http; readonly credentials: Credentials | null },
  { files }: DiscoveredRelease,
  release: Release,
): Promise<PublishedFile[]> {
  const optional = files.filter((file) => file.optional === true);
  const step = Math.max(1, Math.ceil(optional.length / mostOptional));
  const wanted = files.filter(
    (file) => file.optional !== true || optional.indexOf(file) % step === 0,
  );
  if (wanted.length < files.length)
    remarks.push(`${wanted.length} of ${files.length} files were taken, evenly spread`);
  const taken: PublishedFile[] = [];
  const faults: Error[] = [];
  for (const { name, url, optional: mayLack = false } of wanted) {
    const place = `${source.key} ${release.name} ${name}`;
    progress(`${place}: asking`);
    try {
      const downloaded = await download(
        { url, name, place, held: null },
        { ...by, origins: source.origins, folder, say: () => {} },
      );
      if (downloaded === null)
        throw new FetchError(`${url}: answered that nothing has changed, though we hold nothing`);
      const { bytes } = downloaded;
      reports.set(name, { state: 'read', bytes: bytes.length, format: sniff(bytes) });
      taken.push({ name, bytes });
    } catch (error) {
      const { bytes = 0, beginning = new Uint8Array() } = asked.at(-1) ?? {};
      reports.set(name, {
        state: mayLack ? 'left out' : 'failed',
        bytes,
        format: sniff(beginning),
      });
      if (!mayLack || !(error instanceof FetchError || error instanceof UnreadableFileError))
        throw error;
      remarks.push(`${name}: left out, ${messageOf(error).split('\n')[0]}`);
      faults.push(error);
    }
  }
  // One file that may be missing does not matter. That none of many can be had does.
  const [fault, another] = faults;
  if (
    another !== undefined &&
    faults.length === wanted.filter((file) => file.optional === true).length
  )
    throw fault;
  return taken;
}

/** `reports`: what became of its files; null if none was asked for. */
function releaseOf(
  source: Source,
  { name, released, files }: DiscoveredRelease,
  reports: Seen['files'] | null,
) {
  return {
    name,
    released,
    files: files.map((file) => {
      const kind = kindOf(source.files, file.name);
      const taken: TakenFile = reports?.get(file.name) ?? {
        state: 'not asked',
        bytes: null,
        format: null,
      };
      // What the source takes a file of this name for, and whether we have seen a real one. Null if
      // it reads no such file.
      return {
        name: file.name,
        url: file.url,
        expected: kind?.describe ?? null,
        layout: kind?.layout ?? null,
        ...taken,
      };
    }),
  };
}

/** What was seen, in a line. */
function becauseOf({ error }: Evidence, compared: readonly Compared[]): string {
  const differences = describeDifferences(compared);
  const isPage = error !== null && !(error instanceof LayoutError);
  if (isPage || differences.length === 0) return messageOf(error).split('\n')[0] ?? '';
  const [first = '', ...more] = differences;
  return more.length === 0 ? first : `${first}; and ${more.length} more`;
}

/**
 * A request and what came: its first 64 bytes, with a dot for each that is not printable ASCII. The
 * body of a redirect or an error is not read.
 */
function askedOf({ url, status, fault, type, bytes, length, beginning, location }: Exchange) {
  const begins = Buffer.from(beginning.subarray(0, 64))
    .toString('latin1')
    .replace(/[^ -~]/g, '.');
  // The query of a redirect may hold a token.
  return {
    url,
    status,
    fault,
    type,
    bytes,
    length,
    begins,
    redirectsTo: location === null ? null : location.replace(/[?#].*$/s, '?…'),
  };
}

function noticesOf(discovery: Discovery | null): string[] {
  return (discovery?.notices ?? []).map(
    ({ release, date, text }) =>
      `${release} was corrected by the publisher${date === null ? '' : ` on ${date}`}: "${text}"`,
  );
}

/** Pages that the publisher has moved for good and still finds for us. */
function movedForGood(asked: readonly Exchange[]): string[] {
  return asked
    .filter(({ status }) => status === 301 || status === 308)
    .map(
      ({ url, location }) =>
        `${url} redirects for good to ${location?.replace(/[?#].*$/s, '?…') ?? ''}`,
    );
}

function problemsOf(key: string, error: unknown): readonly Problem[] {
  if (error === null) return [];
  if (error instanceof LayoutError) return error.problems.slice(0, mostProblems);
  return [problemOf(key, error)];
}
