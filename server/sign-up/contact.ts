// Reads the setting CONTACT: how people reach the operator.
import type { Contact } from '../pages/site.ts';
import { readEmailAddress } from './email-address.ts';

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
