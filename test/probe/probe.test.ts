// lmi probe against publishers on loopback: every source as it should be, and every source with
// each way of misbehaving. What is expected of a pair is computed from the imitation: whether it
// has a page, and who names the file.
import { readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Timeouts } from '#compiler/fetch/http.ts';
import { describeProbe } from '#compiler/probe/describe.ts';
import { type ProbeReport, type SourceProbe, probe } from '#compiler/probe/probe.ts';
import { type Verdict, isFine, verdicts } from '#compiler/probe/verdicts.ts';
import { sniff } from '#sources/kit/read/sniff.ts';
import type { PublishedFile } from '#sources/kit/source.ts';
import { sources } from '#sources/index.ts';
import { editMembers } from '../edit-members.ts';
import { lmi } from '../lmi.ts';
import { impatient, stillClock } from '../fetch/no-waiting.ts';
import {
  type AskedKey,
  type Imitation,
  askedKeys,
  imitations,
  standInsFor,
} from '../publisher/imitations.ts';
import { govUk } from '../publisher/gov-uk.ts';
import { ons } from '../publisher/ons.ts';
import { type Way, startPublisher } from '../publisher/publisher.ts';
import {
  altered,
  cutAfter,
  errorPage,
  loginPage,
  nothing,
  redirect,
  silent,
  status,
} from '../publisher/ways.ts';
import { smallFilesOf } from '../publisher/small-files.ts';

const keys = {
  OCCUPATIONAL_MAPS_API_KEY: 'maps-secret-key',
  CAREERS_API_KEY: 'careers-secret-key',
};
const sourceOf = (key: AskedKey) =>
  sources.find((source) => source.key === key) ?? expect.fail(key);
const fileNameOf = ({ file }: Imitation) =>
  decodeURIComponent(file.slice(file.lastIndexOf('/') + 1));

/** The files of every source as they were published. */
const published = new Map<AskedKey, readonly PublishedFile[]>();

async function ask(
  wanted: readonly AskedKey[],
  more: Partial<Parameters<typeof probe>[0]> = {},
): Promise<ProbeReport> {
  const http = { clock: stillClock(), standIns: standInsFor(askedKeys, publisher), ...more.http };
  return probe({
    wanted: wanted.map(sourceOf),
    environment: keys,
    progress: () => {},
    ...more,
    http,
  });
}

const askOne = async (key: AskedKey, more?: Parameters<typeof ask>[1]): Promise<SourceProbe> =>
  (await ask([key], more)).sources[0] ?? expect.fail('there is no report');

const asExpected = (key: AskedKey) =>
  allAsExpected.sources.find(({ source }) => source === key) ?? expect.fail(key);

const publisher = await startPublisher();
for (const key of askedKeys) {
  const files = await smallFilesOf(sourceOf(key));
  published.set(key, files);
  imitations[key].publish(publisher, files);
}
publisher.put('/somewhere/else', '<!DOCTYPE html><title>Welcome</title><a href="/news">News</a>', {
  type: 'text/html',
});
const allAsExpected = await ask(askedKeys);
afterAll(() => publisher.close());
beforeEach(() => publisher.forget());

