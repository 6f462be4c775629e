// Generates the tables of the README from the endpoint table and the source registry, so that they cannot go stale.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sources } from '#sources/index.ts';
import type { Source } from '#sources/kit/source.ts';
import { type QueryParameter, endpoints } from '#schemas/endpoints.ts';
import { writeAtomically } from '../edition/files.ts';

const file = fileURLToPath(new URL('../../README.md', import.meta.url));

/** Writes the generated tables into README.md, or compares them. Returns messages if they are out of date. */
export function generateReadme({ check }: { readonly check: boolean }): string[] {
  const before = readFileSync(file, 'utf8');
  const after = Object.entries(generated()).reduce((text, [name, part]) => replaceBlock(text, name, part), before);
  if (after === before) return [];
  if (check) return ['README.md: the generated tables are out of date', '  npx lmi readme'];
  writeAtomically(file, after);
  return [];
}

function generated(): Record<string, string> {
  return { endpoints: endpointTable(), sources: sourceTable() };
}

/** Puts the content between the marks of a generated block of a page. */
function replaceBlock(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no block between "${begin}" and "${end}"`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}

function endpointTable(): string {
  return [
    '| endpoint | parameters | what it answers |',
    '|---|---|---|',
    ...endpoints.map((row) => `| \`${row.path}\` | ${row.query.map(parameter).join(', ') || '–'} | ${row.summary} |`),
  ]
    .join('\n')
    .trimEnd();
}

function parameter(query: QueryParameter): string {
  switch (query.kind) {
    case 'integer':
      return query.default === null ? `\`${query.name}\`` : `\`${query.name}\` ${query.minimum}–${query.maximum}, default ${query.default}`;
    case 'enum':
    case 'boolean':
      return query.default === null ? `\`${query.name}\`` : `\`${query.name}\` (${query.default})`;
    case 'text':
      return `\`${query.name}\`, required`;
    case 'uuid':
      return `\`${query.name}\``;
  }
}

function sourceTable(): string {
  return [
    '| source | real files read here |',
    '|---|---|',
    ...sources.map((source) => `| [\`${source.key}\`](docs/sources.md#${source.key}) ${source.title} | ${seenOf(source)} |`),
  ].join('\n');
}

/** Which of a source's files we have seen. A layout that nobody has seen is read by its description. */
function seenOf({ files, builtIn }: Source): string {
  if (builtIn !== undefined) return 'comes with the program';
  const seen = Object.values(files).filter(({ layout }) => layout === 'verified').length;
  return seen === 0 ? 'none' : seen === Object.values(files).length ? 'yes' : 'some';
}
