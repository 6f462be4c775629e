// The setting CONTACT for pages that are files.
import { type Contact, readContact } from '#server/http/settings.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

/** Null if it is not set. Throws ReportedError if it is not valid. */
export function contactSetting({ CONTACT = '' }: Readonly<Record<string, string | undefined>>): Contact | null {
  try {
    return readContact(CONTACT);
  } catch (error) {
    throw error instanceof RangeError ? new ReportedError(error.message) : error;
  }
}
