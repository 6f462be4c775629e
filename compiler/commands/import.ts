// lmi import: recognises downloaded files, compiles their releases, and keeps the files for lmi
// compile --from.
import { printable } from '#schemas/printable.ts';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { sources } from '#sources/index.ts';
import { UnreadableFileError, formatProblem } from '#sources/kit/problem.ts';
import { exitCodes } from '../exit-codes.ts';
import { defaultDirectories } from '../edition/data-directory.ts';
import { readWhole } from '../edition/files.ts';
import { type ImportResult, importFiles, importedFolder } from '../import/import-files.ts';
import { describeOutcomes, describeProblems, exitCodeOf, onScreen } from '../report/report.ts';
import { print, printJson, tell } from '../report/print.ts';
import { type Given, sourcesNamed } from './arguments.ts';

type ImportArguments = Given<
  'source' | 'release' | 'released' | 'into',
  'sample' | 'acceptDocumented'
>;

export async function importCommand(
  paths: readonly string[],
  given: ImportArguments,
): Promise<number> {
  const {
    source: key,
    release = null,
    released = null,
    sample = false,
    acceptDocumented = false,
    json = false,
  } = given;
  const wanted = sourcesNamed(key === undefined ? undefined : [key]);
  const directory = given.data ?? (sample ? defaultDirectories.sample : defaultDirectories.live);
  const { isRefused, ...result } = await onScreen((screen) =>
    importFiles({
      files: paths.map((path) => ({ name: basename(path), bytes: readGiven(path) })),
      into: given.into ?? join(directory, importedFolder),
      wanted,
      sources,
      directory,
      release,
      released,
      sample,
      acceptDocumented,
      ask: process.stdin.isTTY && process.stderr.isTTY && !json ? askPerson : null,
      ...screen,
    }),
  );
  if (json) printJson({ directory, ...result });
  else printImported(result, directory);
  if (isRefused) return exitCodes.usage;
  return exitCodeOf(result.outcomes, result.problems);
}

function readGiven(path: string): Buffer {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UnreadableFileError({
      place: path,
      message: 'is a folder, expected a file',
      repair: `name the files in it: ${join(path, '*')}`,
    });
  return readWhole(path);
}

async function askPerson(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(printable(question));
  } finally {
    lines.close();
  }
}

function printImported(
  { imported, outcomes, problems, ignored }: Omit<ImportResult, 'isRefused'>,
  directory: string,
): void {
  for (const problem of problems) tell(`${formatProblem(problem)}\n`);
  if (problems.length > 0) return void tell('nothing was changed\n');
  if (ignored.length > 0) tell(`not read by any source: ${ignored.join(', ')}\n`);
  for (const { source, release, folder, kept, isWaiting, files } of imported) {
    for (const { given, name } of files)
      print(`${given}: ${source} ${release}${given === name ? '' : `, named ${name}`}\n`);
    const later =
      ', and not compiled yet; once what it needs is there: lmi compile --from ' +
      `${join(folder, '..', '..')} --source ${source}`;
    print(
      kept
        ? `  kept in ${folder}${isWaiting ? later : ''}\n`
        : '  not kept, because it was not understood\n',
    );
  }
  for (const line of describeProblems(outcomes, [])) tell(`${line}\n`);
  for (const line of describeOutcomes(outcomes)) print(`${line}\n`);
  print(`${directory}\n`);
}
