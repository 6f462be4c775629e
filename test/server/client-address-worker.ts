// Tells a client which network it comes from, for the test that asks a workerd of its own, without miniflare.
import { networkOf, readClientAddress } from '#server/http/address.ts';

const addressOf = readClientAddress('direct');

export default {
  fetch: (request: Request): Response => new Response(networkOf(addressOf(request) ?? '') ?? 'nobody'),
};
