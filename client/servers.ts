// The entry of the client's package: openData for servers alone, which runs wherever there is
// fetch. Data on disk have an entry of their own.
import { type OpenOptions, askServer } from './ask-server.ts';
import { type Client, clientOver } from './client.ts';

export { type Answer, type Client, ProblemError, clientOver } from './client.ts';
export type { OpenOptions } from './ask-server.ts';
export { proxy } from './proxy.ts';
export type { CallOptions } from './call-options.ts';
export type { Calls } from './calls.ts';
export { type Figure, figureOf, levelOf } from '#schemas/figure-of.ts';
export type { ProblemDetails } from '#schemas/problem.ts';

/**
 * Opens a server by its address, which may have a path. Works from Node 20 on, from Deno, Bun and
 * edge workers. Throws in a page that has a key, and for the path of data on this machine.
 */
export async function openData(server: string | URL, options: OpenOptions = {}): Promise<Client> {
  if (/^https?:\/\//i.test(String(server))) return clientOver(askServer(server, options));
  throw new TypeError(
    `${String(server)}: expected the address of a server, such as https://lmi.example.org\n  ` +
      "for data on this machine: import { openData } from 'labour-market-information-client/disk'",
  );
}
