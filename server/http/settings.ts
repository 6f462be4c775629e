// Reads the setting PUBLIC_URL, the base of mailed links and `type` URIs.

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
