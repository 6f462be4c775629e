// An assistant: the SDK's client, which runs lmi mcp and asks it over standard input and output.
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** What a tool answers: its texts, and whether they say what is wrong. */
export interface Answered {
  readonly texts: readonly string[];
  readonly isError: boolean;
}

export interface Assistant {
  readonly client: Client;
  readonly answerOf: (name: string, values: Record<string, unknown>) => Promise<Answered>;
}

/** Ask it only within the test or hook that closes `client`. */
export async function startAssistant(
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const command = fileURLToPath(new URL('../../bin/lmi.js', import.meta.url));
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [command, 'mcp', ...options],
      env: { ...environment },
      stderr: 'ignore',
    }),
  );
  return {
    client,
    async answerOf(name, values) {
      const { content, isError = false } = await client.callTool({ name, arguments: values });
      const texts = content.map((block) => (block.type === 'text' ? block.text : ''));
      return { texts, isError };
    },
  };
}
