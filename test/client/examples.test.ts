// The example programs, over the sample: what they say, and in how many calls.
import { expect, test } from 'vitest';
import { answerOffline, bodyOnly } from '#compiler/serve/answer-offline.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { careersPage } from '../../client/examples/careers-page.ts';
import { fileAdverts } from '../../client/examples/job-board.ts';
import { clientOver } from '../../client/servers.ts';

let calls: number;
const answer = answerOffline(sampleDirectory(), bodyOnly);
const data = clientOver((path) => {
  calls += 1;
  return answer(path);
});

test('a job board files four adverts in five calls, ambiguous ones aside', async () => {
  calls = 0;
  const { filed, attribution } = await fileAdverts(data, [
    'Sofware developer',
    'Registered nurse practitioner',
    'Manager',
    'Qwrtz',
  ]);
  expect(calls).toBe(5);
  expect(filed.map(({ soc2020 }) => soc2020)).toEqual(['2134', '2234', null, null]);
  expect(filed.map(({ pay }) => pay !== null)).toEqual([true, true, false, false]);
  expect(filed[0]?.pay).toMatch(/^£\d{2},\d{3} a year$/);
  expect(attribution).toContain('Synthetic sample');
});

test('a careers page takes four calls, and shows no figure that must not be shown', async () => {
  calls = 0;
  const page = await careersPage(data, '2134');
  expect(calls).toBe(4);
  expect(page).toEqual(
    expect.arrayContaining([
      'Programmers and software development professionals',
      expect.stringMatching(/^Typical pay: \d\d,\d{3} gbp per year$/),
      expect.stringMatching(/^People in work: [\d,]+ people/),
      expect.stringMatching(/^Growth to 2035: -?[\d.]+ percent$/),
    ]),
  );
  expect(await careersPage(data, '1161')).toContainEqual(
    expect.stringMatching(/^Typical pay: not shown \([a-z-]+\)$/),
  );
});
