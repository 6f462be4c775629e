// lmi get --trace: finds the cells of the publishers' files behind an answer, as the editions'
// files of figures have them.
import { sources } from '#sources/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { requireCatalogue } from '../edition/catalogue.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { EditionReader, type OpenedEdition, hasTexts } from '../release/read-again.ts';
import { tell } from '../report/print.ts';
import { onScreen } from '../report/report.ts';
import { answerOffline, askedBy, bodyOnly } from '../serve/answer-offline.ts';
import { describeTrace } from '../trace/describe-trace.ts';
import { type Trace, editionsBehind, placeOfAnswer, traceAnswer } from '../trace/trace.ts';
import { type Given, printResult } from './arguments.ts';

/**
 * Exit code 1 if there is no such answer, or if it differs from its edition's figures; 4 if their
 * files are not here.
 */
export async function traceCommand(path: string, { data, json = false }: Given): Promise<number> {
  const trace = await onScreen(({ progress }) => tracePath(chooseDirectory(data), path, progress));
  if ('refused' in trace) {
    tell(`${trace.refused.trimEnd()}\n`);
    return exitCodes.refused;
  }
  printResult(json, { path, ...trace }, ...describeTrace(path, trace));
  return trace.editions.every(({ figures }) =>
    figures.every(({ value, stored }) => value === stored),
  )
    ? exitCodes.fine
    : exitCodes.refused;
}

async function tracePath(
  directory: string,
  path: string,
  progress: (doing: string) => void,
): Promise<Trace | { readonly refused: string }> {
  const { editions } = requireCatalogue(directory);
  const response = await answerOffline(directory, bodyOnly)(path);
  const text = await response.text();
  if (!response.ok) return { refused: text };
  const asked = askedBy(path);
  const editionIds = response.headers.get('LMI-Edition');
  if (asked === null || editionIds === null)
    return { refused: `${path}: the answer comes from the catalogue, not from a published file` };
  const body: unknown = JSON.parse(text);
  const reader = new EditionReader(directory, sources, { editions });
  const opened: OpenedEdition[] = [];
  for (const id of editionsBehind(asked.endpoint, body, editionIds)) {
    const edition = editions.find((candidate) => candidate.id === id);
    progress(`${edition?.source} ${edition?.release}: reading its figures`);
    opened.push(reader.open(id));
    // An edition of figures needs only the classification, which gives no figure.
    if (asked.endpoint.answer !== 'join' && opened[0] !== undefined && !hasTexts(opened[0].source))
      break;
  }
  return traceAnswer({ ...asked, place: placeOfAnswer(body, asked.place), body }, opened);
}
