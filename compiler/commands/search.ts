// lmi search: finds the unit groups of a job title offline, through the same router as over HTTP.
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { answerOffline, bodyOnly } from '../serve/answer-offline.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { faultOfAnswer } from '../serve/fault-of-answer.ts';
import { print, printData, tell } from '../report/print.ts';

export interface SearchArguments {
  readonly limit: number;
  readonly data?: string;
  readonly json?: boolean;
}

/** Exit code 2 if the API refuses the title or the limit, 1 if there is nothing to search. */
export async function searchCommand(title: string, { limit, data, json = false }: SearchArguments): Promise<number> {
  const directory = chooseDirectory(data);
  const catalogue = await catalogueIn(directory);
  const response = await answerOffline(
    directory,
    bodyOnly,
  )(`/v1/occupations/search?${new URLSearchParams({ q: title, limit: String(limit) })}`);
  const body = await response.text();
  if (!response.ok) {
    tell(`${faultOfAnswer(body)}\n`);
    return response.status === 400 ? exitCodes.usage : exitCodes.refused;
  }
  if (json) {
    printData(body);
    return exitCodes.fine;
  }
  const matches: OccupationMatch[] = JSON.parse(body);
  if (catalogue.sample) tell('synthetic sample, not statistics\n');
  if (matches.length === 0) tell(`nothing found for "${title}"\n`);
  for (const match of matches) print(`${describe(match)}\n`);
  return exitCodes.fine;
}

function describe({ soc2020, title, matchedTitle, qualifier, confidence, matchType }: OccupationMatch): string {
  return `${soc2020}  ${confidence.toFixed(3)} ${matchType.padEnd(9)}  ${matchedTitle}${qualifier === null ? '' : ` (${qualifier})`} — ${title}`;
}