describe('publishers that answer as they should', () => {
  test.each(askedKeys)('%s: its release, its files and their columns are as expected', (key) => {
    const found = asExpected(key);
    expect([found.verdict, found.because, found.today, found.problems]).toEqual([
      'as-expected',
      null,
      null,
      [],
    ]);
    expect(found.releases[0]?.name).toBe(imitations[key].release ?? '2026-10-22');
    expect(found.releases[0]?.files.map(({ state }) => state)).toEqual(
      found.releases[0]?.files.map(() => 'read'),
    );
    for (const { bytes, expected, layout } of found.releases[0]?.files ?? []) {
      expect(bytes).toBeGreaterThan(0);
      expect([typeof expected, typeof layout]).toEqual(['string', 'string']);
    }
    // Every source says what it looked for, so that a difference can be named.
    expect(found.compared.flatMap((compared) => compared.found).length).toBeGreaterThan(0);
    expect(found.compared.flatMap(({ missing }) => missing)).toEqual([]);
    for (const { url, status: answered, bytes } of found.asked) {
      expect([url, answered]).toEqual([expect.stringMatching(/^https:/), 200]);
      expect(bytes).toBeGreaterThan(0);
    }
  });

  test('people read a line for each source', () => {
    const lines = describeProbe(allAsExpected);
    for (const key of askedKeys)
      expect(
        lines.filter((line) => new RegExp(`^${key} +as expected +\\S`).test(line)),
      ).toHaveLength(1);
    expect(lines.at(-1)).toBe(
      `${askedKeys.length} sources: ${askedKeys.length} as expected, 0 not; nothing was changed`,
    );
  });

  test('the temporary folder is gone afterwards', async () => {
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('lmi-probe-'));
    const before = folders();
    await ask(['soc-structure']);
    expect(folders().filter((name) => !before.includes(name))).toEqual([]);
  });
});

interface Misbehaviour {
  readonly what: string;
  readonly at: 'page' | 'file';
  readonly canHappen?: (imitation: Imitation) => boolean;
  /** How it is done. Of several ways the first that the source notices counts. */
  readonly ways: (imitation: Imitation, key: AskedKey) => AsyncIterable<Way> | readonly Way[];
  /** And the cause in words; undefined: the verdict's own. */
  readonly verdict: Verdict | readonly ['wrong-file' | 'down', string];
  /** What the cause names. */
  readonly says?: RegExp;
  readonly timeouts?: Timeouts;
}

const newName = 'the file has another name';
const movedOnOns = { description: { migrationLink: '/somewhere/new' } };
const movedOnGovUk = { document_type: 'redirect', redirects: [{ destination: '/somewhere/new' }] };

const misbehaviours: readonly Misbehaviour[] = [
  { what: 'the page is gone', at: 'page', ways: () => [status(404)], verdict: 'moved' },
  {
    what: 'the page sends us to another one',
    at: 'page',
    canHappen: ({ page }) => page !== null,
    ways: () => [redirect(`${publisher.url}/somewhere/else`)],
    verdict: 'moved',
  },
  {
    what: 'the page says that it has moved, and the new place has nothing that we can read',
    at: 'page',
    canHappen: ({ page, origins }) => page?.endsWith('/data') === true || origins.includes(govUk),
    ways: ({ origins }) => [
      altered(() =>
        Buffer.from(JSON.stringify(origins.includes(govUk) ? movedOnGovUk : movedOnOns)),
      ),
    ],
    verdict: 'moved',
    says: /\/somewhere\/new/,
  },
  {
    what: newName,
    at: 'page',
    canHappen: ({ named }) => named !== 'not at all',
    ways: (imitation) => [
      imitation.named === 'by us' ? status(404) : renamedFile(fileNameOf(imitation)),
    ],
    verdict: 'file-renamed',
  },
  {
    what: 'a column was renamed',
    at: 'file',
    ways: (_, key) => renamedColumns(key),
    verdict: 'column-renamed',
  },
  {
    what: 'an empty file',
    at: 'file',
    ways: () => [nothing],
    verdict: ['wrong-file', 'nothing came'],
  },
  {
    what: 'an empty page',
    at: 'page',
    ways: () => [nothing],
    verdict: ['wrong-file', 'nothing came'],
  },
  {
    what: 'HTML in place of a file',
    at: 'file',
    ways: () => [errorPage],
    verdict: ['wrong-file', 'a web page came'],
  },
  {
    what: 'a login page in place of a file',
    at: 'file',
    ways: () => [loginPage],
    verdict: ['wrong-file', 'a login page came'],
  },
  {
    what: 'a login page in place of the page',
    at: 'page',
    ways: () => [loginPage],
    verdict: ['wrong-file', 'a login page came'],
  },
  {
    what: '403',
    at: 'page',
    ways: () => [status(403)],
    verdict: ['down', 'the publisher refuses'],
  },
  {
    what: 'a new version of the publisher’s system',
    at: 'page',
    ways: () => [newSystem],
    verdict: 'moved',
  },
  {
    what: 'half a file, as if it were all',
    at: 'file',
    ways: () => [altered(half)],
    verdict: ['wrong-file', 'half a file came'],
  },
  {
    what: 'half a file, and the connection is gone',
    at: 'file',
    ways: () => [cutAfter(20)],
    verdict: ['wrong-file', 'half a file came'],
  },
  {
    what: 'another data set under the old address',
    at: 'file',
    ways: (_, key) => [altered((body) => foreignFile(key, body))],
    verdict: ['wrong-file', 'another data set came'],
  },
  {
    what: 'no answer in time',
    at: 'page',
    // It is waited for, two seconds each: one source is enough.
    canHappen: (imitation) => imitation === imitations['soc-index'],
    ways: () => [silent],
    verdict: ['down', 'the publisher is too slow'],
    timeouts: impatient.answer,
  },
  {
    what: 'a publisher that is down',
    at: 'page',
    ways: () => [status(503)],
    verdict: ['down', 'the publisher is down'],
  },
];

