// The process that reads releases of one source: jobs on standard input, rows on the fourth stream. It ends with its standard input.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { Socket } from 'node:net';
import { parsers } from '#sources/parsers.ts';
import { type LookedFor, listenTo } from '#sources/kit/looked-for.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import { readRelease } from '#sources/kit/read-release.ts';
import { type Answer, type Job, faultOfError } from './messages.ts';
import { answersAt } from './reading-process.ts';

// Few enough that the compiler can take them while the next are made.
const charactersAtOnce = 262_144;

const out = new Socket({ fd: answersAt, readable: false });
// Nobody listens any more: the compiler was ended.
out.on('error', () => process.exit(1));

async function send(text: string): Promise<void> {
  if (!out.write(`${text}\n`)) await once(out, 'drain');
}

async function answer({ source, release, isThorough }: Job, files: readonly PublishedFile[]): Promise<void> {
  const heard: LookedFor[] = [];
  let end: Extract<Answer, { end: unknown }>;
  try {
    const parser = await parsers[source]();
    const rows = await listenTo(heard, () => readRelease(parser, release, files), { isThorough });
    let texts: string[] = [];
    let length = 0;
    const flush = async () => {
      await send(`{"rows":[${texts.join(',')}]}`);
      texts = [];
      length = 0;
    };
    for (const row of rows) {
      const text = JSON.stringify(row);
      texts.push(text);
      length += text.length;
      if (length > charactersAtOnce) await flush();
    }
    await flush();
    end = { end: { heard, fault: null } };
  } catch (error) {
    end = { end: { heard, fault: faultOfError(error) } };
  }
  // The compiler ends this process by a signal, so it cannot keep its compiled code when it ends.
  flushCompileCache();
  await send(JSON.stringify(end));
}

/** Pieces of standard input, cut where a line or a file ends. */
class Input {
  readonly #pieces = process.stdin[Symbol.asyncIterator]();
  #rest = Buffer.alloc(0);

  /** The next line; null if there is none. */
  async line(): Promise<string | null> {
    for (let end = this.#rest.indexOf('\n'); ; end = this.#rest.indexOf('\n')) {
      if (end !== -1) return (await this.bytes(end + 1)).toString();
      const { done, value } = await this.#pieces.next();
      if (done) return null;
      this.#rest = Buffer.concat([this.#rest, value]);
    }
  }

  async bytes(length: number): Promise<Buffer> {
    const parts = [this.#rest];
    let have = this.#rest.length;
    while (have < length) {
      const { done, value } = await this.#pieces.next();
      if (done) process.exit(1);
      parts.push(value);
      have += value.length;
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }
}

const input = new Input();
for (let line = await input.line(); line !== null; line = await input.line()) {
  const job: Job = JSON.parse(line);
  const files: PublishedFile[] = [];
  for (const { name, bytes } of job.files) files.push({ name, bytes: await input.bytes(bytes) });
  await answer(job, files);
}
