// What a developer meets first in the sample: adverts in the cities that people type, and pay that
// is revised as real releases are.
import { expect, test } from 'vitest';
import { answerOffline, bodyOnly } from '#compiler/serve/answer-offline.ts';
import type { AreaAdvertsResponse, PayResponse } from '#schemas/resources/responses.ts';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { sampleDirectory } from '../compiled-data.ts';

const ask = answerOffline(sampleDirectory(), bodyOnly);

test.each(['leeds', 'manchester', 'birmingham', 'glasgow-city', 'bristol-city-of'])(
  '%s has adverts',
  async (area) => {
    const { withheld, occupations }: AreaAdvertsResponse = JSON.parse(
      await (await ask(`/v1/local-areas/${area}/job-adverts`)).text(),
    );
    expect([withheld, occupations.length]).toEqual([null, 50]);
  },
);

test("medians of the sample's 2023 are revised like those of 2022", async () => {
  const { editions } = requireCatalogue(sampleDirectory());
  const medianOf = async (soc: string, kind: string): Promise<number | null> => {
    const { id } =
      editions.find(({ release }) => release === `sample-2023-${kind}`) ?? expect.fail(kind);
    const { distribution }: PayResponse = JSON.parse(
      await (await ask(`/v1/occupations/${soc}/pay?edition=${id}`)).text(),
    );
    return distribution.median;
  };
  const moves: number[] = [];
  for (const soc of editions[0]?.axes.occupations ?? []) {
    const before = await medianOf(soc, 'provisional');
    const after = await medianOf(soc, 'revised');
    if (before !== null && after !== null) moves.push(Math.abs((100 * (after - before)) / before));
  }
  const moved = moves.filter((percent) => percent > 0).sort((a, b) => a - b);
  const atShare = (share: number) => moved[Math.floor(share * moved.length)] ?? 0;
  expect(moved.length / moves.length).toBeGreaterThan(0.75);
  expect(moved.length / moves.length).toBeLessThan(0.93);
  expect(atShare(0.5)).toBeGreaterThan(0.15);
  expect(atShare(0.5)).toBeLessThan(0.35);
  expect(atShare(0.9)).toBeGreaterThan(1);
  expect(atShare(0.9)).toBeLessThan(1.8);
});
