// /admin/keys: the holder of the administration secret issues, lists and revokes keys.
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import { equalTexts, fromBase32 } from './key-format.ts';
import type { Keyring } from './keys.ts';
import { type SecretLimits, wrongSecretsPerMinute } from './limits.ts';
import { invalidBody, privateJson, readMembers } from '../http/body.ts';
import { Refusal, quoted } from '../http/problem.ts';

export interface Administration {
  /** LMI_ADMIN_SECRET. */
  readonly secret: string;
  readonly keyring: Keyring;
  /** Without it any number of wrong secrets is compared. */
  readonly wrongSecrets?: SecretLimits;
}

/** Answers /admin/keys: POST issues a key, GET lists them. */
export async function answerKeys(
  administration: Administration,
  request: Request,
): Promise<Response> {
  await requireSecret(administration, request);
  const { keyring } = administration;
  if (request.method === 'POST') {
    const { name, perMinute } = await readKeyOrder(request);
    return privateJson(await keyring.issue(name, perMinute), 201);
  }
  return privateJson(await keyring.list());
}

/** Answers DELETE /admin/keys/{account}: revokes the account's live key. */
export async function answerAccount(
  administration: Administration,
  request: Request,
  account: string,
): Promise<Response> {
  await requireSecret(administration, request);
  const { keyring } = administration;
  if (fromBase32(account)?.length !== 16) {
    throw new Refusal(
      'unknown-key',
      `${quoted(account)} is not an account, expected 26 letters and digits as GET ` +
        '/admin/keys lists them.',
    );
  }
  if (!(await keyring.revoke(account)))
    throw new Refusal('unknown-key', `The account ${account} has no live key.`);
  return privateJson({ account, state: 'revoked' });
}

/**
 * Throws 401 for a wrong secret. After too many of them it throws 429, for the right one too: a
 * client that goes on guessing must not learn which one is right.
 */
async function requireSecret(
  { secret, wrongSecrets }: Administration,
  request: Request,
): Promise<void> {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
  const isRight = await equalTexts(given, secret);
  // Nothing waits between this count and its use, so that guesses sent at once are counted exactly.
  const allowance = wrongSecrets?.afterSecret(request, isRight);
  if (allowance?.allowed === false) {
    const seconds = allowance.resetSeconds;
    throw new Refusal(
      'rate-limit-exceeded',
      `The address has sent ${wrongSecretsPerMinute} wrong administration secrets in ` +
        `${windowSeconds} seconds. Ask again in ${seconds} s.`,
      {
        headers: { 'Retry-After': String(seconds) },
        retryAfterSeconds: seconds,
        limit: wrongSecretsPerMinute,
        windowSeconds,
      },
    );
  }
  if (isRight) return;
  throw new Refusal(
    'invalid-secret',
    'The Authorization header does not hold the administration secret, expected ' +
      '"Bearer" and the secret.',
    {
      headers: { 'WWW-Authenticate': 'Bearer realm="labour-market-information administration"' },
    },
  );
}

/** High enough for benchmarks, low enough that a log of answers stays small. */
const mostPerMinute = 1_000_000;
const longestName = 200;

async function readKeyOrder(request: Request): Promise<{ name: string; perMinute: number }> {
  const { name, perMinute = answersPerMinute } = await readMembers(request, ['name', 'perMinute']);
  if (typeof name !== 'string' || name.trim() === '' || name.length > longestName) {
    throw invalidBody(
      'name',
      'not-allowed',
      `"name" is required: a text of 1 to ${longestName} characters.`,
    );
  }
  if (
    typeof perMinute !== 'number' ||
    !Number.isInteger(perMinute) ||
    perMinute < 1 ||
    perMinute > mostPerMinute
  ) {
    throw invalidBody(
      'perMinute',
      'out-of-range',
      `"perMinute" is an integer from 1 to ${mostPerMinute}.`,
    );
  }
  return { name, perMinute };
}
