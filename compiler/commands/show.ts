// lmi show: an occupation on a terminal, from the same answers as over HTTP.
import type { OccupationMatch, OccupationSummary } from '#schemas/resources/occupations.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { print, printData, tell } from '../report/print.ts';
import { answerOffline, bodyOnly } from '../serve/answer-offline.ts';
import { pageAsker } from '../serve/ask-occupation.ts';
import { faultOfAnswer } from '../serve/fault-of-answer.ts';
import { cardAreas, cardOf } from '../show/card.ts';

export interface ShowArguments {
  readonly data?: string;
  /** Slug of an area, for the answers that have it. */
  readonly area?: string;
  readonly json?: boolean;
}

const plainWidth = 80;

/**
 * Shows the unit group with this code, or the only one whose job title is this text. Exit code 2 if the occupation or the area is not known,
 * 1 if there is nothing to show. An answer that lacks the area is given for its own, and for England where the release
 * has that and not the United Kingdom.
 */
export async function showCommand(named: string, { data, area, json = false }: ShowArguments): Promise<number> {
  const directory = chooseDirectory(data);
  const { sample } = await catalogueIn(directory);
  const ask = answerOffline(directory, bodyOnly);
  const soc = await codeOf(named, ask);
  if (soc === null) return exitCodes.usage;
  if (area !== undefined && !cardAreas.includes(area)) {
    tell(`--area ${area}: no answer has this area, expected ${cardAreas.join(', ')}\n`);
    return exitCodes.usage;
  }
  const about = await ask(`/v1/occupations/${soc}`);
  if (!about.ok) {
    if (about.status !== 404) {
      tell(`${faultOfAnswer(await about.text())}\n`);
      return exitCodes.refused;
    }
    tell(`${await unknownCode(soc, ask)}\n`);
    return exitCodes.usage;
  }
  const card = await cardOf(pageAsker(ask), soc, area ?? 'uk');
  if (json) {
    printData(`${JSON.stringify(card.json)}\n`);
    return exitCodes.fine;
  }
  const width = process.stdout.isTTY ? process.stdout.columns : plainWidth;
  const bars = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
  const warning = sample ? ['Synthetic sample. The figures are invented; they are not statistics.', ''] : [];
  print(`${[...warning, ...card.lines({ width, bars })].join('\n')}\n`);
  return exitCodes.fine;
}

/** The code that a text names; null, and said, if it names none or several. */
async function codeOf(named: string, ask: (path: string) => Promise<Response>): Promise<string | null> {
  if (/^\d{4}$/.test(named)) return named;
  if (/^\d+$/.test(named)) {
    tell(`${await unknownCode(named, ask)}\n`);
    return null;
  }
  const response = await ask(`/v1/occupations/search?${new URLSearchParams({ q: named, limit: '5' })}`);
  const body = await response.text();
  if (!response.ok) {
    tell(`${faultOfAnswer(body)}\n`);
    return null;
  }
  const matches: OccupationMatch[] = JSON.parse(body);
  const exact = matches.filter(({ confidence }) => confidence === 1);
  const [only] = exact;
  if (only !== undefined && exact.length === 1) return only.soc2020;
  const listed = matches.map(({ soc2020, title, matchedTitle }) => `  ${soc2020} ${matchedTitle} (${title})\n`).join('');
  tell(
    matches.length === 0
      ? `nothing found for "${named}"\n  ${howToFind}\n`
      : `"${named}" is not the title of one occupation; choose a code:\n${listed}`,
  );
  return null;
}

const howToFind = 'lmi search WORDS finds the code of a job title; lmi get /v1/occupations lists all unit groups';

// Unit groups of a group that are named.
const mostNear = 10;

/** What is wrong with digits that are no unit group, and the unit groups of the smallest group that they begin with. */
async function unknownCode(digits: string, ask: (path: string) => Promise<Response>): Promise<string> {
  const response = await ask('/v1/occupations');
  const all: readonly OccupationSummary[] = response.ok ? JSON.parse(await response.text()) : [];
  const starts = Array.from({ length: Math.min(3, digits.length) }, (_, place) => digits.slice(0, place + 1)).reverse();
  const group = starts.find((start) => all.some(({ soc2020 }) => soc2020.startsWith(start)));
  const near = all.filter(({ soc2020 }) => group !== undefined && soc2020.startsWith(group));
  const listed = near.slice(0, mostNear).map(({ soc2020, title }) => `  ${soc2020} ${title}`);
  return [
    `${digits}: is not a unit group of SOC 2020, expected four digits such as 2134`,
    ...(group === undefined ? [] : [`  unit groups that begin with ${group}:`, ...listed]),
    ...(near.length > mostNear ? [`  and ${near.length - mostNear} more`] : []),
    `  ${howToFind}`,
  ].join('\n');
}
