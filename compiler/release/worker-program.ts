// The program of a worker process: it makes one edition after another, as the main process asks.
import { flushCompileCache } from 'node:module';
import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { sources } from '#sources/index.ts';
import { modelOf } from '../learn/model-of.ts';
import { ReleaseMaker } from './make-release.ts';
import { type PackedRows, type Reply, type Request, faultOf } from './worker-messages.ts';
import { occupationsIn } from './workers.ts';

/** Larger rows are read again where they are needed: they would be in three processes at once. */
const mostShared = 64_000_000;

/** Ends this process soon after the main process, also in the middle of a long computation. */
const watch = `
setInterval(() => {
  if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
}, 100)`;

let maker: ReleaseMaker | null = null;

const send = (reply: Reply) => process.send?.(reply);

async function answer(request: Request): Promise<Reply> {
  maker ??= new ReleaseMaker(request.directory, sources);
  if (request.kind === 'learn') {
    const evidence = await maker.evidenceOf(request.job);
    return { kind: 'learnt', bytes: modelOf(occupationsIn(request.job), evidence) };
  }
  const { source: key, job, rows } = request;
  const source = sources.find((candidate) => candidate.key === key);
  if (source === undefined) throw new Error(`there is no source ${key}`);
  for (const { edition, bytes } of rows) maker.take(edition, deserialize(bytes));
  const made = await maker.make(source, job, {
    step: (step) => send({ kind: 'step', step }),
    say: (line) => send({ kind: 'say', line }),
  });
  const isShared = made.kind === 'written' && maker.isNeeded(source);
  return { kind: 'made', made, rows: isShared ? packedRows(maker, made.record.id) : null };
}

function packedRows(from: ReleaseMaker, edition: string): PackedRows | null {
  const rows = from.rowsOf(edition);
  if (rows === null) return null;
  const bytes = serialize(rows);
  return bytes.length > mostShared ? null : { edition, bytes };
}

process.on('message', (request: Request) => {
  void answer(request)
    .catch((error: unknown): Reply => ({ kind: 'fault', fault: faultOf(error) }))
    .then((reply) => {
      send(reply);
      // It is killed in the end, and would store nothing of what it has compiled.
      flushCompileCache();
    });
});
process.once('disconnect', () => process.exit());
new Worker(watch, { eval: true, execArgv: [], stdin: false }).unref();
