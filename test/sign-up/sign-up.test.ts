// Keys by e-mail over HTTP and SMTP: the real worker in workerd, a real mail server on loopback.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

// workerd is told when miniflare is loaded whom to trust beside the usual authorities.
vi.hoisted(() => {
  process.env['NODE_EXTRA_CA_CERTS'] = new URL(
    'certificate/certificate.pem',
    import.meta.url,
  ).pathname;
});

const { serve } = await import('#compiler/serve/serve.ts');
const { mailsPerHour } = await import('#server/keys/account.ts');
const { fixtureDirectory } = await import('../server/fixture.ts');
const { temporaryDirectory } = await import('../temporary-directory.ts');
const { credentials, startMailServer } = await import('./mail-server.ts');
type Serving = Awaited<ReturnType<typeof serve>>;
type MailServer = Awaited<ReturnType<typeof startMailServer>>;

const scratch = temporaryDirectory();

const publicUrl = 'https://lmi.example.org';
const addressHeader = 'Test-Client-Address';
let clients = 0;

/** Each request comes from another client, unless it says otherwise. */
function post(
  server: Serving,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  clients += 1;
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    body,
    headers: { [addressHeader]: `192.0.2.${clients % 250}`, ...headers },
    redirect: 'manual',
  });
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const askAsJson = (server: Serving, email: unknown, path = '/keys') =>
  post(server, path, JSON.stringify({ email }), { 'Content-Type': 'application/json' });
const occupations = async (server: Serving, key: string) =>
  fetch(`${server.url}/v1/occupations`, { headers: { 'X-API-Key': key } });

function linkIn(text: string): string {
  const link = /https:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`no link in ${text}`);
  expect(link.startsWith(`${publicUrl}/keys/`)).toBe(true);
  return link.slice(publicUrl.length);
}

const start = (
  name: string,
  mail: MailServer,
  security: 'tls' | 'starttls' | 'none',
  more: { signUp?: string } = {},
) =>
  serve({
    data: fixtureDirectory(),
    state: join(scratch, name),
    port: 0,
    publicUrl,
    clientAddress: `header:${addressHeader}`,
    mail: {
      MAIL_FROM: 'keys@lmi.example.org',
      SMTP_HOST: 'localhost',
      SMTP_PORT: String(mail.port),
      SMTP_SECURITY: security,
      ...(security === 'none' ? {} : credentials),
    },
    ...more,
  });

test.each(['tls', 'starttls'] as const)('mail by %s arrives as it should', async (security) => {
  const mail = await startMailServer(security);
  const server = await start(security, mail, security);
  onTestFinished(async () => void (await Promise.all([server.close(), mail.close()])));
  const arriving = mail.next();
  expect((await askAsJson(server, 'Person@Example.org')).status).toBe(202);
  const arrived = await arriving;
  expect(arrived).toMatchObject({
    from: 'keys@lmi.example.org',
    to: ['person@example.org'],
    encrypted: true,
    user: 'mailer',
  });
  expect(linkIn(arrived.text)).toMatch(/^\/keys\/new\/link_[a-z2-7]{77}$/);
});

