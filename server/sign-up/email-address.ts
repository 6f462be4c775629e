// Reads an e-mail address strictly: what passes can stand in an SMTP command and in a header, and nothing else can.

/** RFC 5321 §4.5.3.1.3, less the angle brackets. */
const longestAddress = 254;
const longestLocalPart = 64;

// The dot-string of RFC 5321 §4.1.2. Quoted local parts are allowed there and used by nobody; with them blanks and brackets come in.
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * The address in the one form under which its account is known: no blanks at the edges, all in lower case, the domain as DNS writes it.
 * Null for a text that is no address we would send to. Lower case throughout, because no provider in use tells letter case apart and
 * a person writes it one way today and another tomorrow.
 */
export function readEmailAddress(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const [local, domain] = [trimmed.slice(0, at), asciiDomain(trimmed.slice(at + 1))];
  if (at < 1 || domain === null || local.length > longestLocalPart || !localPart.test(local)) return null;
  const address = `${local}@${domain}`.toLowerCase();
  return address.length <= longestAddress ? address : null;
}

/** The platform's own URL parser turns a domain of other scripts into the one that DNS knows (UTS #46). */
function asciiDomain(text: string): string | null {
  // Characters that would end the host in a URL, or be dropped from it, must not reach the parser.
  if (!/^[\p{L}\p{N}.-]+$/u.test(text) || !URL.canParse(`http://${text}/`)) return null;
  const host = new URL(`http://${text}/`).hostname;
  return domainName.test(host) ? host : null;
}
