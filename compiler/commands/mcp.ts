// lmi mcp: serves an assistant on this machine over standard input and output.
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { answerOffline, bodyOnly } from '../serve/answer-offline.ts';
import { serverAt } from '../serve/ask-server.ts';
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

/** Requests to a server have the key in LMI_API_KEY. */
async function overServer(address: string): Promise<Answering> {
  const server = serverAt(address, process.env['LMI_API_KEY'] ?? '');
  return { ask: server.ask, isSample: await server.isSample(), place: server.base };
}
