// Every occupation of every keyed endpoint over HTTP, in every area once, and all local areas for one of them: each answer is 200 and
// of the schema that the OpenAPI document gives it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, endpoints, takesLocalArea } from '#schemas/endpoints.ts';
import type { Runtime } from '../server/runtimes.ts';
import { faultOfAnswer } from './document.ts';
import { type Held, addressOf, heldIn } from './questions.ts';
import { type Start, createAsker, faultsOfEach, highPerMinute } from './table.ts';

/** Adds the suite; call it inside a `describe`. Without `occupations` all that the data hold are asked. */
export function addEveryAnswerTests(start: Start, data: string, occupations?: readonly string[]): void {
  const held = heldIn(data);
  const chosen = occupations ?? held.occupations;
  let runtime: Runtime;
  let key: string;
  let ask: ReturnType<typeof createAsker>;
  beforeAll(async () => {
    runtime = await start(data);
    key = await runtime.issueKey('every answer', highPerMinute);
    ask = createAsker(runtime);
  });
  afterAll(() => runtime.close());

  describe.each(endpoints.filter(({ access }) => access === 'key').map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s',
    (id, endpoint) => {
      const addresses = addressesOf(endpoint, chosen, held);

      test(`${addresses.length} answers`, async () => {
        const faults = await faultsOfEach(addresses, async ({ address, says }) => {
          const answer = await ask(address, { headers: { 'X-API-Key': key } });
          expect(answer.status, answer.text).toBe(200);
          expect(faultOfAnswer(endpoint.path, answer) ?? missing(answer.text, says)).toBeNull();
        });
        expect(faults.slice(0, 5), `${faults.length} faults in ${id}`).toEqual([]);
      });
    },
  );
}

interface Asked {
  readonly address: string;
  /** What the answer must name: the occupation and the area that it was asked about. */
  readonly says: readonly string[];
}

/** A bare list names what it lists and not what it was asked. */
function missing(text: string, says: readonly string[]): string | null {
  if (text.startsWith('[')) return null;
  const absent = says.filter((one) => !text.includes(`"${one}"`));
  return absent.length === 0 ? null : `does not name ${absent.join(', ')}`;
}

function addressesOf(endpoint: Endpoint, occupations: readonly string[], { localAreas: { areas } }: Held): Asked[] {
  const hasOccupation = endpoint.pathParameters.some(({ kind }) => kind === 'occupation');
  const enumerated = endpoint.query.find(({ name }) => name === 'area');
  const queryAreas = enumerated?.kind === 'enum' ? enumerated.values : [];
  const asked = (soc: string, local: string, area: string | undefined): Asked => ({
    address: addressOf(endpoint, { soc, area: local }, area === undefined ? [] : [['area', area]]),
    says: [...(hasOccupation ? [soc] : []), ...(takesLocalArea(endpoint) ? [local] : []), ...(area === undefined ? [] : [area])],
  });
  const nth = <Value>(values: readonly Value[], place: number): Value | undefined => values[place % values.length];

  if (!hasOccupation) {
    if (takesLocalArea(endpoint)) return areas.map(({ code }) => asked('', code, undefined));
    return (queryAreas.length === 0 ? [undefined] : queryAreas).map((area) => asked('', '', area));
  }
  if (takesLocalArea(endpoint)) {
    const everywhere = areas.map(({ code }) => asked(occupations[0] ?? '', code, undefined));
    return [...everywhere, ...occupations.map((soc, place) => asked(soc, nth(areas, place)?.code ?? '', undefined))];
  }
  // By turns, so that each area is asked by many occupations and each occupation asks once; and one occupation asks everywhere.
  const [first = ''] = occupations;
  return [...occupations.map((soc, place) => asked(soc, '', nth(queryAreas, place))), ...queryAreas.map((area) => asked(first, '', area))];
}
