// Gives releases single faults and prints what the checks make of them, and what each check is
// worth: how many faults only it holds. SEED names the seed, MOST how many faults a source, SOURCES
// which sources.
import { type SourceKey, sourceKeys } from '#schemas/codes.ts';
import { havePublisherFiles } from '../test/publisher-files.ts';
import { gravest } from './mutants/faults.ts';
import { type KeyedResult, runKeyed } from './mutants/keyed-run.ts';
import { realSubject, sampleSubject } from './mutants/releases-examined.ts';
import { type Result, type Subject, prepare, runMutants } from './mutants/run.ts';

const seed = process.env['SEED'] ?? 'unseen';
const most = Number(process.env['MOST'] ?? 260);
const wanted = process.env['SOURCES']?.split(',') ?? sourceKeys;

const row = (...cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const heading = (...cells: readonly string[]) =>
  [cells, cells.map(() => '---')].forEach((line) => row(...line));
const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}%`;
const count = (resultsOfKind: readonly Result[], fate: Result['fate']) =>
  resultsOfKind.filter((one) => one.fate === fate).length;

for (const key of sourceKeys.filter((candidate: SourceKey) => wanted.includes(candidate))) {
  const real = havePublisherFiles ? await realSubject(key) : null;
  const subject = real ?? (await sampleSubject(key));
  if (subject === null || subject.scene.grids.length === 0)
    console.log(`\n## ${key}: no table of figures`);
  else print(subject, runMutants(subject, seed, most));
  if (subject !== null) printKeyed(subject, [...runKeyed(subject, seed)]);
}

/** Texts, codes and relations: each fault as the next release and as another file of the same. */
function printKeyed({ source, base }: Subject, results: readonly KeyedResult[]): void {
  const counted = results.filter(({ fate }) => fate !== 'not counted');
  if (counted.length === 0) return;
  console.log(
    `\n## ${source.key} ${base.release.name}: ${counted.length} faults of keyed tables\n`,
  );
  heading('fault', 'as', 'counted', 'blocked', 'told', 'silent, by table and column');
  for (const [name, resultsOfName] of Map.groupBy(
    counted,
    ({ kind, mode }) => `${kind} | ${mode}`,
  )) {
    const number = (fate: KeyedResult['fate']) =>
      resultsOfName.filter((one) => one.fate === fate).length;
    const silent = resultsOfName.filter(({ fate }) => fate === 'silent');
    row(
      name,
      resultsOfName.length,
      number('blocked'),
      number('told'),
      silent.map(({ table, column }) => `${table}: ${column}`).join(', '),
    );
  }
}

function print(subject: Subject, results: readonly Result[]): void {
  const { source, base, previous } = subject;
  const grave = results.filter(({ kind }) => gravest.includes(kind));
  const blocked = count(grave, 'blocked');
  const reported = count(grave, 'told');
  console.log(
    `\n## ${source.key} ` +
      `${base.release.name}${previous === null ? '' : ` after ${previous.release.name}`}: ` +
      `${results.length} faults, seed ${seed}; of the gravest ` +
      `${percent(blocked, grave.length)} blocked, ` +
      `${percent(blocked + reported, grave.length)} blocked or told\n`,
  );
  heading('fault', 'counted', 'blocked', 'told', 'silent, by what the column has');
  for (const [kind, resultsOfKind] of Map.groupBy(results, (one) => one.kind)) {
    const missed = resultsOfKind.filter(({ fate }) => fate === 'silent');
    const silent = Map.groupBy(missed, ({ part }) => part);
    row(
      kind,
      resultsOfKind.length,
      count(resultsOfKind, 'blocked'),
      count(resultsOfKind, 'told'),
      [...silent].map(([part, some]) => `${part} ${some.length}`).join(', '),
    );
  }
  const { checks, falseAlarms } = prepare(subject);
  const alarms = new Map(falseAlarms.map(({ check, findings }) => [check, findings.length]));
  console.log('');
  heading(
    'check',
    'severity',
    'faults found',
    'that only it blocks',
    'of these gravest',
    'that only it tells',
    'in the unchanged release',
  );
  for (const { name, severity } of [{ name: 'understood', severity: 'block' }, ...checks]) {
    const found = results.filter(({ finders }) => finders.some(({ check }) => check === name));
    const alone = found.filter(
      ({ finders }) =>
        severity === 'block' &&
        finders.every((one) => one.check === name || one.severity !== 'block'),
    );
    const toldAlone = found.filter(({ finders }) => severity !== 'block' && finders.length === 1);
    row(
      name,
      severity,
      found.length,
      alone.length,
      alone.filter((one) => grave.includes(one)).length,
      toldAlone.length,
      alarms.get(name) ?? 0,
    );
  }
}
