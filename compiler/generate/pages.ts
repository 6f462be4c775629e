// Generates blocks of README.md from the endpoint table and the sources, of docs/sources.md (how a
// person gets the files of each source with a browser) from the sources, and of CHANGELOG.md, so
// that they cannot go stale. The text around them is written by hand.
import { readFileSync } from 'node:fs';
import { type QueryParameter, endpoints } from '#schemas/endpoints.ts';
import { changelog } from '#server/meta/changelog.ts';
import { sources } from '#sources/index.ts';
import type { Source } from '#sources/kit/source.ts';
import { writeAtomically } from '../edition/files.ts';
import { fileOf } from './changelog.ts';

/** The content of each block, by its page and its name. */
const blocks: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': { endpoints: endpointTable, sources: sourceTable },
  'docs/sources.md': { sources: () => sources.map(section).join('\n\n') },
  'CHANGELOG.md': { changes: changes },
};

/** Writes the pages, or compares them. Returns messages for those that are out of date. */
export function generatePages({ check }: { readonly check: boolean }): string[] {
  return Object.entries(blocks).flatMap(([page, blocksOfPage]) => {
    const before = readFileSync(fileOf(page), 'utf8');
    const text = Object.entries(blocksOfPage).reduce(
      (page, [name, content]) => withBlock(page, name, content()),
      before,
    );
    if (before === text) return [];
    if (check) return [`${page}: is out of date`, '  npx lmi readme'];
    writeAtomically(fileOf(page), text);
    return [];
  });
}

/** Puts the content between the marks of a generated block of a page. */
function withBlock(text: string, name: string, content: string): string {
  const begin = `<!-- generated: ${name} -->`;
  const end = `<!-- end: ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`the page has no block between "${begin}" and "${end}"`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}

function endpointTable(): string {
  return [
    '| endpoint | parameters | what it answers |',
    '|---|---|---|',
    ...endpoints.map(
      (row) =>
        `| \`${row.path}\` | ${row.query.map(parameter).join(', ') || '–'} | ${row.summary} |`,
    ),
  ].join('\n');
}

function parameter(query: QueryParameter): string {
  const name = `\`${query.name}\``;
  if ('required' in query) return `${name}, required`;
  if (query.kind === 'uuid' || query.default === null) return name;
  return query.kind === 'integer'
    ? `${name} ${query.minimum}–${query.maximum}, default ${query.default}`
    : `${name} (${query.default})`;
}

function sourceTable(): string {
  return [
    '| source | real files read here |',
    '|---|---|',
    ...sources.map(
      (source) =>
        `| [\`${source.key}\`](docs/sources.md#${source.key}) ${source.title} | ` +
        `${seenOf(source)} |`,
    ),
  ].join('\n');
}

/**
 * Which of a source's files we have seen. A layout without a real file is read by its description.
 */
function seenOf({ files, builtIn }: Source): string {
  if (builtIn !== undefined) return 'comes with the program';
  const seen = Object.values(files).filter(({ layout }) => layout === 'verified').length;
  if (seen === 0) return 'none';
  return seen === Object.values(files).length ? 'yes' : 'some';
}

function section(source: Source): string {
  const { key, title, byHand, publisherKey, namedLike } = source;
  if (byHand === undefined)
    return `## ${key}\n\n${title}.\n\nNothing to download: the table comes with the program.`;
  const variable = publisherKey === undefined ? '' : `${publisherKey.variable}=… `;
  const pages = byHand.pages.map(({ page, take }) => `- <${page}>: ${take}.`);
  const withKey =
    publisherKey === undefined ? '' : `, with the key in \`${publisherKey.variable}\``;
  const command = [
    `\nA browser is not enough: ${byHand.notByBrowser}. One command fetches and ` +
      `compiles it${withKey}:`,
    `\n    ${variable}npx lmi update --source ${key}`,
  ];
  const release =
    byHand.releaseFrom === null
      ? 'The files say their release'
      : `If the files do not say their release, ${byHand.releaseFrom}`;
  return [
    `## ${key}`,
    '',
    `${title}.`,
    '',
    ...pages,
    ...(byHand.notByBrowser === undefined ? [] : command),
    '',
    `${release}. Its folder is named like ${namedLike}.`,
    '',
    `| file in \`DIR/${key}/${byHand.example}/\` | what it is | |`,
    '|---|---|---|',
    ...Object.entries(source.files).map(([name, kind]) => {
      // A name that only the publisher gives, from its pattern.
      const called =
        byHand.files[name]?.called(byHand.example, null, 1) ??
        kind.match.source.replace(/[\^$\\]/g, '');
      return (
        `| \`${called}\` | ${kind.describe} | ` +
        `${kind.optional ? 'optional' : 'required'}${kind.many ? ', one or more' : ''} |`
      );
    }),
    '',
    `    npx lmi compile --from DIR --source ${key}`,
  ].join('\n');
}

function changes(): string {
  return changelog
    .map(
      ({ version, date, changes }) =>
        `## ${version}, ` +
        `${date}\n\n${changes.map(({ kind, text }) => `- ${kind}: ${text}`).join('\n')}`,
    )
    .join('\n\n');
}
