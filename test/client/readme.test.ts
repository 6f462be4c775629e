// The client's README: its list of functions, and its proxy for node:http, which is run.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { answerOffline, bodyOnly } from '#compiler/serve/answer-offline.ts';
import { endpoints, functionName } from '#schemas/endpoints.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { proxy } from '../../client/servers.ts';

const readme = readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8');
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function addressOf(server: Server): Promise<string> {
  servers.push(server);
  if (!server.listening) await new Promise<void>((done) => server.once('listening', done));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

test('lists every function with its values and its path', () => {
  const listed = [...readme.matchAll(/^\| `(\w+)\((?:\{ (.*) \})?\)` \| `(.*)` \|$/gm)].map(
    ([, name, values, path]) => [name, values, path],
  );
  expect(listed).toEqual(
    endpoints.map(({ id, path, pathParameters, query }) => {
      const required = query.filter((parameter) => 'required' in parameter);
      const optional = query.filter((parameter) => !('required' in parameter));
      const values = [
        ...[...pathParameters, ...required].map(({ name }) => name),
        ...optional.map(({ name }) => `${name}?`),
      ];
      return [functionName(id), values.length === 0 ? undefined : values.join(', '), path];
    }),
  );
});

test('its proxy for node:http adds the key', async () => {
  const asked: (string | undefined)[] = [];
  const ask = answerOffline(sampleDirectory(), bodyOnly);
  const api = createServer(async ({ url = '', headers }, response) => {
    asked.push(String(headers['x-api-key']));
    const answer = await ask(url);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const target = await addressOf(api.listen(0));

  const [, program = ''] = /For `node:http`:\n\n((?: {4}.*\n)+)/.exec(readme) ?? [];
  const statements = program
    .replaceAll(/^ {4}import .*\n/gm, '')
    .replace('https://lmi.example.org', target)
    .replace('server.listen(3000)', 'return server.listen(0)');
  const start = new Function('createServer', 'proxy', 'key', statements);
  const address = await addressOf(start(createServer, proxy, 'secret'));

  const answer = await fetch(`${address}/lmi/v1/occupations/2134/pay`);
  expect(await answer.text()).toBe(await (await ask('/v1/occupations/2134/pay')).text());
  expect(asked).toEqual(['secret']);
  expect((await fetch(`${address}/keys`)).status).toBe(404);
  expect((await fetch(`${address}/v1/pay`, { method: 'POST' })).status).toBe(405);
});
