// State between a directory and a bucket, over an S3 service on loopback.
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { dailyCommand } from '#compiler/commands/daily.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { openS3Store } from '#compiler/store/s3-store.ts';
import { publish } from '#compiler/store/publish.ts';
import { pull } from '#compiler/store/pull.ts';
import { StoreError } from '#compiler/store/store.ts';
import { type S3Service, type TransportFault, bucket, startS3 } from './s3-service.nightly.ts';
import { type StillClock, stillClock } from '../fetch/no-waiting.ts';
import { printed } from '../lmi.ts';
import {
  acceptIn,
  callReal,
  catalogueOf,
  copyOf,
  directoryWithHeld,
  editionOf,
  fresh,
  quiet,
  second,
  servedIn,
  sources,
} from './scene.ts';

const held = await directoryWithHeld();

/** A store whose waits take no time. */
const storeAt = (
  { environment }: S3Service,
  folder: string,
  say: (line: string) => void = quiet.say,
  clock: StillClock = stillClock(),
) => openS3Store(`s3://${bucket}/${folder}`, environment, { say, clock });

const publishTo = (
  place: S3Service,
  directory: string,
  more: { sample?: boolean; newStore?: boolean; prefix?: string } = {},
) => {
  const { sample = true, newStore = false, prefix = 'live' } = more;
  return publish({ store: storeAt(place, prefix), directory, sample, newStore, ...quiet });
};
const pullFrom = (place: S3Service, directory: string) =>
  pull({ store: storeAt(place, 'live/'), directory, sources, all: false, ...quiet });
/** The coding index, which no other source needs: nothing is compiled again. */
const acceptIndex = (directory: string) => acceptIn(directory, 'soc-index');

