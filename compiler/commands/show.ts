// lmi show: an occupation on a terminal, from the same answers as over HTTP.
import { endpoints } from '#schemas/endpoints.ts';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { catalogueIn } from '../bundle/bundle-store.ts';
import { chooseDirectory } from '../edition/data-directory.ts';
import { print, printData, tell } from '../report/print.ts';
import { answerOffline, bodyOnly } from '../serve/answer-offline.ts';
import { faultOfAnswer } from '../serve/fault-of-answer.ts';
import { type Answers, cardEndpoints, sectionsOf } from '../show/card.ts';
import { describeSection, wrapped } from '../show/describe-card.ts';

export interface ShowArguments {
  readonly data?: string;
  /** Slug of an area, for the answers that have it. */
  readonly area?: string;
  readonly json?: boolean;
}

const plainWidth = 80;

/**
 * Shows the unit group with this code, or the only one whose job title is this text. Exit code 2 if the occupation or the area is not known,
 * 1 if there is nothing to show. An answer that lacks the area is given for its own.
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
    tell(`${faultOfAnswer(body)}\n`);
    return about.status === 404 ? exitCodes.usage : exitCodes.refused;
  }
  const answers: { -readonly [Id in keyof Answers]: Answers[Id] } = { occupation: JSON.parse(body) };
  const missing = new Map<string, string>();
  for (const id of cardEndpoints) {
    const query = area !== undefined && areas.get(id)?.includes(area) === true ? `?area=${area}` : '';
    const response = await ask(`${pathOf(id, soc)}${query}`);
    const text = await response.text();
    if (response.ok) answers[id] = JSON.parse(text);
    else missing.set(id, faultOfAnswer(text));
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
    ...sectionsOf(answers, missing).flatMap((section) => ['', ...describeSection(section, layout)]),
    '',
    ...attributionsOf(answers).flatMap((text) => wrapped(text, '', width, '  ')),
  ];
  print(`${lines.join('\n')}\n`);
  return exitCodes.fine;
}

/** The code that a text names; null, and said, if it names none or several. */
async function codeOf(named: string, ask: (path: string) => Promise<Response>): Promise<string | null> {
  if (/^\d{4}$/.test(named)) return named;
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
    matches.length === 0 ? `nothing found for "${named}"\n` : `"${named}" is not the title of one occupation; choose a code:\n${listed}`,
  );
  return null;
}

function pathOf(id: string, soc: string): string {
  const endpoint = endpoints.find((candidate) => candidate.id === id);
  if (endpoint === undefined) throw new Error(`no endpoint ${id}`);
  return endpoint.path.replace('{soc}', soc);
}

function areasOf(id: string): readonly string[] {
  const parameter = endpoints.find((candidate) => candidate.id === id)?.query.find(({ name }) => name === 'area');
  return parameter?.kind === 'enum' ? parameter.values : [];
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
