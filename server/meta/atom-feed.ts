// Writes an Atom feed (RFC 4287).

interface Place {
  readonly href: string;
  readonly type: string;
}

export interface AtomFeed {
  /** The feed's own address. RFC 4287 §4.2.6 requires a permanent IRI as its id: the feed of another deployment is another feed. */
  readonly self: string;
  readonly title: string;
  /** An instant of RFC 3339, as all times here. */
  readonly updated: string;
  readonly alternate: Place;
  readonly entries: readonly {
    readonly id: string;
    readonly title: string;
    readonly published: string;
    readonly updated: string;
    readonly categories: readonly string[];
    readonly alternate: Place;
    readonly summary: string;
  }[];
}

export function atomFeed({ self, title, updated, alternate, entries }: AtomFeed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">',
    element('id', self),
    element('title', title),
    element('updated', updated),
    '<author><name>Labour market information</name></author>',
    link('self', { href: self, type: 'application/atom+xml' }),
    link('alternate', alternate),
    ...entries.flatMap((entry) => [
      '<entry>',
      element('id', entry.id),
      element('title', entry.title),
      element('published', entry.published),
      element('updated', entry.updated),
      ...entry.categories.map((term) => `<category term="${escapeXml(term)}"/>`),
      link('alternate', entry.alternate),
      element('summary', entry.summary),
      '</entry>',
    ]),
    '</feed>',
    '',
  ].join('\n');
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function link(rel: string, { href, type }: Place): string {
  return `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** The characters that XML 1.0 §2.2 forbids, even as references. One of them would make the whole feed unreadable. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text for the content of an element or an attribute in double quotes. */
function escapeXml(text: string): string {
  return text.replace(unwritable, '\ufffd').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
