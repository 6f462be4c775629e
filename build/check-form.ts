// Checks the form that Biome has no rule for: literals packed into literals, unrelated constants
// declared together, values named `of`, casts to `never`, and lines that are too wide.
// `npm run check` runs it.
import { readFileSync } from 'node:fs';
import glob from 'fast-glob';
import ts from 'typescript-in-javascript';

/** The widest line of biome.jsonc. The formatter breaks neither comments nor texts. */
const widestLine = 100;
/** An address or a regular expression of this length is on a line however wide that is. */
const unbrokenLength = 60;
/** More faults than a person reads at once. */
const mostShown = 10;

/** A fault of form: its place, and what was found with its repair. */
interface FormFault {
  readonly place: string;
  readonly message: string;
}

/** The faults of one file. `text` is what it holds. */
export function formFaultsOf(file: string, text: string): FormFault[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const faults: FormFault[] = [];
  // A test may hand over a stand-in that has only the members that are read.
  const isOfTests = file.startsWith('test/');
  const report = (position: number, message: string) => {
    const { line, character } = tree.getLineAndCharacterOfPosition(position);
    faults.push({ place: `${file}:${line + 1}:${character + 1}`, message });
  };
  const visit = (node: ts.Node): void => {
    const message = faultOfNode(node) ?? (isOfTests ? null : faultOfCast(node));
    if (message !== null) report(node.getStart(tree), message);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  for (const { start, end } of wideLines(tree, text))
    report(
      start,
      `the line reaches column ${end - start}, expected at most ${widestLine}\n  ` +
        'break its text, or give a part of it a name',
    );
  return faults;
}

/** What is wrong with a node and how to repair it; null for a sound one. */
function faultOfNode(node: ts.Node): string | null {
  if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression))
    return (
      'an object literal is spread into an object literal\n  ' +
      'write its members in the outer one'
    );
  if (isListInList(node))
    return 'a list literal is spread into a list literal\n  write its elements in the outer one';
  if (declaresSeveral(node))
    return 'unrelated values are declared in one list\n  write one declaration for each';
  if (isValueNamedOf(node))
    return 'a value is named "of"\n  name it after what it is, such as "skillsOfGroup"';
  return null;
}

function faultOfCast(node: ts.Node): string | null {
  if (ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.NeverKeyword)
    return (
      'a value is cast to never, which fits every type\n  ' + 'give the function the type that fits'
    );
  return null;
}

function isListInList(node: ts.Node): boolean {
  return (
    ts.isSpreadElement(node) &&
    ts.isArrayLiteralExpression(node.expression) &&
    ts.isArrayLiteralExpression(node.parent)
  );
}

/** `const [a, b] = [x, y];` or `= [x, y].map(…);`, which are two declarations. */
function declaresSeveral(node: ts.Node): boolean {
  if (!ts.isVariableDeclaration(node) || !ts.isArrayBindingPattern(node.name)) return false;
  const { initializer } = node;
  if (initializer === undefined) return false;
  const list = mappedList(ts.isAsExpression(initializer) ? initializer.expression : initializer);
  return ts.isArrayLiteralExpression(list) && !list.elements.some(ts.isSpreadElement);
}

/** The list of `list.map(…)`; every other expression itself. */
function mappedList(expression: ts.Expression): ts.Expression {
  return ts.isCallExpression(expression) &&
    ts.isPropertyAccessExpression(expression.expression) &&
    expression.expression.name.text === 'map'
    ? expression.expression.expression
    : expression;
}

function isValueNamedOf(node: ts.Node): boolean {
  return (
    (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
    ts.isIdentifier(node.name) &&
    node.name.text === 'of'
  );
}

/** The lines that are too wide, but for those with a word or an expression that stays whole. */
function wideLines(tree: ts.SourceFile, text: string): { start: number; end: number }[] {
  const wide: { start: number; end: number }[] = [];
  let expressions: readonly ts.Node[] | null = null;
  for (const start of tree.getLineStarts()) {
    const end = text.indexOf('\n', start) < 0 ? text.length : text.indexOf('\n', start);
    const line = text.slice(start, end);
    if (line.length <= widestLine || hasLongWord(line)) continue;
    expressions ??= longExpressionsOf(tree);
    if (!expressions.some((node) => node.getStart(tree) < end && start < node.end))
      wide.push({ start, end });
  }
  return wide;
}

const hasLongWord = (line: string) =>
  line.split(/\s+/).some((word) => word.length >= unbrokenLength);

function longExpressionsOf(tree: ts.SourceFile): ts.Node[] {
  const expressions: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) && node.getWidth(tree) >= unbrokenLength)
      expressions.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return expressions;
}

if (import.meta.main) {
  const folders = 'schemas,sources,compiler,server,client,build,bench,test';
  const files = glob.sync([`{${folders}}/**/*.ts`, '*.ts']).sort();
  const faults = files.flatMap((file) => formFaultsOf(file, readFileSync(file, 'utf8')));
  for (const { place, message } of faults.slice(0, mostShown))
    console.error(`${place}: ${message}`);
  if (faults.length > mostShown) console.error(`and ${faults.length - mostShown} more`);
  if (faults.length > 0) process.exitCode = 1;
}
