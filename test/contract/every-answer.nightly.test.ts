// Every occupation of every keyed endpoint, in every area once, and all local areas for one of them: each answer is 200, of the schema that
// the OpenAPI document gives it, and names what it was asked about.
import { expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { type Endpoint, endpoints, takesLocalArea } from '#schemas/endpoints.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { faultOfAnswer } from './document.ts';
import { addressOf, heldIn } from './questions.ts';

const held = heldIn(sampleDirectory());
const ask = answerOffline(held.directory);
const limits = { 'RateLimit-Policy': '"answers";q=5;w=60', RateLimit: '"answers";r=4;t=60' };

test.each(endpoints.filter(({ access }) => access === 'key').map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s',
  async (_, endpoint) => {
    for (const { address, says } of addressesOf(endpoint)) {
      const response = await ask(address);
      const answer = {
        status: response.status,
        headers: new Headers([...response.headers, ...Object.entries(limits)]),
        text: await response.text(),
      };
      expect(answer.status, address).toBe(200);
      expect(faultOfAnswer(endpoint.path, answer), address).toBeNull();
      // A bare list names what it lists and not what it was asked.
      if (!answer.text.startsWith('[')) for (const one of says) expect(answer.text.includes(`"${one}"`), `${address}: ${one}`).toBe(true);
    }
  },
);

interface Asked {
  readonly address: string;
  /** What the answer must name: the occupation and the area that it was asked about. */
  readonly says: readonly string[];
}

function addressesOf(endpoint: Endpoint): Asked[] {
  const { occupations, localAreas } = held;
  const hasOccupation = endpoint.pathParameters.some(({ kind }) => kind === 'occupation');
  const enumerated = endpoint.query.find(({ name }) => name === 'area');
  const areas = enumerated?.kind === 'enum' ? enumerated.values : [];
  const asked = (soc: string, local: string, area?: string): Asked => ({
    address: addressOf(endpoint, { soc, area: local }, area === undefined ? [] : [['area', area]]),
    says: [soc, local, area ?? ''].filter((one) => one !== ''),
  });
  const localOf = (nth: number) => (takesLocalArea(endpoint) ? (localAreas.areas[nth % localAreas.areas.length]?.code ?? '') : '');
  const areaOf = (nth: number) => areas[nth % areas.length];
  const [first = ''] = hasOccupation ? occupations : [''];
  const everywhere = takesLocalArea(endpoint)
    ? localAreas.areas.map(({ code }) => asked(first, code))
    : (areas.length === 0 ? [undefined] : areas).map((area) => asked(first, '', area));
  // By turns, so that each area is asked by many occupations and each occupation asks once.
  return [...everywhere, ...(hasOccupation ? occupations.map((soc, nth) => asked(soc, localOf(nth), areaOf(nth))) : [])];
}
