// The cap on requests in flight: what becomes of places that nobody hands back. hardening.nightly.test.ts fills them over sockets.
import { expect, test } from 'vitest';
import { createInFlight } from '#server/keys/in-flight.ts';

test('a place whose request was dropped without a word is given away after half a minute', () => {
  let now = 0;
  const { enter } = createInFlight(2, () => now);
  enter();
  now = 10_000;
  const leaveLater = enter();
  expect(enter).toThrow('The service is answering 2 requests at this moment, its limit. Ask again in 1 s.');
  now = 29_999;
  expect(enter).toThrow('too-many-in-flight');
  now = 30_000;
  enter();
  expect(enter).toThrow('too-many-in-flight');
  // Handing back late frees no more than its own place.
  now = 40_000;
  enter();
  leaveLater();
  expect(enter).toThrow('too-many-in-flight');
});
