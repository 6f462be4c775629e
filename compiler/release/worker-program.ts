// The program of a worker process. It makes one edition after another, as the main process asks.
import { flushCompileCache } from 'node:module';
import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { sources } from '#sources/index.ts';
import { modelOf } from '../learn/model-of.ts';
import { ReleaseMaker } from './make-release.ts';
import { type PackedRows, type Reply, type Request, faultOf } from './worker-messages.ts';
import { occupationsIn } from './workers.ts';

/** Larger rows are read again where they are needed: they would be in three processes at once. */
const mostSharedBytes = 64_000_000;

/** Ends this process soon after the main process, also in the middle of a long computation. */
const watchOfParent = `
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
  for (const { edition, bytes } of rows) maker.takeRows(edition, deserialize(bytes));
  const made = await maker.make(source, job, {
    step: (step) => send({ kind: 'step', step }),
    say: (line) => send({ kind: 'say', line }),
  });
  const isShared = made.kind === 'written' && maker.isNeeded(source);
  return { kind: 'made', made, rows: isShared ? packedRows(maker, made.record.id) : null };
}

function packedRows(releaseMaker: ReleaseMaker, edition: string): PackedRows | null {
  const rows = releaseMaker.rowsOf(edition);
  if (rows === null) return null;
  const bytes = serialize(rows);
  return bytes.length > mostSharedBytes ? null : { edition, bytes };
}

process.on('message', (request: Request) => {
  void answer(request)
    .catch((error: unknown): Reply => ({ kind: 'fault', fault: faultOf(error) }))
    .then((reply) => {
      send(reply);
      // This process will be killed. Node would then not store the code that it has compiled.
      flushCompileCache();
    });
});
process.once('disconnect', () => process.exit());
new Worker(watchOfParent, { eval: true, execArgv: [], stdin: false }).unref();
