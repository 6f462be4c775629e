// Gives releases single faults and counts what the checks make of them: blocked, told to a person, or published in silence. Writes
// bench/mutants.json, from which docs/checks.md is generated. SEED names the seed, MOST how many faults a source, SOURCES which sources.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MutantTable } from '#compiler/generate/checks-page.ts';
import { type SourceKey, sourceKeys } from '#schemas/codes.ts';
import { havePublisherFiles } from '../test/publisher-files.ts';
import { gravest } from '../test/mutants/faults.ts';
import { filesOf, realSubject, sampleSubject } from '../test/mutants/releases-examined.ts';
import { type Result, prepare, runMutants } from '../test/mutants/run.ts';
import { throughFile } from '../test/mutants/through-file.ts';

const table = fileURLToPath(new URL('./mutants.json', import.meta.url));
const seed = process.env['SEED'] ?? 'unseen';
const most = Number(process.env['MOST'] ?? 1000);
const mostOfSample = Math.min(most, 150);
const mostThroughFile = 20;
const wanted = (process.env['SOURCES'] ?? sourceKeys.join(',')).split(',');

if (!havePublisherFiles) throw new Error('the published files are not there: ../shared/publisher-files');
const began = process.cpuUsage();
const found: MutantTable['sources'] = [];
for (const key of sourceKeys.filter((candidate: SourceKey) => wanted.includes(candidate))) {
  const real = await realSubject(key);
  const subject = real ?? (await sampleSubject(key));
  if (subject === null || subject.scene.grids.length === 0) continue;
  const results = runMutants(subject, seed, real === null ? mostOfSample : most);
  const counted = results.filter(({ fate }) => fate !== 'not counted');
  if (counted.length === 0) continue;
  const share = (of: readonly Result[], fates: readonly string[]) =>
    of.length === 0 ? null : Math.round((1000 * of.filter(({ fate }) => fates.includes(fate)).length) / of.length) / 10;
  const count = (of: readonly Result[], wantedFate: Result['fate']) => of.filter(({ fate }) => fate === wantedFate).length;
  const filed = (await throughFile(subject, await filesOf(subject), seed, mostThroughFile)).filter(({ fate }) => fate !== 'not counted');
  const grave = counted.filter(({ kind }) => gravest.includes(kind));
  found.push({
    source: key,
    seed,
    release: subject.base.release.name,
    before: subject.previous?.release.name ?? null,
    counted: counted.length,
    notCounted: results.length - counted.length,
    grave: { counted: grave.length, blocked: share(grave, ['blocked']), found: share(grave, ['blocked', 'told']) },
    throughFile: filed.length === 0 ? null : { counted: filed.length, blocked: count(filed, 'blocked'), told: count(filed, 'told') },
    usual: prepare(subject).falseAlarms.map(({ check, severity, findings }) => ({ check, severity, findings: findings.length })),
    kinds: [...Map.groupBy(counted, ({ kind }) => kind)].map(([kind, of]) => ({
      kind,
      counted: of.length,
      blocked: count(of, 'blocked'),
      told: count(of, 'told'),
      silent: [
        ...Map.groupBy(
          of.filter(({ fate }) => fate === 'silent'),
          ({ part }) => part,
        ),
      ].map(([part, silent]) => ({ part, count: silent.length })),
    })),
  });
  const { blocked, found: told } = found.at(-1)?.grave ?? {};
  console.log(`${key} ${subject.base.release.name}: ${counted.length} faults, the gravest ${blocked} % blocked, ${told} % blocked or told`);
}
const { user, system } = process.cpuUsage(began);
// Some sources can be run again by themselves: the others keep their results.
const kept: MutantTable = existsSync(table) ? (JSON.parse(readFileSync(table, 'utf8')) as MutantTable) : { sources: [] };
const all = [...found, ...kept.sources.filter(({ source }) => !found.some((other) => other.source === source))];
const made: MutantTable = { sources: sourceKeys.flatMap((key) => all.filter(({ source }) => source === key)) };
writeFileSync(table, `${JSON.stringify(made, null, 1)}\n`);
console.log(
  `${((user + system) / 1e6).toFixed(0)} s of processor; bench/mutants.json is written: npm run lmi -- readme puts it into docs/checks.md`,
);