/** Pages name the file otherwise. */
function renamedFile(name: string): Way {
  const stem = name.replace(/\.\w+$/, '');
  return altered((body) => {
    const text = body.toString();
    return /^[<{[]/.test(text)
      ? Buffer.from(
          text.replaceAll(stem, 'table-a1').replaceAll(stem.replaceAll('_', ' '), 'Table A1'),
        )
      : body;
  });
}

async function bodiesOf(key: AskedKey): Promise<Buffer[]> {
  const files = (asExpected(key).releases[0]?.files ?? []).filter(({ url }) =>
    decodeURIComponent(url).includes(imitations[key].file),
  );
  const paths = files.map(({ url }) => url.slice(new URL(url).origin.length));
  return Promise.all(
    paths.map(async (path) =>
      Buffer.from(await (await fetch(`${publisher.url}${path}`)).arrayBuffer()),
    ),
  );
}

/**
 * Each name that the source looked for and that stands in its file is another one. A word may stand
 * there in other meanings too.
 */
async function* renamedColumns(key: AskedKey): AsyncGenerator<Way> {
  const before = await bodiesOf(key);
  const names = asExpected(key)
    .compared.filter(({ what }) => what === 'column' || what === 'member')
    .flatMap(({ found }) => found);
  // A long name seldom stands there in another meaning.
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    const after = await Promise.all(before.map((body) => withNewName(body, name)));
    if (after.every((body) => body !== null))
      yield altered((body) => after[before.findIndex((each) => each.equals(body))] ?? body);
  }
}

/**
 * The file with another name in place of a column's; null if it has no such column. Workbooks and
 * zips are opened.
 */
async function withNewName(body: Buffer, name: string): Promise<Buffer | null> {
  if (sniff(body) !== 'zip') return renamedInText(body, name);
  let isRenamed = false;
  const written = await editMembers(body, async (member, content) => {
    const renamed = /\.(xlsx|ods|xml|csv)$/.test(member) ? await withNewName(content, name) : null;
    isRenamed ||= renamed !== null;
    return renamed ?? content;
  });
  return isRenamed ? written : null;
}

function renamedInText(body: Buffer, name: string): Buffer | null {
  const text = body.toString();
  const words = name
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('&', '&amp;'));
  const pattern = words.join('\\s+');
  const first = text.split('\n')[0] ?? '';
  const renamed = /^\s*[[{]/.test(text)
    ? text.replace(new RegExp(`"(${pattern})":`, 'gi'), '"new$1":')
    : text.startsWith('<')
      ? text.replace(new RegExp(`>(${pattern})<`, 'g'), '>new $1<')
      : first.replace(new RegExp(`(^|[",\\t])(${pattern})(?=$|[",\\t\\r])`), '$1new $2') +
        text.slice(first.length);
  return renamed === text ? null : Buffer.from(renamed);
}

const newSystem: Way = (request, response, resource) => {
  const shell =
    '<!DOCTYPE html><html><head><script src="/app.js"></script></head><body><div id="root"></div></body></html>';
  const other = JSON.stringify({ version: '3', content: resource?.body.toString() });
  altered(() => Buffer.from(resource?.type === 'text/html' ? shell : other))(
    request,
    response,
    resource,
  );
};

/** The first half of a file. A text ends within a row. */
function half(body: Buffer): Buffer {
  const middle = Math.floor(body.length / 2);
  const delimiter = body.indexOf('\t', middle);
  return body.subarray(0, sniff(body) === 'other' && delimiter > 0 ? delimiter : middle);
}

function formatOf({ name, bytes }: PublishedFile): string {
  const isJson = sniff(bytes) === 'other' && name.endsWith('.json');
  return isJson
    ? `JSON ${Buffer.from(bytes).toString().trim()[0]}`
    : `${sniff(bytes)} ${name.slice(name.lastIndexOf('.'))}`;
}

/** A file of the same format as the one that lies there, of another source if any has one. */
function foreignFile(key: AskedKey, body: Buffer): Uint8Array {
  const { url = '', name = '' } =
    asExpected(key).releases[0]?.files.find((file) =>
      decodeURIComponent(file.url).includes(imitations[key].file),
    ) ?? {};
  const format = formatOf({ name: /\.\w+$/.test(name) ? name : url, bytes: body });
  const others = [...published].filter(([other]) => other !== key).flatMap(([, files]) => files);
  // Only the occupational maps come as JSON objects.
  const object = {
    name: 'data.json',
    bytes: Buffer.from('{"title":"Another data set","rows":[]}'),
  };
  const found = [...others, object, ...(published.get(key) ?? []).toReversed()].find(
    (file) => formatOf(file) === format,
  );
  return found?.bytes ?? expect.fail(`${key}: no other file is ${format}`);
}

/** The part of the addresses at which a source is to be misled. */
function partOf({ page, file, named }: Imitation, { what, at }: Misbehaviour): string {
  if (what === newName) return named === 'by us' ? file : '';
  return at === 'file' ? file : (page ?? file);
}

describe.each(misbehaviours)('$what', (misbehaviour) => {
  const { canHappen = () => true, ways, verdict, says = /.{11}/, timeouts } = misbehaviour;
  test.each(askedKeys.filter((key) => canHappen(imitations[key])))('%s', async (key) => {
    const imitation = imitations[key];
    let found = asExpected(key);
    for await (const way of ways(imitation, key)) {
      publisher.forget();
      publisher.always(partOf(imitation, misbehaviour), way);
      found = await askOne(key, timeouts === undefined ? {} : { http: { timeouts } });
      if (!isFine(found.verdict)) break;
    }
    const [expected, title] =
      typeof verdict === 'string' ? [verdict, verdicts[verdict].title] : verdict;
    const lines = describeProbe({ ...allAsExpected, sources: [found] }, { verbose: true });
    const today = verdicts[expected].today?.(sourceOf(key));
    expect([found.verdict, found.title, found.today], lines.join('\n')).toEqual([
      expected,
      title,
      today,
    ]);
    expect(found.because).toMatch(says);
    expect(lines.join('\n')).toContain(`today: ${found.today}`);
    // Nobody's key is in what may be sent on.
    expect(JSON.stringify(found)).not.toMatch(/secret-key/);
  });
});

test('a page that redirects for good and is found is as expected, and the new address is told', async () => {
  const page = imitations['soc-index'].page ?? '';
  publisher.put(
    '/moved/for/good?token=secret',
    await (await fetch(`${publisher.url}${page}`)).text(),
    { type: 'text/html' },
  );
  publisher.next(
    page,
    (_, response) =>
      void response.writeHead(301, { location: '/moved/for/good?token=secret' }).end(),
  );
  const found = await askOne('soc-index');
  expect([found.verdict, found.remarks]).toEqual([
    'as-expected',
    [`${ons}${page} redirects for good to /moved/for/good?…`],
  ]);
});

describe('what looks like a publisher that is down, or like a page that changed', () => {
  const standInsAt = (origin: string) =>
    new Map([...standInsFor(askedKeys, publisher).keys()].map((site) => [site, origin]));

  test('no name of a site is found: the question is whether this machine is online', async () => {
    // A label of more than 63 letters is found nowhere, and no name server is asked.
    const standIns = standInsAt(`http://${'a'.repeat(64)}.invalid`);
    const report = await ask(['soc-structure', 'onet'], { http: { standIns } });
    const unreachable = [
      'down',
      'the site is not found',
      expect.stringMatching(/could not be reached \((ENOTFOUND|EAI_AGAIN)\)/),
    ];
    expect(report.sources.map(({ verdict, title, because }) => [verdict, title, because])).toEqual([
      unreachable,
      unreachable,
    ]);
    expect(describeProbe(report).at(-1)).toBe(
      'no publisher answers: is this machine online? Nothing was changed',
    );
  });

  test('a site that refuses the connection is down, because its name was found', async () => {
    const closed = await startPublisher();
    await closed.close();
    expect((await askOne('onet', { http: { standIns: standInsAt(closed.url) } })).title).toBe(
      'the publisher is down',
    );
  });
});

test('each verdict is in docs/probe.md, and each but the first gives advice', () => {
  const docs = readFileSync(fileURLToPath(new URL('../../docs/probe.md', import.meta.url)), 'utf8');
  for (const verdict of Object.keys(verdicts) as Verdict[]) {
    expect(docs).toContain(`| \`${verdict}\` | `);
    expect(verdicts[verdict].today === null, verdict).toBe(verdict === 'as-expected');
  }
});

describe('the report', () => {
  test('a publisher that repeats the key: it is in no part of the report', async () => {
    publisher.always('', (request, response) => {
      const key = Object.values(request.headers).find((value) =>
        String(value).includes('secret-key'),
      );
      response.writeHead(403, { 'content-type': `text/html; key=${String(key)}` }).end(String(key));
    });
    const { verdict, asked } = await askOne('career-profiles');
    expect(verdict).toBe('down');
    expect(asked[0]?.type).toBe('text/html; key=…');
  });

  test('the command prints it, for people and as JSON, and its exit code says whether anything differs', async () => {
    vi.stubEnv(
      'LMI_STAND_INS',
      [...standInsFor(askedKeys, publisher)].map((pair) => pair.join('=')).join(' '),
    );
    try {
      expect((await lmi('probe', '--source', 'soc-structure', 'soc-index')).status).toBe(0);
      publisher.always(imitations['soc-index'].file, errorPage);
      const differs = await lmi('probe', '--source', 'soc-structure', 'soc-index');
      expect(differs.status).toBe(4);
      expect(differs.stdout).toMatch(
        /^soc-structure +as expected .*\nsoc-index +a web page came .*\n +today: Ask again in an hour/,
      );
      const json = await lmi('probe', '--source', 'soc-index', '--json');
      const report: ProbeReport = JSON.parse(json.stdout);
      expect([json.status, report.sources[0]?.verdict]).toEqual([4, 'wrong-file']);
      expect((await lmi('probe', '--source', 'pay')).status).toBe(2);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test.each([
    [{ CAREERS_API_KEY: 'bad secret-key' }, 'CAREERS_API_KEY: has characters that no key has'],
    [{}, expect.any(String)],
  ])(
    'without a key that can be sent nothing is asked, and no key is told',
    async (environment, because) => {
      const found = await askOne('career-profiles', { environment });
      expect([found.verdict, found.asked, found.because]).toEqual(['no-key', [], because]);
      expect(JSON.stringify(found)).toContain('CAREERS_API_KEY');
      expect(JSON.stringify(found)).not.toContain('secret-key');
    },
  );
});