describe('the way to a key', () => {
  let mail: MailServer;
  let server: Serving;
  beforeAll(async () => {
    mail = await startMailServer('none');
    server = await start('way', mail, 'none');
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
  });

  async function mailedLink(email: string, path = '/keys'): Promise<string> {
    const arriving = mail.next();
    expect((await askAsJson(server, email, path)).status).toBe(202);
    return linkIn((await arriving).text);
  }

  /** Presses the button of a mailed link: the page that comes. */
  async function press(link: string): Promise<string> {
    const response = await post(server, link, '', form);
    const { status, headers } = response;
    expect([status, headers.get('Cache-Control'), headers.get('Content-Type')]).toEqual([
      200,
      'no-store',
      'text/html; charset=utf-8',
    ]);
    return response.text();
  }

  /** The key on the page of a pressed link. */
  const pressForKey = async (link: string) =>
    String(
      /<pre role="region" aria-label="Your key"[^>]*><code id="key">(lmi_[a-z2-7]{77})<\/code>/.exec(
        await press(link),
      )?.[1],
    );

  test('a link is looked at without being used, shows its key once, and then no more', async () => {
    const link = await mailedLink('once@example.org');
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await fetch(`${server.url}${link}`, { method });
      expect(page.status).toBe(200);
      expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(page.headers.get('Cache-Control')).toBe('no-store');
    }
    expect((await occupations(server, await pressForKey(link))).status).toBe(200);
    expect((await post(server, link, '', form)).status).toBe(410);
    expect((await fetch(`${server.url}${link}`)).status).toBe(410);
  });

  test('a form is answered with pages, and the key stands in the last one', async () => {
    const arriving = mail.next();
    const asked = await post(server, '/keys', 'email=form%40example.org', form);
    expect([asked.status, asked.headers.get('Content-Type')]).toEqual([
      202,
      'text/html; charset=utf-8',
    ]);
    const key = await pressForKey(linkIn((await arriving).text));
    expect(await (await fetch(`${server.url}/`)).text()).toContain('<a href="/keys">get a key<');
    expect((await occupations(server, key)).status).toBe(200);
  });

  test('a form without an address keeps its text and marks the fault', async () => {
    const typed = '"><script>alert(1)</script>';
    const asked = await post(server, '/keys', String(new URLSearchParams({ email: typed })), form);
    const page = await asked.text();
    expect([asked.status, asked.headers.get('Content-Type')]).toEqual([
      400,
      'text/html; charset=utf-8',
    ]);
    expect(page).toMatch(
      /<title>Not an e-mail address: [^]*<h1>[^]*role="alert" id="fault"[^]*<form/,
    );
    expect(page).toContain(
      'value="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;" aria-invalid="true" ' +
        'aria-describedby="fault"',
    );
    expect(page).not.toContain('<script>');
  });

  test('JSON that is sent as a form, as curl does: 400, and what to send with it', async () => {
    const refused = await post(server, '/keys', '{"email":"curl@example.org"}', {
      ...form,
      Accept: '*/*',
    });
    const told = { detail: expect.stringContaining('send "Content-Type: application/json"') };
    expect([refused.status, await refused.json()]).toMatchObject([400, told]);
  });

  test('a field that is given twice is refused', async () => {
    const refused = await post(
      server,
      '/keys',
      'email=a%40example.org&email=b%40example.org',
      form,
    );
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { errors: [{ parameter: 'email', code: 'repeated' }] },
    ]);
  });

  test('an address is forgotten by mailed link, and its key with it', async () => {
    const key = await pressForKey(await mailedLink('gone@example.org'));
    const older = await mailedLink('gone@example.org');
    const link = await mailedLink('gone@example.org', '/keys/delete');
    expect(link).toMatch(/^\/keys\/forget\/link_/);
    expect((await occupations(server, key)).status).toBe(200);
    expect(await press(link)).toMatch(/Until two hours after our last mail/);
    expect((await post(server, older, '')).status).toBe(410);
    const refused = await occupations(server, key);
    expect(refused.status).toBe(401);
    // Not "revoked": nothing is kept that could tell.
    expect(await refused.json()).toMatchObject({ errors: [{ code: 'unknown' }] });
  });

  test('a link serves one purpose, and a forged one is like a spent one', async () => {
    const link = await mailedLink('purpose@example.org');
    expect((await post(server, link.replace('/new/', '/forget/'), '')).status).toBe(410);
    const forged = link.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    expect((await fetch(`${server.url}${forged}`)).status).toBe(410);
    expect((await post(server, '/keys/new/link_nonsense', '')).status).toBe(410);
    // A key is no link.
    expect((await post(server, `/keys/new/${server.key}`, '')).status).toBe(410);
    expect((await fetch(`${server.url}${link}`)).status).toBe(200);
  });

  test('known, unknown and exhausted addresses get the same answer', async () => {
    await press(await mailedLink('known@example.org'));
    const answers = [];
    for (const email of [
      'known@example.org',
      'known@example.org',
      'known@example.org',
      'unknown@example.org',
    ]) {
      const response = await askAsJson(server, email);
      answers.push([response.status, await response.text(), [...response.headers.keys()].join()]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    const mailsTo = (email: string) => mail.received.filter(({ to }) => to.includes(email)).length;
    await vi.waitFor(
      () =>
        expect([mailsTo('unknown@example.org'), mailsTo('known@example.org')]).toEqual([
          1,
          mailsPerHour,
        ]),
      { timeout: 20_000 },
    );
  });

  test.each([
    ['no address', 'person'],
    ['a line break', 'person@example.org\r\nBcc: other@example.org'],
    ['angle brackets', '<person@example.org>'],
    ['a NUL', 'person@example.org\0'],
    ['a second command', 'person@example.org> SIZE=1'],
    ['a host that is none', 'person@localhost'],
    ['an address of numbers', 'person@[127.0.0.1]'],
    ['a local part too long', `${'a'.repeat(65)}@example.org`],
  ])('refused: %s', async (_, email) => {
    const before = mail.received.length;
    const response = await askAsJson(server, email);
    expect([response.status, mail.received.length]).toEqual([400, before]);
    expect(await response.json()).toMatchObject({ errors: [{ parameter: 'email' }] });
  });

  test('a domain of another script is written as DNS knows it', async () => {
    const arriving = mail.next();
    await askAsJson(server, 'post@bücher.example');
    // The mail server shows the domain as people read it; the header is as it was sent.
    expect((await arriving).raw).toMatch(/^To: .*post@xn--bcher-kva\.example/m);
  });
});

