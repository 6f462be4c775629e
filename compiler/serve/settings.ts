// Settings as the worker will read them, checked before it starts.
import { readClientAddress } from '#server/http/address.ts';
import type { Contact } from '#server/pages/site.ts';
import { readContact } from '#server/sign-up/contact.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

/** Thrown for a fault that the caller can repair. */
export class ServeError extends ReportedError {}

/**
 * Reads a setting. Throws ServeError, whose message begins with `place`, if the worker would refuse
 * it.
 */
export function settingOf<Value>(read: () => Value, place = ''): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new ServeError(`${place}${error.message}`) : error;
  }
}

/** Returns CLIENT_ADDRESS. Throws ServeError if it is not valid. */
export function checkedClientAddress(setting: string): string {
  settingOf(() => readClientAddress(setting));
  return setting;
}

/**
 * CONTACT, for pages that are files; null if it is not set. Throws ServeError if it is not valid.
 */
export function contactSetting({ CONTACT = '' }: NodeJS.ProcessEnv): Contact | null {
  return settingOf(() => readContact(CONTACT));
}
