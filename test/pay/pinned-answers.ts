// What must not change when new editions arrive: the root of every edition as it lies on disk, and answers that name their edition.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { rootHash, sha256 } from '#compiler/edition/digest.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { random } from '#sources/kit/sample/random.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { payQueries } from '#schemas/selections/select-pay.ts';

export function payEditions(directory: string): CatalogueEdition[] {
  return readCatalogue(directory)?.catalogue.editions.filter(({ source }) => source === 'ashe') ?? [];
}

/** The root hash of each edition, of the bytes that lie there now. */
export function rootsOnDisk(directory: string, editions: readonly CatalogueEdition[]): Map<string, string> {
  return new Map(
    editions.map(({ id }) => {
      const folder = join(directory, 'editions', id);
      const files = glob.sync('**/*', { cwd: folder, ignore: ['edition.json'] });
      return [id, rootHash(files.map((file) => ({ file, sha256: sha256(readFileSync(join(folder, file))) })))];
    }),
  );
}

/** Random paths of pay and pay by region, each pinned to one of the editions. */
export function pinnedPaths(editions: readonly CatalogueEdition[], count: number): string[] {
  const draw = random('test/pay/pinned');
  const one = <Value>(values: readonly Value[]): Value => {
    const value = values[draw.between(0, values.length - 1)];
    if (value === undefined) throw new Error('there is nothing to draw from');
    return value;
  };
  return Array.from({ length: count }, () => {
    const { id, axes } = one(editions);
    const soc = one(axes.occupations);
    const query = new URLSearchParams({ ...one(payQueries), edition: id });
    if (draw.chance(0.5)) return `/v1/occupations/${soc}/pay/regions?${query}`;
    query.set('area', one(axes.areas ?? []));
    return `/v1/occupations/${soc}/pay?${query}`;
  });
}

/** Each path's status, tag, caching and body. */
export async function answersTo(directory: string, paths: readonly string[]): Promise<Map<string, string>> {
  const answer = answerOffline(directory);
  const answers = new Map<string, string>();
  for (const path of paths) {
    const response = await answer(path);
    answers.set(
      path,
      `${response.status} ${response.headers.get('ETag')} ${response.headers.get('Cache-Control')}\n${await response.text()}`,
    );
  }
  return answers;
}
