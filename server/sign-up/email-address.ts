// E-mail addresses, as sign-up and the settings of mail accept them.

/** RFC 5321 §4.5.3.1.3, less the angle brackets. */
const longestAddress = 254;
const longestLocalPart = 64;

// The dot-string of RFC 5321 §4.1.2. Quoted local parts are allowed there, but nobody uses them,
// and they would let in blanks and brackets.
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Parses an e-mail address. Accepts only what is safe in SMTP commands and in headers. Returns the
 * one form that names its account: without blanks at the edges, in lower case, with the domain as
 * DNS writes it. Null for any other text. No provider in use distinguishes letter case.
 */
export function readEmailAddress(text: string): string | null {
  const trimmed = text.trim();
  const atSign = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, atSign);
  const domain = asciiDomain(trimmed.slice(atSign + 1));
  if (atSign < 1 || domain === null || local.length > longestLocalPart || !localPart.test(local))
    return null;
  const address = `${local}@${domain}`.toLowerCase();
  return address.length <= longestAddress ? address : null;
}

/**
 * The platform's URL parser turns a domain in another script into the one that DNS knows (UTS #46).
 */
function asciiDomain(text: string): string | null {
  // Characters that end the host in a URL, or that the parser drops, must not reach the parser.
  if (!/^[\p{L}\p{N}.-]+$/u.test(text) || !URL.canParse(`http://${text}/`)) return null;
  const host = new URL(`http://${text}/`).hostname;
  return domainName.test(host) ? host : null;
}