describe('in a bucket', () => {
  let service: S3Service;
  beforeAll(async () => {
    service = await startS3();
    await publishTo(service, held, { newStore: true });
  });
  afterAll(() => service.close());

  test('the second of two writers is refused, and old held copies go', async () => {
    const one = copyOf(held);
    const other = copyOf(held);
    const there = fresh();
    await pullFrom(service, there);
    const { id } = editionOf(one, 'soc-index', second);
    const keysOf = (folder: string) =>
      service.keys().filter((key) => key.startsWith(`live/${folder}/${id}/`)).length;
    expect([keysOf('quarantine') > 5, keysOf('editions')]).toEqual([true, 0]);
    await acceptIndex(one);
    await acceptIndex(other);
    await publishTo(service, one);
    expect(keysOf('quarantine')).toBe(0);
    const before = service.text('live/catalogue.json');
    await expect(publishTo(service, other)).rejects.toThrow(/somebody else has published since/);
    expect(service.text('live/catalogue.json')).toBe(before);
    expect(await pullFrom(service, there)).toMatchObject({ state: 'pulled' });
    expect(servedIn(there)).toEqual(servedIn(one));
  });

  test('the catalogue is replaced only by who has read the one that is there', async () => {
    const store = storeAt(service, 'race');
    expect(await store.replaceCatalogue(Buffer.from('{"a":1}'), null)).toBe(true);
    expect(await store.replaceCatalogue(Buffer.from('{"a":2}'), null)).toBe(false);
    const known = sha256(Buffer.from('{"a":1}'));
    const all = await Promise.all(
      [3, 4, 5, 6].map((value) => store.replaceCatalogue(Buffer.from(`{"a":${value}}`), known)),
    );
    expect(all.filter(Boolean)).toHaveLength(1);
  });

  test('a published file never changes; growing ones are not overwritten', async () => {
    const store = storeAt(service, 'files');
    const other = storeAt(service, 'files');
    const file = (text: string) => [{ path: 'editions/a/1.json', bytes: () => Buffer.from(text) }];
    await store.create(file('1'));
    await other.create(file('1'));
    await expect(other.create(file('2'))).rejects.toThrow(
      /editions\/a\/1\.json: exists with other bytes, but a published file never changes/,
    );
    expect(await store.read('reported.json')).toBeNull();
    await other.replace('reported.json', Buffer.from('other'));
    await expect(store.replace('reported.json', Buffer.from('own'))).rejects.toThrow(
      /reported\.json: somebody else has changed it meanwhile\n {2}run it again/,
    );
    expect(Buffer.from((await store.read('reported.json')) ?? []).toString()).toBe('other');
    await store.replace('reported.json', Buffer.from('own'));
    await store.create(
      ['editions/b/1.json', 'editions/b/edition.json'].map((path) => ({
        path,
        bytes: () => Buffer.from(path),
      })),
    );
    expect(await store.list('editions')).toEqual([
      'editions/a/1.json',
      'editions/b/1.json',
      'editions/b/edition.json',
    ]);
    await store.clear('editions', ['b']);
    expect(await store.list('editions')).toEqual(['editions/b/1.json', 'editions/b/edition.json']);
    await store.clear('editions', []);
    expect(await store.list('editions')).toEqual([]);
  });

  test('another machine completes a killed day after ten minutes', async () => {
    const before = callReal(copyOf(held));
    const prefix = 'day';
    await publishTo(service, before, { sample: false, newStore: true, prefix });
    for (const [name, value] of Object.entries(service.environment)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const store = `s3://${bucket}/${prefix}`;
    const day = (directory: string, run: () => Promise<number>) =>
      printed(() => dailyCommand({ store, data: directory }, { name: 'update', run }));
    const killed = copyOf(before);
    const { id } = editionOf(killed, 'soc-index', second);
    const catalogueBefore = service.text(`${prefix}/catalogue.json`);
    const update = (directory: string) => async () => {
      await acceptIn(directory, '', { id });
      return 0;
    };
    const cutOff = await day(killed, async () => {
      await update(killed)();
      // The lock, and one file; then nothing more arrives.
      service.cutAt(3);
      return 0;
    });
    expect(cutOff.status).toBe(4);
    expect(service.text(`${prefix}/catalogue.json`)).toBe(catalogueBefore);
    service.cutAt(null);
    const lease = (minutes: number) =>
      service.put(
        `${prefix}/writing.json`,
        JSON.stringify({
          host: 'elsewhere',
          pid: 1,
          at: new Date(Date.now() - minutes * 60_000).toISOString(),
        }),
      );
    const other = fresh();
    lease(9);
    expect((await day(other, update(other))).status).toBe(1);
    expect(service.text(`${prefix}/catalogue.json`)).toBe(catalogueBefore);
    lease(11);
    const completed = await day(other, async () => 0);
    expect([completed.status, completed.stderr]).toEqual([
      3,
      expect.stringContaining('taking over from process 1 on elsewhere'),
    ]);
    const there = fresh();
    await pull({
      ...quiet,
      store: storeAt(service, prefix),
      directory: there,
      sources,
      all: true,
    });
    expect(servedIn(there)['soc-index']).toEqual([second]);
    expect((await verifyDirectory(there)).faults).toEqual([]);
  });

  test('one writer at a time, and one that has died is taken over', async () => {
    const store = storeAt(service, 'files');
    await store.exclusively(async () => {
      await expect(storeAt(service, 'files').exclusively(async () => {})).rejects.toThrow(
        /process \d+ on .* is writing here\n {2}wait for it; if it was killed, run this again in 10 minutes, or remove writing\.json/,
      );
    });
    const lease = (host: string, pid: number, at: string) =>
      service.put('files/writing.json', JSON.stringify({ host, pid, at }));
    const now = new Date().toISOString();
    lease('elsewhere', 1, now);
    await expect(store.exclusively(async () => {})).rejects.toThrow(
      /process 1 on elsewhere is writing here/,
    );
    for (const dead of [
      () => lease('elsewhere', 1, new Date(Date.now() - 11 * 60_000).toISOString()),
      () => service.put('files/writing.json', '{'),
    ]) {
      dead();
      expect(await store.exclusively(async () => 'done')).toBe('done');
    }
  });
});

describe('requests', () => {
  let service: S3Service;
  beforeEach(async () => {
    service = await startS3();
  });
  afterEach(() => service.close());

  test('puts are conditional, records last in editions, the catalogue last', async () => {
    await publishTo(service, held, { newStore: true });
    const puts = service.log.filter((line) => line.startsWith('PUT'));
    expect(puts.filter((line) => !/ if-(none-)?match$/.test(line))).toEqual([]);
    expect(puts.at(-1)).toBe('PUT live/catalogue.json if-none-match');
    for (const { id } of catalogueOf(held).editions)
      expect(puts.findLast((line) => line.includes(id))).toMatch(/edition\.json if-none-match$/);
    const before = service.log.length;
    const here = fresh();
    await pullFrom(service, here);
    await acceptIndex(here);
    await publishTo(service, here);
    expect(service.log.slice(before).findLast((line) => line.startsWith('PUT'))).toBe(
      'PUT live/catalogue.json if-match',
    );
  });

  test('a cut write leaves the store as served, and the next run completes', async () => {
    await publishTo(service, held, { newStore: true });
    const here = fresh();
    await pullFrom(service, here);
    await acceptIndex(here);
    for (const write of [1, 2, 7]) {
      service.cutAt(write);
      await expect(publishTo(service, here)).rejects.toThrow(/does not answer/);
      service.cutAt(null);
      // The writer that was cut off is this very process, which lives: nobody takes over from it.
      service.remove('live/writing.json');
      const there = fresh();
      expect(await pullFrom(service, there)).toMatchObject({ serial: 2 });
      expect((await verifyDirectory(there)).faults).toEqual([]);
    }
    expect(await publishTo(service, here)).toMatchObject({ state: 'published' });
    const there = fresh();
    await pullFrom(service, there);
    expect(servedIn(there)).toEqual(servedIn(here));
  });

  const oneFile = [{ path: 'a/1.json', bytes: () => Buffer.from('[1,2]') }];
  const hidden = (text = '') => text.replace(/127\.0\.0\.1:\d+/, 'HOST');

  test.each<[string, TransportFault[], RegExp, number[]?]>([
    ['connections that end without an answer', ['reset', 'reset', 'reset'], /does not answer/],
    ['bodies that are cut', ['cut', 'cut'], /the connection was cut/],
    ['a short body of untold length', ['no length'], /its bytes differ from those published/],
    ['wrong bytes of the right length', ['wrong bytes'], /its bytes differ from those published/],
    ['a fault of the service', [500, 502, 503], /answered 500 InternalError/],
    ['a service that asks to wait', ['slow down'], /answered 503 SlowDown, .* in 20 s$/, [20_000]],
    ['a service that waited for us', ['time-out'], /answered 400 RequestTimeout/],
    ['silence', ['silence', 'silence'], /gave no answer within 0\.1 s/],
    ['an answer that stops', ['stops', 'stops'], /did not finish its answer within 0\.1 s/],
  ])('a file is read all the same after %s', async (_, faults, line, slept) => {
    const clock = stillClock();
    const said: string[] = [];
    await storeAt(service, 'x').create(oneFile);
    service.fail('x/a/1.json', ...faults);
    const store = openS3Store(`s3://${bucket}/x`, service.environment, {
      say: (text) => said.push(text),
      clock,
      patienceMs: 100,
    });
    expect(Buffer.from((await store.read('a/1.json')) ?? []).toString()).toBe('[1,2]');
    expect([said.length, clock.slept.length]).toEqual([faults.length, faults.length]);
    expect(said[0]).toMatch(line);
    expect(said[0]).toContain('attempt 2 of 6');
    if (slept !== undefined) expect(clock.slept).toEqual(slept);
  });

  const times = (fault: TransportFault): TransportFault[] => Array.from({ length: 6 }, () => fault);

  test.each<[TransportFault, string]>([
    [
      'reset',
      'http://HOST does not answer (UND_ERR_SOCKET), after 6 attempts\n  run it again later: ',
    ],
    [500, 'answered 500 InternalError, said the service, after 6 attempts\n  run it again later: '],
    [
      'wrong bytes',
      'its bytes differ from those published, after 6 attempts; nothing of it was kept\n  ' +
        'lmi publish --repair puts it back',
    ],
  ])('always %s: one line says what, where and what to do', async (fault, line) => {
    await storeAt(service, 'x').create(oneFile);
    service.fail('x/a/1.json', ...times(fault));
    const refused = await storeAt(service, 'x')
      .read('a/1.json')
      .catch((error: unknown) => error);
    if (!(refused instanceof StoreError)) throw refused;
    expect(hidden(refused.message)).toContain(`s3://${bucket}/x: GET a/1.json: ${line}`);
  });

  test('a write with a lost answer counts, and a cut one is sent again', async () => {
    const store = storeAt(service, 'x');
    service.fail('x/a/1.json', 'reset', 'cut after the write', 503);
    await store.create([{ path: 'a/1.json', bytes: () => Buffer.from('1') }]);
    expect(service.text('x/a/1.json')).toBe('1');
    expect(await store.read('reported.json')).toBeNull();
    service.fail('x/reported.json', 'cut after the write');
    await store.replace('reported.json', Buffer.from('2'));
    service.fail('x/reported.json', 'cut after the write');
    await store.replace('reported.json', Buffer.from('3'));
    expect(service.text('x/reported.json')).toBe('3');
    service.fail('x/a/1.json', 'cut after the write');
    await store.clear('a', []);
    expect(await store.list('a')).toEqual([]);
  });

  test.each<[string, Record<string, string>, string, RegExp]>([
    [
      'a key that is none',
      { AWS_ACCESS_KEY_ID: 'guessed' },
      `s3://${bucket}/live`,
      /403 InvalidAccessKeyId.*\n {2}check AWS_ACCESS_KEY_ID/s,
    ],
    ['a bucket that is not there', {}, 's3://nowhere-to-be-found/live', /404 NoSuchBucket/],
    [
      'nobody who answers',
      { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' },
      `s3://${bucket}/live`,
      /127\.0\.0\.1:1 does not answer/,
    ],
    [
      'no endpoint',
      { AWS_ENDPOINT_URL_S3: '' },
      `s3://${bucket}/live`,
      /AWS_ENDPOINT_URL_S3 is not set/,
    ],
    [
      'no keys',
      { AWS_ACCESS_KEY_ID: '' },
      `s3://${bucket}/live`,
      /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set/,
    ],
    ['no bucket', {}, 's3://', /is not an address of a bucket/],
    [
      'a folder that leads upwards',
      {},
      `s3://${bucket}/a/../b`,
      /is not a valid name in a data directory/,
    ],
  ])('refused: %s', async (_, other, name, line) => {
    const reading = async () =>
      openS3Store(
        name,
        { ...service.environment, ...other },
        { say: quiet.say, clock: stillClock() },
      ).read('catalogue.json');
    await expect(reading()).rejects.toThrow(line);
  });
});
