// Which addresses PUBLIC_URL can be, and what they are read as.
import { expect, test } from 'vitest';
import { readPublicUrl } from '#server/http/settings.ts';

test.each([
  ['https://lmi.example.org', 'https://lmi.example.org'],
  ['https://lmi.example.org/', 'https://lmi.example.org'],
  ['HTTPS://LMI.Example.org:443/', 'https://lmi.example.org'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ['http://[::1]:8787/', 'http://[::1]:8787'],
])('%s is %s', (setting, url) => {
  expect(readPublicUrl(setting)).toBe(url);
});

test.each([
  '',
  'lmi.example.org',
  'ftp://lmi.example.org',
  'https://lmi.example.org/v1',
  'https://lmi.example.org/?a=b',
  'https://user@lmi.example.org',
])('"%s" is refused, with what is expected', (setting) => {
  expect(() => readPublicUrl(setting)).toThrow(`PUBLIC_URL is "${setting}", expected an address such as https://lmi.example.org`);
});
