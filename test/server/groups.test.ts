// group= on the lists: the rows of the whole list that belong to the group, with their ranks.
import { expect, test } from 'vitest';
import { answerOffline, bodyOnly } from '#compiler/serve/answer-offline.ts';
import { sampleDirectory } from '../compiled-data.ts';

const ask = answerOffline(sampleDirectory(), bodyOnly);

interface Listed {
  readonly total: number;
  readonly ranked?: number;
  readonly assessed?: number;
  readonly occupations: readonly { readonly soc2020: string; readonly rank?: object | null }[];
}
const listOf = async (path: string): Promise<Listed> => JSON.parse(await (await ask(path)).text());

test.each([
  '/v1/pay?limit=412',
  '/v1/pay?limit=412&order=ascending',
  '/v1/employment?limit=412',
  '/v1/demand?level=not_in_high_demand',
  '/v1/visas?limit=412',
  '/v1/job-adverts?limit=412',
  '/v1/work-profiles?interests=realistic,investigative&limit=412',
  '/v1/local-areas/leeds/job-adverts?limit=412',
])('%s', async (path) => {
  const whole = await listOf(path);
  for (const group of ['2', '22', '223']) {
    const { total, ranked, assessed, occupations } = await listOf(`${path}&group=${group}`);
    const expected = whole.occupations.filter(({ soc2020 }) => soc2020.startsWith(group));
    expect(occupations).toEqual(expected);
    expect(total).toBe(expected.length);
    if (ranked !== undefined)
      expect(ranked).toBe(expected.filter(({ rank }) => rank !== null).length);
    if (assessed !== undefined) expect(assessed).toBeLessThan(whole.assessed ?? 0);
  }
});
