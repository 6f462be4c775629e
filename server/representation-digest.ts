// The Repr-Digest of an answer, so that anyone who keeps the answer can prove that it is complete.

/** The value of the header for these bytes (RFC 9530 §3). */
export async function representationDigest(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`;
}
