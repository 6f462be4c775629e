// Refusals and their answers: RFC 9457 problem details with the contract's media types.
import type { ProblemDetails } from '#schemas/problem.ts';
import { type ProblemKind, problemKinds } from './problem-kinds.ts';

/** One parameter at fault. */
export type ParameterFault = NonNullable<ProblemDetails['errors']>[number];

/** Members of the body that only some kinds have, and headers of the answer. */
interface RefusalDetails
  extends Partial<
    Pick<
      ProblemDetails,
      'retryAfterSeconds' | 'limit' | 'windowSeconds' | 'withdrawn' | 'replacedBy'
    >
  > {
  readonly errors?: ParameterFault[];
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Thrown to refuse a request. Its `detail` is written for the client and is the only text that
 * reaches it.
 */
export class Refusal extends Error {
  readonly kind: ProblemKind;
  readonly detail: string;
  readonly details: RefusalDetails;

  constructor(kind: ProblemKind, detail: string, details: RefusalDetails = {}) {
    super(`${kind}: ${detail}`);
    this.name = 'Refusal';
    this.kind = kind;
    this.detail = detail;
    this.details = details;
  }
}

/** The entry of `errors` for a value in the path; none unless the nearest right value is known. */
export function wrongPathValue(
  parameter: string,
  detail: string,
  nearest: string | undefined,
): RefusalDetails {
  return nearest === undefined
    ? {}
    : { errors: [{ parameter, code: 'not-allowed', detail, nearest }] };
}

/** The service's address, and the requested path and query (`instance`). */
type RefusedAt = Readonly<Record<'publicUrl' | 'instance', string>>;

/**
 * The URI of a kind is built from the configured address, because a false Host header must not
 * decide where clients are sent.
 */
export function problemBody(
  { kind, detail, details }: Refusal,
  { publicUrl, instance }: RefusedAt,
): ProblemDetails {
  const { status, title } = problemKinds[kind];
  const { headers: _, ...members } = details;
  return {
    type: `${publicUrl}/problems/${kind}`,
    code: kind,
    title,
    status,
    detail,
    instance,
    ...members,
  };
}

/** The contract (§7.2) gives 400 and 404 another media type than other problems. */
export const mediaTypeOf = (status: number) =>
  status === 400 || status === 404 ? 'application/json' : 'application/problem+json';

/** The answer to a refused request. */
export function problemResponse(refusal: Refusal, where: RefusedAt): Response {
  const body = problemBody(refusal, where);
  const { status } = body;
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    // Without no-store, a cache may keep 404, 405 and 410 on a heuristic (RFC 9110 §15.1), beyond
    // the next edition.
    headers: {
      'Content-Type': mediaTypeOf(status),
      'Cache-Control': 'no-store',
      ...successorLink(refusal.details, `${where.publicUrl}${where.instance}`),
      ...refusal.details.headers,
    },
  });
}

/** Links the same request to the edition that replaces the pinned one (RFC 5829 §3.3). */
function successorLink(
  { withdrawn, replacedBy = withdrawn?.replacedBy ?? undefined }: RefusalDetails,
  asked: string,
): Record<string, string> {
  if (replacedBy === undefined) return {};
  const url = new URL(asked);
  url.searchParams.set('edition', replacedBy);
  return { Link: `<${url.href}>; rel="successor-version"` };
}

/** Quotes a value from outside for a message, cut so that the message stays one readable line. */
export function quoted(value: string): string {
  const characters = [...value];
  return characters.length > 60
    ? `"${characters.slice(0, 60).join('')}…" (${characters.length} characters)`
    : `"${value}"`;
}
