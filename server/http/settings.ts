// Reads the settings PUBLIC_URL, the base of mailed links and `type` URIs, and CONTACT, how people
// reach the operator; and e-mail addresses.

/**
 * The address without a slash at its end. Throws RangeError if it is not http or https, or has more
 * than a host and a port.
 */
export function readPublicUrl(setting: string): string {
  const url = URL.canParse(setting) ? new URL(setting) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new RangeError(
      `PUBLIC_URL is "${setting}", expected an address such as https://lmi.example.org`,
    );
  }
  return url.origin;
}

/** What a page shows of CONTACT, and where the link leads. */
export interface Contact {
  readonly text: string;
  readonly href: string;
}

/**
 * Null if nothing is set. Throws RangeError if it is neither an e-mail address nor the address of a
 * page by HTTPS.
 */
export function readContact(setting: string): Contact | null {
  if (setting === '') return null;
  const address = readEmailAddress(setting);
  if (address !== null)
    return { text: setting, href: `mailto:${encodeURIComponent(setting).replace('%40', '@')}` };
  const url = URL.canParse(setting) ? new URL(setting) : null;
  if (url?.protocol === 'https:' && url.username === '' && url.password === '')
    return { text: url.href.replace(/^https:\/\/|\/$/g, ''), href: url.href };
  throw new RangeError(
    `CONTACT is "${setting}", expected an e-mail address, or an address that begins with https://`,
  );
}

/** RFC 5321 §4.5.3.1.3, less the angle brackets. */
const longestAddress = 254;
const longestLocalPart = 64;

// The dot-string of RFC 5321 §4.1.2. Quoted local parts are allowed there, but nobody uses them,
// and they would let in blanks and brackets.
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Reads an e-mail address strictly, so that every accepted one is safe in an SMTP command and in a
 * header: the address in the one form that names its account: no blanks at the edges, lower case,
 * the domain as DNS writes it. Null for a text that is not an address. All of it is lower case,
 * because people vary the letter case and no provider in use distinguishes it.
 */
export function readEmailAddress(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, at);
  const domain = asciiDomain(trimmed.slice(at + 1));
  if (at < 1 || domain === null || local.length > longestLocalPart || !localPart.test(local))
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
