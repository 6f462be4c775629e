// Every regular expression takes time that grows no faster than the text that it reads: files,
// pages, queries, headers and mail come from strangers. recheck, a checker of regular expressions,
// finds the attack on one that does not.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import typescript from 'typescript-in-javascript';
import { beforeAll, expect, test } from 'vitest';
import type { Diagnostics } from 'recheck';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Expression {
  readonly file: string;
  readonly line: number;
  readonly pattern: string;
  readonly flags: string;
}

/**
 * Expressions that are vulnerable and stay, each with the reason why no stranger can use that. One
 * that is safe or gone fails, so that the list holds nothing else.
 */
const exceptions: readonly {
  readonly file: string;
  readonly pattern: string;
  readonly reason: string;
}[] = [];

/**
 * For each expression that a file makes of parts, in the order of the file, one like those that it
 * makes.
 */
const made: Readonly<Record<string, readonly RegExp[]>> = {
  'compiler/bundle/unpack.ts': [/^(lock(\.tmp-[^/]*)?|downloads)\//],
  'compiler/report/print.ts': [/(?<![\w./:-])(?<!npx )lmi (?=((?:accept|review)\b.*|--help))/g],
  'compiler/serve/answer-offline.ts': [/^\/v1\/pay\/(?<soc>[^/]+)\/series\/(?<area>[^/]+)$/],
  'compiler/store/s3-requests.ts': [/<Key>([^<]*)<\/Key>/g],
  'schemas/reference-dates.ts': [
    /\d{4}-(?:Q[1-4]|(?:0[1-9]|1[0-2])(?!\d))|\d{4}|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?/g,
  ],
  'schemas/stored-files.ts': [/,"sha256":"([0-9a-f]{64})"\}\n$/],
  'server/pages/search-page.ts': [/\b(?:best|highest)[ -]?paid\b/gi],
  'sources/aps-employment/layout.ts': [/^employment\.csv$/],
  'sources/aps-workforce/reshape.ts': [
    /^(May|June)(?: (\d{4}))? ?(?:-|–|to) ?(May|June) (\d{4})$/i,
  ],
  'sources/ashe/checks/sheets.ts': [/\.7a\b/, /\bfor all employee jobs/i],
  'sources/kit/read/between.ts': [/<\/script>/gi, /<(script|style)\b/gi],
  'sources/kit/read/workbook-styles.ts': [/<(\/?)x:/g],
  'sources/online-job-adverts/notices.ts': [/January 2017 (?:and|to) May 2025/g],
  'sources/soc-structure/reshape.ts': [/^[1-9][0-9]{3}$/],
};

const { SyntaxKind, isCallExpression, isNewExpression, isPropertyAssignment, isStringLiteralLike } =
  typescript;

/**
 * The expressions of a file: its literals, the patterns of schemas, and those made of a constant.
 */
function expressionsIn(file: string) {
  const text = readFileSync(join(root, file), 'utf8');
  const tree = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest, true);
  const expressions: Expression[] = [];
  let parts = 0;
  const visit = (node: typescript.Node): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    if (node.kind === SyntaxKind.RegularExpressionLiteral) {
      const literal = node.getText(tree);
      const end = literal.lastIndexOf('/');
      const pattern = literal.slice(1, end);
      expressions.push({ file, line, pattern, flags: literal.slice(end + 1) });
    }
    if (
      isPropertyAssignment(node) &&
      node.name.getText(tree) === 'pattern' &&
      isStringLiteralLike(node.initializer)
    )
      expressions.push({ file, line, pattern: node.initializer.text, flags: 'u' });
    const isMade = isNewExpression(node) || isCallExpression(node);
    if (isMade && node.expression.getText(tree) === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      if (pattern !== undefined && isStringLiteralLike(pattern))
        expressions.push({
          file,
          line,
          pattern: pattern.text,
          flags: flags !== undefined && isStringLiteralLike(flags) ? flags.text : '',
        });
      else parts += 1;
    }
    typescript.forEachChild(node, visit);
  };
  visit(tree);
  return { file, expressions, parts };
}

const files = glob.sync('{sources,compiler,server,schemas,client}/**/*.{ts,js}', { cwd: root });
const read = files.sort().map(expressionsIn);
const written = read.flatMap(({ expressions }) => expressions);

const all: Expression[] = [
  ...written,
  ...Object.entries(made).flatMap(([file, expressions]) =>
    expressions.map(({ source, flags }) => ({ file, line: 0, pattern: source, flags })),
  ),
];
const placeOf = ({ file, line, pattern, flags }: Expression) =>
  `${file}:${line} /${pattern}/${flags}`;

/** One that repeats nothing looks at a text once from each place. */
const repeats = /[*+]|\{\d+,\d*\}/;

let check: typeof import('recheck').check;
beforeAll(async () => {
  // Its native program does in a second what its JavaScript does in six. Neither asks a network.
  process.env['RECHECK_BACKEND'] ??=
    process.platform === 'linux' && process.arch === 'x64' ? 'native' : 'pure';
  ({ check } = await import('recheck'));
});

test('every expression that a program makes of parts has one like it in the list', () => {
  const counted = read.filter(({ parts }) => parts > 0).map(({ file, parts }) => [file, parts]);
  const listed = Object.entries(made).map(([file, expressions]) => [file, expressions.length]);
  expect(counted).toEqual(listed);
});

test('no text can make an expression slow', async () => {
  expect(all.length).toBeGreaterThan(300);
  const judged = new Map<string, Diagnostics>();
  for (const { pattern, flags } of all) {
    const key = `/${pattern}/${flags}`;
    // Its own bounds end each search for an attack. The time is for a machine that stands still.
    if (repeats.test(pattern) && !judged.has(key))
      judged.set(key, await check(pattern, flags, { timeout: 240_000 }));
  }
  const vulnerable = all.filter(({ pattern, flags }) => {
    const status = judged.get(`/${pattern}/${flags}`)?.status ?? 'safe';
    return status !== 'safe';
  });
  const isExcepted = ({ file, pattern }: Expression) =>
    exceptions.some((row) => row.file === file && row.pattern === pattern);
  const faults = vulnerable
    .filter((expression) => !isExcepted(expression))
    .map((expression) => {
      const judgement = judged.get(`/${expression.pattern}/${expression.flags}`);
      if (judgement?.status !== 'vulnerable') return `${placeOf(expression)}: not decided in time`;
      return (
        `${placeOf(expression)}: ${judgement.complexity.summary}, such as for ` +
        `${judgement.attack.pattern}`
      );
    });
  expect(faults).toEqual([]);
  const unused = exceptions.filter(
    (row) => !vulnerable.some(({ file, pattern }) => row.file === file && row.pattern === pattern),
  );
  expect(unused, 'exceptions without need').toEqual([]);
});
