// Everyday titles of job adverts, each with the unit group that the index's rules give, written down before the search was asked: how many come first,
// how many among five, and which do not.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { search } from '#server/search/search.ts';
import { learn } from './learnt.ts';
import { published } from './published-parts.ts';

/** `title` and `qualifier` are the entry of the index that decides; without a qualifier it is the bare title, or every entry gives the unit group. */
interface Advert {
  readonly advert: string;
  readonly title: string;
  readonly qualifier: string | null;
  readonly soc2020: string;
}

/** The second list was written by somebody who had no part in the search, and asked once. */
const lists = ['adverts.json', 'adverts-second.json'].map((file) => ({
  file,
  adverts: JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as readonly Advert[],
}));

/** Prints the shares, and a line for each advert that is not answered first. Throws if the index has no such entry. */
export async function reportAdverts(from?: string): Promise<void> {
  const all = await published(from);
  const { index, model } = learn(all, all.entries);
  for (const { file, adverts } of lists) {
    requireEntries(all, file, adverts);
    report(file, adverts, index, model);
  }
}

type Learnt = ReturnType<typeof learn>;

function requireEntries(all: Awaited<ReturnType<typeof published>>, file: string, adverts: readonly Advert[]): void {
  for (const { title, qualifier, soc2020 } of adverts) {
    const entries = all.entries.filter((entry) => entry.title === title && entry.qualifier === qualifier);
    const decides = entries.length > 0 ? entries : all.entries.filter((entry) => entry.title === title);
    if (decides.length === 0 || decides.some((entry) => entry.soc2020 !== soc2020))
      throw new Error(`${file}: the index does not give ${soc2020} to "${title}"${qualifier === null ? '' : ` (${qualifier})`}`);
  }
}

function report(file: string, adverts: readonly Advert[], index: Learnt['index'], model: Learnt['model']): void {
  for (const [name, opinion] of [
    ['this search', model],
    ['titles alone', null],
  ] as const) {
    const places = adverts.map(({ advert, soc2020 }) =>
      search(index, advert, 5, opinion).findIndex((answer) => answer.soc2020 === soc2020),
    );
    const share = (right: (place: number) => boolean) => `${((100 * places.filter(right).length) / adverts.length).toFixed(1)} %`;
    console.log(`${file}, ${name}: first ${share((place) => place === 0)}, in five ${share((place) => place >= 0)}`);
    if (opinion === null) continue;
    adverts.forEach(({ advert, soc2020 }, at) => {
      if (places[at] === 0) return;
      const answers = search(index, advert, 5, opinion).map((answer) => `${answer.soc2020} ${answer.matchedTitle} ${answer.confidence}`);
      console.log(`  ${advert}: expected ${soc2020}, found ${answers.join('; ')}`);
    });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await reportAdverts();
