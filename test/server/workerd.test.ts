// One machine without a cloud: what lmi workerd writes, and the walk of docs/operations.md with the
// program itself.
import { execFile, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { filesBeneath } from '#compiler/edition/files.ts';
import { createKey } from '#compiler/serve/keys.ts';
import { freePort } from '#compiler/serve/serve.ts';
import { workerdProgram, writeWorkerd } from '#compiler/serve/workerd.ts';
import type { ProblemDetails } from '#schemas/problem.ts';
import { goldenFault, masked } from '../golden.ts';
import { certificateFile, credentials, startMailServer } from '../sign-up/mail-server.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { fixtureDirectory } from './fixture.ts';
import { publicUrl, startWritten } from './runtimes.ts';
import { startProgram } from './workerd-process.ts';

const data = fixtureDirectory();
const listen = '127.0.0.1:8787';
const written = (more: Partial<Parameters<typeof writeWorkerd>[0]> = {}) => {
  const out = more.out ?? temporaryDirectory();
  return writeWorkerd({
    out,
    data,
    state: join(out, 'state'),
    listen,
    sample: true,
    program: workerdProgram,
    ...more,
  });
};

const tlsCertificate = fileURLToPath(certificateFile);
const tlsKey = fileURLToPath(new URL('key.pem', certificateFile));
const newPrivateKey = (): string => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};
const otherKey = join(temporaryDirectory(), 'other.pem');
writeFileSync(otherKey, newPrivateKey());

