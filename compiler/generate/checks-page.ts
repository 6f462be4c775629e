// Writes docs/checks.md: every check of every source, and what the checks made of seeded faults (bench/mutants.json, by make bench).
import { sources } from '#sources/index.ts';

/** What became of seeded faults, by source. */
export interface MutantTable {
  readonly sources: {
    readonly source: string;
    readonly seed: string;
    readonly release: string;
    readonly before: string | null;
    readonly counted: number;
    readonly notCounted: number;
    /** Slips of the decimal point or the unit, and shifts; in percent. */
    readonly grave: { readonly counted: number; readonly blocked: number | null; readonly found: number | null };
    /** Single cells written into the files and read again; null if no figure stands in one cell. */
    readonly throughFile: { readonly counted: number; readonly blocked: number; readonly told: number } | null;
    /** What the checks find in the unchanged release. */
    readonly usual: readonly { readonly check: string; readonly severity: string; readonly findings: number }[];
    readonly kinds: readonly {
      readonly kind: string;
      readonly counted: number;
      readonly blocked: number;
      readonly told: number;
      readonly silent: readonly { readonly part: string; readonly count: number }[];
    }[];
  }[];
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function listOfChecks(): string[] {
  return sources.flatMap(({ key, checks }) => [
    `### ${key}`,
    '',
    '| check | severity | what must be true, with its threshold and what was observed |',
    '|---|---|---|',
    ...checks.map(({ name, severity, describe }) => `| ${name} | ${severity} | ${cell(describe)} |`),
    '',
  ]);
}

function tableOfMutants({ sources: found }: MutantTable): string[] {
  const percent = (value: number | null) => (value === null ? '' : `${value} %`);
  return [
    'Nothing was tuned on these seeds. Checks that rest on figures read in one release do not run.',
    '',
    '| source | release | seed | faults counted | changed no answer | gravest blocked | gravest blocked or told | through the file: blocked, told, of | found in the unchanged release |',
    '|---|---|---|---|---|---|---|---|---|',
    ...found.map(({ source, seed, release, before, counted, notCounted, grave, throughFile, usual }) => {
      const alarms = usual.map(({ check, severity, findings }) => `${check} (${severity}, ${findings})`).join(', ');
      const against = before === null ? release : `${release} after ${before}`;
      const filed = throughFile === null ? '' : `${throughFile.blocked}, ${throughFile.told}, of ${throughFile.counted}`;
      return `| ${source} | ${against} | ${seed} | ${counted} | ${notCounted} | ${percent(grave.blocked)} | ${percent(grave.found)} | ${filed} | ${alarms} |`;
    }),
    '',
    ...found.flatMap(({ source, kinds }) => [
      `### Faults in ${source}`,
      '',
      '| fault | counted | blocked | told | silent, by what the column has |',
      '|---|---|---|---|---|',
      ...kinds.map(({ kind, counted, blocked, told, silent }) => {
        return `| ${kind} | ${counted} | ${blocked} | ${told} | ${silent.map(({ part, count }) => `${part} ${count}`).join(', ')} |`;
      }),
      '',
    ]),
  ];
}

/** The parts of docs/checks.md, by the names of their markers. */
export function checksParts(table: MutantTable): Readonly<Record<'checks' | 'mutants', string>> {
  return { checks: listOfChecks().join('\n').trimEnd(), mutants: tableOfMutants(table).join('\n').trimEnd() };
}