test('a closed sign-up gives no key but still removes them', async () => {
  const mail = await startMailServer('none');
  const server = await start('closed', mail, 'none', { signUp: 'closed' });
  onTestFinished(async () => void (await Promise.all([server.close(), mail.close()])));
  const refused = await askAsJson(server, 'person@example.org');
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { type: `${publicUrl}/problems/sign-up-closed` },
  ]);
  for (const page of ['/', '/keys'])
    expect(await (await fetch(`${server.url}${page}`)).text()).not.toMatch(
      /<form[^>]*(method="post"|action="\/keys)|get a key</,
    );
  const arriving = mail.next();
  expect((await askAsJson(server, 'person@example.org', '/keys/delete')).status).toBe(202);
  expect(linkIn((await arriving).text)).toMatch(/^\/keys\/forget\//);
});

test('without a mail server mail is kept in the outbox, for its owner alone', async () => {
  const state = join(scratch, 'outbox');
  const server = await serve({ data: fixtureDirectory(), state, port: 0 });
  await post(server, '/keys', JSON.stringify({ email: 'laptop@example.org' }));
  const folder = join(state, 'outbox');
  await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(1), { timeout: 5000 });
  await server.close();
  const mail = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8');
  expect(mail).toMatch(new RegExp(`^To: laptop@example.org\\n[^]*${server.url}/keys/new/link_`));
});

test.each([
  [{ SMTP_HOST: 'localhost' }, /MAIL_FROM/],
  [
    { SMTP_HOST: 'localhost', MAIL_FROM: 'a@example.org', SMTP_SECURITY: 'ssl' },
    /SMTP_SECURITY is "ssl", expected tls, starttls or none/,
  ],
  [
    { SMTP_HOST: 'localhost', MAIL_FROM: 'a@example.org', SMTP_SECURITY: 'none', ...credentials },
    /credentials need TLS/,
  ],
])('settings that would not do are refused before anything starts: %j', async (mail, message) => {
  const refused = serve({
    data: fixtureDirectory(),
    state: join(scratch, 'refused'),
    port: 0,
    mail,
  });
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.not.toThrow(credentials.SMTP_PASSWORD);
});
