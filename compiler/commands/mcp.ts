// lmi mcp: serves an assistant on this machine over standard input and output.
import { withoutTrailing } from '#schemas/trimmed.ts';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { answerOffline, bodyOnly } from '../serve/answer-offline.ts';
import { type AskPath, createMcpServer } from '../serve/mcp-server.ts';
import { tell } from '../report/print.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Given } from './arguments.ts';

/** Ends when the assistant closes its end. Standard output belongs to the protocol. */
export async function mcpCommand({ data, server }: Given<'server'>): Promise<number> {
  if (data !== undefined && server !== undefined)
    throw new ReportedError('expected either --data or --server');
  const { ask, isSample, place } = await (server === undefined
    ? overData(chooseDirectory(data))
    : overServer(server));
  tell(`answering an assistant from ${place}${isSample ? ': the synthetic sample' : ''}\n`);
  const transport = new StdioServerTransport();
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  const served = serveStdio(() => createMcpServer(ask, isSample), {
    transport,
    onerror: ({ message }) => tell(`${message}\n`),
  });
  await ended;
  await served.close();
  return exitCodes.fine;
}

interface Answering {
  readonly ask: AskPath;
  readonly isSample: boolean;
  readonly place: string;
}

async function overData(directory: string): Promise<Answering> {
  const { sample } = await catalogueIn(directory);
  return { ask: answerOffline(directory, bodyOnly), isSample: sample, place: directory };
}

/** A server is asked with the key in LMI_API_KEY. */
async function overServer(address: string): Promise<Answering> {
  const base = withoutTrailing(address, '/');
  if (!/^https?:\/\//.test(base))
    throw new ReportedError(`--server ${address}: expected an address that begins with https://`);
  const key = process.env['LMI_API_KEY'];
  if (key === undefined || key === '')
    throw new ReportedError(
      `LMI_API_KEY is not set, expected a key of the server\n  get one at ${base}/keys`,
    );
  const ask: AskPath = (path) => fetch(`${base}${path}`, { headers: { 'X-API-Key': key } });
  const state = await ask('/v1/meta/ingest').catch((error: unknown) => {
    throw new ReportedError(`${base}: the server does not answer (${String(error)})`);
  });
  if (!state.ok)
    throw new ReportedError(`${base}/v1/meta/ingest: the server answers ${state.status}`);
  const { sample }: { readonly sample: boolean } = JSON.parse(await state.text());
  return { ask, isSample: sample, place: base };
}
