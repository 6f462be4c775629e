// Requests that once took the service seconds or megabytes: each must cost no more than any other.
import { describe, expect, test } from 'vitest';
import type { ProblemDetails } from '#schemas/problem.ts';
import { readClientAddress } from '#server/http/address.ts';
import { createKeyFormat } from '#server/keys/key-format.ts';
import { createKeys } from '#server/keys/keys.ts';
import { createSecretLimits, wrongSecretsPerMinute } from '#server/keys/limits.ts';
import { asking, counting } from './ask.ts';
import { addressHeader, startInProcess } from './runtimes.ts';

/** Milliseconds of processor time that this process needs for the work. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Fails if the attack takes a hundred times as much of the processor as the harmless request, or
 * as a tenth of a second: what is quadratic took ten seconds.
 */
async function expectHarmless(
  attack: () => Promise<unknown>,
  harmless: () => Promise<unknown>,
): Promise<void> {
  await harmless();
  const usual = Math.max(1, await cost(harmless));
  expect(await cost(attack)).toBeLessThan(100 * usual);
}

describe('the header of the key', async () => {
  const runtime = await startInProcess();
  const withKey = async (key: string) => {
    const answer = await runtime.fetch('/v1/occupations', { headers: { 'X-API-Key': key } });
    const { errors }: ProblemDetails = JSON.parse(await answer.text());
    return [answer.status, errors?.[0]?.code];
  };

  test('blanks inside it take no time', async () => {
    const blanks = `a${' '.repeat(120_000)}a`;
    expect(await withKey(blanks)).toEqual([401, 'malformed']);
    await expectHarmless(
      () => withKey(blanks),
      () => withKey('a a'),
    );
  });

  test('one longer than any key is refused before it is decoded', async () => {
    const format = createKeyFormat({ current: 'first', previous: null, account: 'account' });
    const genuine = await format.mint(await format.accountOfName('ana'));
    const read: string[] = [];
    const keys = createKeys(
      {
        ...format,
        read: (key) => {
          read.push(key);
          return format.read(key);
        },
      },
      {
        of: () => ({ check: async () => ({ state: 'revoked' }) }),
        index: () => expect.fail(),
      },
      null,
    );
    expect([await keys.check(`${genuine}a`), await keys.check('a'.repeat(120_000))]).toEqual([
      { state: 'malformed' },
      { state: 'malformed' },
    ]);
    expect([await keys.check(genuine), read]).toEqual([{ state: 'revoked' }, [genuine]]);
  });
});

describe('unknown parameters', () => {
  const ask = asking(counting);
  const query = Array.from({ length: 4000 }, (_, number) => `x${number}`).join('&');

  test.each(['/v1/occupations/2134/pay', '/v1/meta/sources', '/openapi.json'])(
    'of 4,000 at %s the first ten are named and the others counted',
    async (path) => {
      const answer = await ask(`${path}?${query}`.slice(0, 15_900));
      const text = await answer.text();
      const { errors = [], detail }: ProblemDetails = JSON.parse(text);
      expect([answer.status, errors.length, text.length < 6000]).toEqual([400, 10, true]);
      expect(detail).toMatch(
        /^\d{4} parameters are not valid\. `errors` names the first 10 of \d{4} that are unknown\./,
      );
    },
  );

  test('do not hide what else is wrong', async () => {
    const answer = await ask('/v1/occupations/2134/pay?a&b&c&d&e&f&g&h&i&j&k&sex=x&year=x');
    const { errors = [], detail }: ProblemDetails = JSON.parse(await answer.text());
    expect(errors.map(({ parameter }) => parameter).join()).toBe('a,b,c,d,e,f,g,h,i,j,sex,year');
    expect(detail).toMatch(/^13 parameters are not valid\./);
  });
});

describe('the administration secret', () => {
  const right = 'an-administration-secret-of-some-length';
  const from = (address: string, given: string, now: number) => {
    clock = now;
    return ask('/admin/keys', {
      headers: { [addressHeader]: address, Authorization: `Bearer ${given}` },
    });
  };
  let clock = 0;
  const wrongSecrets = createSecretLimits(
    readClientAddress(`header:${addressHeader}`),
    () => clock,
  );
  const ask = asking({
    administration: {
      secret: right,
      keyring: {
        list: async () => [],
        issue: () => expect.fail(),
        revoke: () => expect.fail(),
      },
      wrongSecrets,
    },
  });

  test('is guessed a few times a minute from one address, and then not even heard', async () => {
    expect((await from('192.0.2.1', right, 0)).status).toBe(200);
    for (let turn = 0; turn < wrongSecretsPerMinute; turn++)
      expect((await from('192.0.2.1', 'wrong', 0)).status).toBe(401);
    for (const given of ['wrong', right]) {
      const refused = await from('192.0.2.1', given, 1000);
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '59']);
    }
    expect((await from('192.0.2.2', right, 1000)).status).toBe(200);
    expect((await from('192.0.2.1', right, 60_000)).status).toBe(200);
  });

  test('is counted exactly when many guess at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => from('192.0.2.3', 'wrong', 200_000)),
    );
    const heard = answers.filter(({ status }) => status === 401);
    expect(heard).toHaveLength(wrongSecretsPerMinute);
  });
});
