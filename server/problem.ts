// Refusals and their answers: RFC 9457 problem details, with the media types that the contract declares.
import type { ProblemDetails } from '#schemas/problem.ts';
import { type ProblemKind, problemKinds } from './problem-kinds.ts';

/** One parameter at fault. */
export type ParameterFault = NonNullable<ProblemDetails['errors']>[number];

/** Members of the body that only some kinds have, and headers of the answer. */
export interface RefusalDetails extends Partial<Pick<ProblemDetails, 'retryAfterSeconds' | 'limit' | 'windowSeconds' | 'withdrawn'>> {
  readonly errors?: ParameterFault[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown where a request cannot have what it asks for. Its `detail` is written for the client and is the only text that reaches it. */
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

/** The contract declares 400 and 404 as application/json and the others as application/problem+json (§7.2). */
function mediaTypeOf(status: number): string {
  return status === 400 || status === 404 ? 'application/json' : 'application/problem+json';
}

/** The URI of a kind. Built from the configured address: a Host header that lies must not choose where clients are sent. */
function problemType(publicUrl: string, kind: ProblemKind): string {
  return `${publicUrl}/problems/${kind}`;
}

/** The answer to a refused request; `instance` is the path and query that was asked. */
export function problemResponse(refusal: Refusal, { publicUrl, instance }: { publicUrl: string; instance: string }): Response {
  const { status, title } = problemKinds[refusal.kind];
  const { headers = {}, ...members } = refusal.details;
  const body: ProblemDetails = { type: problemType(publicUrl, refusal.kind), title, status, detail: refusal.detail, instance, ...members };
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    // 404, 405 and 410 may otherwise be stored by guesswork (RFC 9110 §15.1), and would outlive the next edition.
    headers: {
      'Content-Type': mediaTypeOf(status),
      'Cache-Control': 'no-store',
      ...successorLink(refusal.details, `${publicUrl}${instance}`),
      ...headers,
    },
  });
}

/** The same question to the edition that takes the withdrawn one's place (RFC 5829 §3.3). */
function successorLink({ withdrawn }: RefusalDetails, asked: string): Record<string, string> {
  if (withdrawn === undefined || withdrawn.replacedBy === null) return {};
  const successor = new URL(asked);
  successor.searchParams.set('edition', withdrawn.replacedBy);
  return { Link: `<${successor.href}>; rel="successor-version"` };
}

/** A value from outside as a message quotes it: cut, so that a message stays one readable line. */
export function quoted(value: string): string {
  const characters = [...value];
  return characters.length > 60 ? `"${characters.slice(0, 60).join('')}…" (${characters.length} characters)` : `"${value}"`;
}
