// Files by name: a release's files are sorted into the kinds that its source declares, and what is
// missing, doubled or misplaced is told.
import { expect, it } from 'vitest';
import { type FileKinds, faultOfFiles, nameFiles, ownFiles } from '#sources/kit/named-files.ts';
import { sources } from '#sources/index.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';

const kinds = {
  workbook: { match: /^book.*\.xlsx$/, layout: 'verified', describe: 'the workbook' },
  notes: { match: /^notes\.txt$/, layout: 'documented', optional: true, describe: 'the notes' },
  pages: {
    match: /^page-\d+\.json$/,
    layout: 'verified',
    optional: true,
    many: true,
    describe: 'a page',
  },
} as const satisfies FileKinds;

const files = (...names: string[]) => names.map((name) => ({ name, bytes: new Uint8Array() }));
const named = (...names: string[]) => nameFiles('s r', kinds, files(...names), null);

it.each([
  [
    [],
    's r: found no file, expected the workbook\n  ' +
      'the files of a release belong together: give them all to one lmi import, or put ' +
      'beside them the workbook ("book…")',
  ],
  [
    ['notes.txt'],
    's r: found "notes.txt", expected the workbook\n  ' +
      'the files of a release belong together: give them all to one lmi import, or put ' +
      'beside them the workbook ("book…")',
  ],
  [
    ['book.xlsx', 'book2.xlsx'],
    's r: "book.xlsx", "book2.xlsx" are each the workbook, expected one\n  ' +
      'leave the one that belongs to this release',
  ],
] as const)('%o', (names, message) => {
  expect(() => named(...names)).toThrow(UnreadableFileError);
  expect(() => named(...names)).toThrow(message);
});

it.each(sources)(
  '$key: a release without any file is none, even if each of them need not be there',
  ({ files: kindsOfSource }) => {
    expect(faultOfFiles('s r', kindsOfSource, [], null)?.message).toMatch(
      /^found no file, expected /,
    );
    expect(faultOfFiles('s r', kindsOfSource, files('readme.md'), null)?.message).toMatch(
      /^found "readme\.md", expected /,
    );
  },
);

it('a file that names another day than its release is not of it', () => {
  const dated: FileKinds = {
    workbook: { ...kinds.workbook, day: (name) => /\d{4}-\d\d-\d\d/.exec(name)?.[0] ?? null },
  };
  expect(faultOfFiles('s r', dated, files('book.xlsx'), '2025-04-16')).toBeNull();
  expect(faultOfFiles('s r', dated, files('book2025-04-16.xlsx'), '2025-04-16')).toBeNull();
  expect(faultOfFiles('s r', dated, files('book2024-10-16.xlsx'), '2025-04-16')).toMatchObject({
    place: 's r book2024-10-16.xlsx',
    message: 'the file names 2024-10-16, its release 2025-04-16',
  });
});

it('what is no file of the source is left out', () => {
  expect(
    ownFiles(kinds, files('readme.md', 'notes.txt', 'book.xlsx')).map(({ name }) => name),
  ).toEqual(['book.xlsx', 'notes.txt']);
});
