// A worker for the limiter's tests: the account's record in a real Durable Object, with the clock in the request.
import { type AccountRecord, type AccountStorage, openAccounts } from '#server/keys/account.ts';

interface Namespace {
  getByName(name: string): { fetch(request: Request): Promise<Response> };
}

/** The older form of a Durable Object class, which needs no import of the platform. */
export class ClockedAccount {
  readonly #record: AccountRecord;

  constructor(state: { readonly storage: AccountStorage }) {
    this.#record = openAccounts(state.storage).of('one');
  }

  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    return Response.json(this.#record.take(Number(searchParams.get('perMinute')), Number(searchParams.get('now'))));
  }
}

export default {
  fetch(request: Request, env: { readonly ACCOUNTS: Namespace }): Promise<Response> {
    return env.ACCOUNTS.getByName(new URL(request.url).pathname).fetch(request);
  },
};
