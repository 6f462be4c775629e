// lmi show: an occupation on a terminal, from the same answers as over HTTP.
import { endpoints } from '#schemas/endpoints.ts';
import type { OccupationMatch, OccupationSummary } from '#schemas/resources/occupations.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { type Asked, type Question, areasOf, mayBeOfEngland, orOfEngland } from '../serve/ask-occupation.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { print, printData, tell } from '../report/print.ts';
import { answerOffline, bodyOnly } from '../serve/answer-offline.ts';
import { faultOfAnswer } from '../serve/fault-of-answer.ts';
import { type Answers, cardEndpoints, sectionsOf } from '../show/card.ts';
import { describeSections, wrapped } from '../show/describe-card.ts';

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
  const areas = new Map(cardEndpoints.map((id) => [id, areasOf(id)]));
  if (area !== undefined && ![...areas.values()].some((known) => known.includes(area))) {
    tell(`--area ${area}: no answer has this area, expected ${[...new Set([...areas.values()].flat())].join(', ')}\n`);
    return exitCodes.usage;
  }
  const about = await ask(`/v1/occupations/${soc}`);
  const body = await about.text();
  if (!about.ok) {
    if (about.status !== 404) {
      tell(`${faultOfAnswer(body)}\n`);
      return exitCodes.refused;
    }
    tell(`${await unknownCode(soc, ask)}\n`);
    return exitCodes.usage;
  }
  const answers: Answers = { occupation: JSON.parse(body) };
  const missing = new Map<string, string>();
  const put = async <Answer>({ id, query = {} }: Question): Promise<Asked<Answer>> => {
    const response = await ask(`${pathOf(id, soc)}?${new URLSearchParams(query)}`);
    const text = await response.text();
    return response.ok ? { answer: JSON.parse(text) } : { missing: faultOfAnswer(text) };
  };
  for (const id of cardEndpoints) {
    const asked = await put<never>({ id, query: area !== undefined && areas.get(id)?.includes(area) === true ? { area } : {} });
    const found = mayBeOfEngland(id) ? await orOfEngland(id, asked, area ?? 'uk', put) : asked;
    if ('answer' in found) Object.assign(answers, { [id]: found.answer });
    else missing.set(id, found.missing);
  }
  if (json) {
    printData(`${JSON.stringify({ soc2020: soc, answers, missing: Object.fromEntries(missing) })}\n`);
    return exitCodes.fine;
  }
  const { title, hierarchy, provenance } = answers.occupation;
  const width = process.stdout.isTTY ? process.stdout.columns : plainWidth;
  const layout = { width, bars: process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '' };
  const parents = [hierarchy.majorGroup, hierarchy.subMajorGroup, hierarchy.minorGroup].map((group) => `${group.code} ${group.title}`);
  const lines = [
    ...(sample ? ['Synthetic sample. The figures are invented; they are not statistics.', ''] : []),
    ...wrapped(`${soc} ${title}`, '', width),
    ...wrapped(parents.join(' > '), '  ', width),
    ...wrapped(`release: ${provenance.source} ${provenance.edition}`, '  ', width),
    ...describeSections(sectionsOf(answers, missing), layout),
    '',
    ...attributionsOf(answers).flatMap((text) => wrapped(text, '', width, '  ')),
  ];
  print(`${lines.join('\n')}\n`);
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

function pathOf(id: string, soc: string): string {
  const endpoint = endpoints.find((candidate) => candidate.id === id);
  if (endpoint === undefined) throw new Error(`no endpoint ${id}`);
  return endpoint.path.replace('{soc}', soc);
}

/** The texts that publishers ask for, once each. */
function attributionsOf(answers: Answers): string[] {
  const given = [answers.occupation, ...cardEndpoints.map((id) => answers[id])];
  const texts = given.flatMap((answer) => {
    if (answer === undefined) return [];
    return 'citation' in answer ? [answer.citation] : [answer.attribution];
  });
  return [...new Set(texts)].map((text) => text.replace(/\s+/g, ' '));
}