describe('what is written', () => {
  test('secrets are only in the environment, private, and never rewritten', async () => {
    const { environment, unit, start, daily } = await written();
    expect(daily).toBeNull();
    expect(statSync(environment).mode & 0o777).toBe(0o600);
    const text = readFileSync(environment, 'utf8');
    const secrets = [...text.matchAll(/^LMI_\w+=(.+)$/gm)].map(([, secret]) => secret ?? '');
    expect(new Set(secrets).size).toBe(3);
    const out = join(environment, '..');
    for (const file of [unit, start, join(out, 'workerd.capnp'), join(out, 'worker.js')])
      for (const secret of secrets) expect(readFileSync(file, 'utf8'), file).not.toContain(secret);
    await writeWorkerd({
      out,
      data,
      state: join(out, 'state'),
      listen: '127.0.0.1:8788',
      sample: true,
    });
    expect(readFileSync(environment, 'utf8')).toBe(text);
    // workerd itself is copied: the next npm ci removes that of the checkout.
    for (const file of [unit, start])
      expect(readFileSync(file, 'utf8')).toContain(join(out, 'workerd'));
    expect(readFileSync(join(out, 'workerd.capnp'), 'utf8')).toContain(
      'address = "127.0.0.1:8788"',
    );
  });

  test('the unit binds low ports only if needed, others behind a named proxy', async () => {
    const unitFor = async (address: string, more = {}) =>
      readFileSync((await written({ listen: address, ...more })).unit, 'utf8');
    expect(await unitFor('*:8787', { clientAddress: 'header:X-Forwarded-For' })).toMatch(
      /\nCapabilityBoundingSet=\n/,
    );
    expect(await unitFor('127.0.0.1:80')).toMatch(/\nAmbientCapabilities=CAP_NET_BIND_SERVICE\n/);
  });

  test('a store gives a daily timer, and its file of keys stays', async () => {
    // systemd reads percent and dollar signs, quotes and blanks in its own way.
    const folder = temporaryDirectory();
    const store = temporaryDirectory();
    const out = join(folder, `of Ana's 100% $HOME`);
    const { daily, unit } = await written({ out, store });
    const { timer = '', environment = '' } = daily ?? {};
    const serviceText = () => readFileSync(timer.replace(/timer$/, 'service'), 'utf8');
    const units = [readFileSync(unit, 'utf8'), serviceText(), readFileSync(timer, 'utf8')].join(
      '\n',
    );
    const checkout = fileURLToPath(new URL('../../', import.meta.url));
    const places = {
      [folder]: 'OUT',
      [store]: 'STORE',
      [data]: 'DATA',
      [workerdProgram]: 'WORKERD',
      [checkout]: 'CHECKOUT/',
    };
    expect(goldenFault('units.txt', masked(units, places))).toBeNull();
    // It knows the data, and its own name.
    const { stderr } = spawnSync(join(out, 'lmi'), ['review', 'none'], {
      cwd: '/',
      encoding: 'utf8',
    });
    expect(stderr).toContain(`"none": ${data} holds no edition`);
    expect(stderr).toMatch(/\/lmi' status --all lists them/);
    const sign = join(out, 'signing.pem');
    await expect(written({ out, store, sign })).rejects.toThrow(`${sign}: there is no such file`);
    writeFileSync(sign, 'PEM');
    await expect(written({ out, store, sign })).rejects.toThrow('is not an ed25519 private key');
    writeFileSync(sign, newPrivateKey());
    expect(statSync(environment).mode & 0o777).toBe(0o600);
    expect(readFileSync(environment, 'utf8')).toMatch(/^CAREERS_API_KEY=\n/m);
    writeFileSync(environment, 'CAREERS_API_KEY=mine\n');
    await written({ out, store: 's3://bucket/prefix', sign });
    expect(serviceText()).toMatch(/^ExecStart=.* --sign ".*\/signing\.pem"$/m);
    expect(readFileSync(environment, 'utf8')).toBe('CAREERS_API_KEY=mine\n');
  });

  test('lmi keys asks its own service, whatever is on the usual port', async () => {
    const asked: (string | undefined)[] = [];
    const service = createServer((request, response) => {
      asked.push(request.headers.authorization);
      response.setHeader('Content-Type', 'application/json').end('[]');
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const { port } = service.address() as AddressInfo;
    const { lmi } = await written({ listen: `127.0.0.1:${port}` });
    const listKeys = promisify(execFile)(lmi, ['keys', 'list'], {
      env: { ...process.env, LMI_ADMIN_SECRET: 'a secret of this service' },
    });
    await listKeys.finally(() => service.close());
    expect(asked).toEqual(['Bearer a secret of this service']);
  });

  test('lmi keys sends no secret to a service behind a socket', async () => {
    const { lmi } = await written({ listen: `unix:${join(temporaryDirectory(), 'socket')}` });
    const { status, stderr } = spawnSync(lmi, ['keys', 'list'], {
      encoding: 'utf8',
      env: { ...process.env, LMI_ADMIN_SECRET: 'a secret of this service' },
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('name its address with --url')]);
  });

  test.each([
    [
      'the sample, unless it is meant',
      { sample: false },
      /holds the synthetic sample, which is not statistics\n {2}serve it with --sample/,
    ],
    [
      'an address that others reach, in the clear',
      { listen: '0.0.0.0:80' },
      /keys would travel unencrypted/,
    ],
    [
      'all addresses, in the clear, although Cloudflare is in front',
      { listen: '*:8787', clientAddress: 'cloudflare' },
      /unencrypted/,
    ],
    ['a port that is none', { listen: '127.0.0.1:70000' }, /expected ADDRESS:PORT/],
    [
      'half of a key pair',
      { tlsKey: '/etc/key.pem' },
      /--tls-key and --tls-certificate: give both or neither/,
    ],
    [
      'a key that is not there',
      { tlsKey: '/nowhere/key.pem', tlsCertificate: '/nowhere/c.pem' },
      /^\/nowhere\/key\.pem: there is no such/,
    ],
    [
      'a key that is none',
      { tlsKey: tlsCertificate, tlsCertificate },
      /certificate\.pem: cannot be read as a private key without a passphrase, in PEM/,
    ],
    [
      'a certificate that is none',
      { tlsKey, tlsCertificate: tlsKey },
      /key\.pem: cannot be read as a certificate and its chain, in PEM/,
    ],
    [
      'a key of another certificate',
      { tlsKey: otherKey, tlsCertificate },
      /is the key of another certificate than the first one in .*certificate\.pem/,
    ],
    ['a place of addresses that is none', { clientAddress: 'proxy' }, /CLIENT_ADDRESS is "proxy"/],
  ] as const)('refused: %s', async (_, more, line) => {
    await expect(written(more)).rejects.toThrow(line);
  });
});

test('a short secret is refused before anything is written', async () => {
  const out = temporaryDirectory();
  writeFileSync(
    join(out, 'environment'),
    `LMI_KEY_SECRET=${'k'.repeat(32)}\nLMI_ACCOUNT_SECRET='short one'\n`,
  );
  await expect(written({ out })).rejects.toThrow(
    'environment: LMI_ACCOUNT_SECRET has 9 characters, expected at least 32',
  );
  expect(readdirSync(out)).toEqual(['environment']);
});

test('an empty secret in existing settings is refused before writing', async () => {
  const out = temporaryDirectory();
  writeFileSync(
    join(out, 'environment'),
    `LMI_KEY_SECRET=\nLMI_ACCOUNT_SECRET=${'a'.repeat(32)}\n`,
  );
  await expect(written({ out })).rejects.toThrow(
    /environment: LMI_KEY_SECRET is empty, expected the secret that keys were made with\n {2}restore/,
  );
  expect(readdirSync(out)).toEqual(['environment']);
});

describe('run by workerd', () => {
  test('secrets rotate: both count, then only keys of the new one', async () => {
    const out = temporaryDirectory();
    const options = { out, listen: `127.0.0.1:${await freePort(0)}` };
    const first = await startWritten(options);
    const { key: old } = await createKey(first.administration, { name: 'ana' });
    // Clients are told apart by the connection, and no header makes another of one.
    for (const [place, headers] of [
      {},
      { 'MF-CF-Blob': '{"clientIp":"192.0.2.1"}', 'CF-Connecting-IP': '192.0.2.2' },
    ].entries())
      expect(
        (await fetch(`${first.administration.url}/v1/meta/sources`, { headers })).headers.get(
          'RateLimit',
        ),
      ).toMatch(`;r=${59 - place};`);
    const [, previous = ''] =
      /^LMI_KEY_SECRET=(.*)$/m.exec(readFileSync(join(out, 'environment'), 'utf8')) ?? [];
    await first.server.stop();
    const both = {
      LMI_KEY_SECRET: "'another $ecret of thirty-two characters'",
      LMI_KEY_SECRET_PREVIOUS: previous,
    };
    const keys = [old];
    for (const [settings, statuses] of [
      [both, [200, 200]],
      [{ LMI_KEY_SECRET_PREVIOUS: '' }, [401, 200]],
    ] as const) {
      const { server, administration } = await startWritten(options, settings);
      if (keys.length === 1) keys.push((await createKey(administration, { name: 'ben' })).key);
      const ask = (key: string) =>
        fetch(`${administration.url}/v1/occupations`, { headers: { 'X-API-Key': key } });
      expect((await Promise.all(keys.map(ask))).map(({ status }) => status)).toEqual(statuses);
      await server.stop();
    }
  });

  test('damaged accounts are 503 with Retry-After; other accounts go on', async () => {
    const out = temporaryDirectory();
    const options = { out, state: join(out, 'state') };
    let { server, administration } = await startWritten(options);
    const storedAnywhere = async (name: string) => {
      const before = filesBeneath(options.state).map(({ path }) => path);
      const { key } = await createKey(administration, { name });
      const made = filesBeneath(options.state)
        .map(({ path }) => path)
        .filter((path) => !before.includes(path));
      return { key, made };
    };
    await storedAnywhere('the list of keys is made');
    /** Of accounts with such names, the first in a file that no other account has. */
    const stored = async (name: string) => {
      for (let number = 0; ; number++) {
        const { key, made } = await storedAnywhere(`${name} ${number}`);
        if (made.some((path) => path.endsWith('.sqlite'))) return { key, made };
      }
    };
    const damaged = await stored('ana');
    const whole = await stored('ben');
    // The database and what goes with it.
    expect(damaged.made.filter((path) => path.endsWith('.sqlite'))).toHaveLength(1);
    await server.stop();
    for (const path of damaged.made)
      writeFileSync(join(options.state, path), 'no database at all'.repeat(1000));
    ({ server, administration } = await startWritten(options));
    const ask = (key: string): Promise<Response> =>
      fetch(`${administration.url}/v1/occupations`, { headers: { 'X-API-Key': key } });
    const refused = await ask(damaged.key);
    const { type, retryAfterSeconds } = (await refused.json()) as ProblemDetails;
    expect([refused.status, type.split('/').at(-1), refused.headers.get('Retry-After')]).toEqual([
      503,
      'accounts-unavailable',
      String(retryAfterSeconds),
    ]);
    expect((await ask(whole.key)).status).toBe(200);
    await server.stop();
  });

  test.each([
    ['LMI_KEY_SECRET', '', 'LMI_KEY_SECRET is not set'],
    ['SIGN_UP', 'open', 'SIGN_UP is open and SMTP_HOST is not set'],
  ])(
    'with the setting %s=%s it answers nothing, says what is wrong, and health says so',
    async (name, value, line) => {
      const { start, environment, url } = await written({
        listen: `127.0.0.1:${await freePort(0)}`,
      });
      writeFileSync(
        environment,
        readFileSync(environment, 'utf8').replace(
          new RegExp(`^${name}=.*$`, 'm'),
          `${name}=${value}`,
        ),
      );
      const server = await startProgram(
        [start],
        async () => (await fetch(`${url}/healthz`)).status === 500,
      );
      await server.stop();
      expect(server.said()).toContain(line);
      expect(server.said()).not.toMatch(/stack:|\n\s+at /);
    },
  );

  test('speaks TLS itself', async () => {
    const { start, url, environment } = await written({
      listen: `127.0.0.1:${await freePort(0)}`,
      tlsKey,
      tlsCertificate,
    });
    expect(readFileSync(environment, 'utf8')).toContain(`PUBLIC_URL=${url}`);
    const agent = new Agent({ rejectUnauthorized: false });
    const health = () =>
      new Promise<number>((done, fail) =>
        get(`${url}/healthz`, { agent }, (answer) => done(answer.resume().statusCode ?? 0)).once(
          'error',
          fail,
        ),
      );
    const server = await startProgram([start], async () => (await health()) === 200);
    await server.stop();
  });

  test('mails to a private network only where settings say so', async () => {
    const mail = await startMailServer('none');
    // A slash at the end, as people write it.
    const settings = {
      PUBLIC_URL: `${publicUrl}/`,
      SIGN_UP: 'open',
      MAIL_FROM: 'keys@lmi.example.org',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.port),
      SMTP_SECURITY: 'none',
    };
    for (const privateMail of [false, true]) {
      const { server, administration } = await startWritten({ privateMail }, settings);
      const asked = await fetch(`${administration.url}/keys`, {
        method: 'POST',
        body: new URLSearchParams({ email: 'ana@example.org' }),
      });
      expect(asked.status).toBe(202);
      if (privateMail) expect((await mail.next()).text).toContain(`${publicUrl}/keys/new/link_`);
      else
        await vi.waitFor(
          () =>
            expect(server.said()).toMatch(
              /^a mail could not be sent: no connection to SMTP_HOST at SMTP_PORT/m,
            ),
          { timeout: 20_000 },
        );
      await server.stop();
      expect(server.said()).not.toContain('ana@example.org');
    }
    expect(mail.received).toHaveLength(1);
    await mail.close();
  });

  test.each([
    ['tls', /no certificate that this machine trusts/],
    ['starttls', /STARTTLS failed: .* does not trust its certificate/],
  ] as const)(
    'mail over %s: the certificate must be trusted, and SSL_CERT_FILE names one of your own',
    async (security, untrusted) => {
      const mail = await startMailServer(security);
      const settings = {
        SIGN_UP: 'open',
        MAIL_FROM: 'keys@lmi.example.org',
        SMTP_HOST: 'localhost',
        SMTP_PORT: String(mail.port),
        SMTP_SECURITY: security,
        SMTP_USER: credentials.SMTP_USER,
        SMTP_PASSWORD: `'${credentials.SMTP_PASSWORD}'`,
      };
      const askFrom = async (more: Record<string, string>) => {
        const started = await startWritten({ privateMail: true }, { ...settings, ...more });
        await fetch(`${started.administration.url}/keys`, {
          method: 'POST',
          body: new URLSearchParams({ email: 'ana@example.org' }),
        });
        return started.server;
      };
      const refusing = await askFrom({});
      await vi.waitFor(() => expect(refusing.said()).toMatch(/^a mail could not be sent: /m), {
        timeout: 20_000,
      });
      await refusing.stop();
      expect(refusing.said()).toMatch(untrusted);
      expect(mail.received).toEqual([]);
      const trusting = await askFrom({ SSL_CERT_FILE: tlsCertificate });
      expect((await mail.next()).encrypted).toBe(true);
      await trusting.stop();
      await mail.close();
    },
  );
});
