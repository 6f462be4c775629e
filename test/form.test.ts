// The form that `npm run check` asks of every file: one bad example for each rule, and the nearest
// good one.
import { expect, test } from 'vitest';
import { formFaultsOf } from '../build/check-form.ts';

const word = 'x'.repeat(100);
const words = 'xx x '.repeat(20);
const repair = 'expected at most 100\n  break its text, or give a part of it a name';

test.each([
  [
    'an object literal spread into another',
    'const row = { a, ...{ b, c } };',
    'const row = { a, ...(isMarked ? { b } : {}), ...others };',
    'a.ts:1:18: an object literal is spread into an object literal\n  ' +
      'write its members in the outer one',
  ],
  [
    'a list literal spread into another',
    'const list = [a, ...[b, c]];',
    'const most = Math.max(...[b, c]);\nconst list = [a, ...others];',
    'a.ts:1:18: a list literal is spread into a list literal\n  ' +
      'write its elements in the outer one',
  ],
  [
    'unrelated values declared together',
    'const [rows, place] = [read(file), placeOf(file)];',
    'const [first, last] = range;\nconst [least, ...others] = [...sorted, 0];',
    'a.ts:1:7: unrelated values are declared in one list\n  write one declaration for each',
  ],
  [
    'values of one list, declared together',
    'const [rows, place] = [file, other].map(read) as [Row[], Place];',
    'const [first, last] = range.map(read);',
    'a.ts:1:7: unrelated values are declared in one list\n  write one declaration for each',
  ],
  [
    'a value named "of"',
    'for (const of of groups) count(of);',
    'for (const group of groups) count(group.of);\nconst rank = { rank: 1, of: 412 };',
    'a.ts:1:12: a value is named "of"\n  name it after what it is, such as "skillsOfGroup"',
  ],
  [
    'a value cast to never',
    'select(body as never);',
    'select(body as SelectedDocument);\nconst none: never[] = [];',
    'a.ts:1:8: a value is cast to never, which fits every type\n  ' +
      'give the function the type that fits',
  ],
  [
    'a comment that is too wide',
    `// ${words}`,
    `// ${words.slice(3)}\n// https://${word}`,
    `a.ts:1:1: the line reaches column 103, ${repair}`,
  ],
  [
    'a text that is too wide',
    `const said = '${words}';`,
    `const link = '${word}';\nconst pattern = /${words}/;`,
    `a.ts:1:1: the line reaches column 116, ${repair}`,
  ],
])('%s is a fault', (_, bad, good, expected) => {
  const faults = (text: string) =>
    formFaultsOf('a.ts', text).map(({ place, message }) => `${place}: ${message}`);
  expect(faults(bad)).toEqual([expected]);
  expect(faults(good)).toEqual([]);
});
