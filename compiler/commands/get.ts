// lmi get: gives one answer of the API offline, as the server would.
import { answerOffline, bodyOnly } from '../serve/answer-offline.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { print, printData, tell } from '../report/print.ts';

export interface GetArguments {
  readonly data?: string;
  readonly headers?: boolean;
}

/** Prints the body on standard output. Exit code 1 if the answer is a problem. */
export async function getCommand(path: string, { data, headers = false }: GetArguments): Promise<number> {
  if (!path.startsWith('/')) {
    tell(`${path}: expected a path that begins with /, for instance /v1/occupations/2134/pay\n`);
    return exitCodes.usage;
  }
  const directory = chooseDirectory(data);
  await catalogueIn(directory);
  const response = await answerOffline(directory, headers ? undefined : bodyOnly)(path);
  if (headers) {
    print(`HTTP/1.1 ${response.status}\n`);
    for (const [name, value] of response.headers) print(`${name}: ${value}\n`);
    print('\n');
  }
  printData(await response.text());
  return response.ok ? exitCodes.fine : exitCodes.refused;
}
