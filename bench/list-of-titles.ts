// Writes a CSV of a survey with 100,000 rows to a file: job titles of the coding index, most of them not as it prints them.
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { csvLine } from '#schemas/csv-line.ts';
import type { OccupationSummary, OccupationTitle } from '#schemas/resources/occupations.ts';
import { answerOffline, bodyOnly } from '#compiler/serve/answer-offline.ts';

const [data = '', path = ''] = process.argv.slice(2);
const rows = 100_000;
const answer = answerOffline(data, bodyOnly);
// The API's own answers.
const get = async <Answer>(address: string): Promise<Answer> => (await answer(address)).json() as Promise<Answer>;
const titles: string[] = [];
for (const { soc2020 } of await get<OccupationSummary[]>('/v1/occupations'))
  for (const { title } of await get<OccupationTitle[]>(`/v1/occupations/${soc2020}/titles`)) titles.push(title);

// The generator of Park and Miller: the same list in every run.
let seed = 1;
const below = (most: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % most;
};
const anyTitle = () => titles[below(titles.length)] ?? '';
/** A fifth each: as it is, a letter left out, words of an advert, two titles mixed, capitals. */
const written: readonly ((title: string) => string)[] = [
  (title) => title,
  (title) => {
    const place = below(title.length);
    return title.slice(0, place) + title.slice(place + 1);
  },
  (title) => `${title} in Leeds part time`,
  (title) => `${title.split(' ')[0]} ${anyTitle().split(' ').at(-1)}`,
  (title) => title.toUpperCase(),
];
const industries = ['C', 'F', 'Textile manufacturing', 'retail', 'Q', 'local government', '', 'banking', 'hospital', 'K'];
const file = createWriteStream(path);
file.write('id,job,industry,notes\n');
for (let row = 0; row < rows; row++) {
  const title = written[row % written.length]?.(anyTitle()) ?? '';
  file.write(`${csvLine([row, title, industries[below(industries.length)] ?? '', 'free text, with "quotes"'])}\n`);
}
file.end();
await finished(file);
