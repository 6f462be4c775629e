// Writes docs/contract.md, and what README.md says of it, from the statements: node test/contract/write-page.ts [--check]
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeAtomically } from '#compiler/edition/write-atomically.ts';
import { replaceBlock } from '#compiler/generate/readme.ts';
import type { Statement, Verdict } from './statement.ts';
import { statements } from './statements.ts';

const verdicts: Readonly<Record<Verdict, string>> = {
  met: 'met',
  more: 'met, and more',
  open: 'left open by the contract',
  deviates: 'deviates',
};

const cell = (text: string): string => text.replaceAll('|', '\\|');

function proofText({ proof }: Statement): string {
  if ('endpoint' in proof) return `\`${proof.path}\` of ${proof.endpoint}: ${proof.types}`;
  return `[${proof.file}](../test/${proof.file}): ${cell(proof.name)}`;
}

function page(): string {
  const counts = Object.entries(verdicts).map(([verdict, text]) => `${statements.filter((one) => one.verdict === verdict).length} ${text}`);
  const parts = Map.groupBy(statements, ({ part }) => part);
  const tables = [...parts].map(([name, rows]) =>
    [
      `## Part ${name}`,
      '',
      '| the contract | | proof | what we do |',
      '|---|---|---|---|',
      ...rows.map((row) => `| ${cell(row.quote)} | ${verdicts[row.verdict]} | ${proofText(row)} | ${cell(row.decision)} |`),
    ].join('\n'),
  );
  return `${[
    '# The contract, statement by statement',
    'Written by `npm run contract` from [statements.ts](../test/contract/statements.ts). Quotes are cut short. A proof is a test, or a field of an answer with its JSON types, which a test compares with the schema.',
    `${statements.length} statements: ${counts.join(', ')}.`,
    ...tables,
  ].join('\n\n')}\n`;
}

/** Where we do more than the contract says or something else, for README.md. */
function summary(): string {
  const of = (verdict: Verdict) => statements.filter((one) => one.verdict === verdict);
  // Statements with one answer stand in one line.
  const linesOf = (verdict: Verdict) => [...Map.groupBy(of(verdict), ({ decision }) => decision)];
  const [beyond, otherwise] = [linesOf('more'), linesOf('deviates')];
  return [
    `[Every statement of the contract](docs/contract.md) is listed with its proof. Of ${statements.length}, ${of('open').length} are questions that the contract leaves open, with our answers there. We do more in ${beyond.length} ways, and something else in ${otherwise.length}, which stands last:`,
    '',
    ...[...beyond, ...otherwise].map(
      ([decision, [first]]) => `- ${decision} (part ${first?.part}: “${first?.quote.replaceAll('|', '').trim()}”)`,
    ),
  ].join('\n');
}

const check = process.argv.includes('--check');
const pages: readonly (readonly [path: string, write: (before: string) => string])[] = [
  ['docs/contract.md', page],
  ['README.md', (before) => replaceBlock(before, 'contract', summary())],
];
for (const [path, write] of pages) {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const before = readFileSync(file, { encoding: 'utf8', flag: 'a+' });
  const after = write(before);
  if (after === before) continue;
  if (check) {
    process.stderr.write(`${path}: is out of date with test/contract/statements.ts\n  npm run contract\n`);
    process.exitCode = 1;
  } else writeAtomically(file, after);
}
