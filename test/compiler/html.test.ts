// Published HTML as safe text: what is read, what is refused, and that no markup can get through.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSchema } from '#sources/kit/schema.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { HtmlError, linkAddress, plainText, readHtml } from '#sources/kit/read/html.ts';
import { goldenFault } from '../golden.ts';

const base = 'https://nationalcareers.service.gov.uk';
const read = (html: string) => readHtml(html, base);

/**
 * What each text is read as, or why it is refused: goldens/html.json has the answers. Each name
 * says what it shows.
 */
const texts: Readonly<Record<string, string>> = {
  'a paragraph': '<p>One  <strong>two</strong>\n three.</p>',
  'paragraphs and line breaks': '<p>One<br>two</p><p>three<br/></p><p></p>',
  'a list within a paragraph, as the publisher writes it':
    '<p>You could do a degree like:<ul><li>3D design</li><li>engineering</li></ul>or another</p>',
  'a list alone': '<ul><li> <p>one</p> </li>\n<li></li><li>two</li></ul>',
  'links, site-relative ones made absolute':
    '<p>See <a class=x href="/find-a-course?a=1&amp;b=2">courses</a> and <a ' +
    "href='https://www.ucas.com'>UCAS</a>.</p>",
  'characters by name and number': 'A&nbsp;B &pound;1 &#8217;&#x2019; R&D &amp;lt;p&amp;gt; 1 < 2',
  'refused: a script': '<script>alert(1)</script>',
  'refused: an image': '<p>a<img src=x onerror=alert(1)></p>',
  'refused: what is never closed': '<p>a',
  'refused: what closes another': '<p>a</div>',
  'refused: a list within a list': '<ul><li>a<ul><li>b</li></ul></li></ul>',
  'refused: a link within a link': '<a href="/a">b<a href="/c">d</a></a>',
  'refused: an unknown character': '&unknown;',
};

test('each text is read or refused as it was', () => {
  const outcome = (html: string): unknown => {
    try {
      return read(html);
    } catch (error) {
      expect(error).toBeInstanceOf(HtmlError);
      return { refused: messageOf(error) };
    }
  };
  const all = Object.fromEntries(
    Object.entries(texts).map(([what, html]) => [what, outcome(html)]),
  );
  expect(goldenFault('html.json', `${JSON.stringify(all, null, 1)}\n`)).toBeNull();
});

test.each([
  'javascript:alert(1)',
  'JavaScript&#58;alert(1)',
  'ja\tvascript:alert(1)',
  ' data:text/html,x',
  'mailto:a@example.org',
  'tel:0',
  '',
  'https://user:secret@example.org',
  'http://[',
])('the address "%s" is left out, its words stay', (address) => {
  expect(read(`<p><a href="${address}">words</a></p>`)).toEqual([
    { text: 'words', items: [], links: [] },
  ]);
});

test('what cannot be seen is not passed on', () => {
  expect(plainText(' a\u202eb\u0007\u200b\u00a0 c\ufeff ')).toBe('ab c');
});

const disguised = ['<\u202eb>bold', '<&#x202e;script>', '<&shy;&zwnj;/p>', '<\u200b!--'];
test.each([...disguised, '<ul><</ul>?', 'a <<p></p>script', '<<ul></ul>/p>'])(
  '%j is a tag in disguise, and refused',
  (html) => {
    expect(() => readHtml(html, base)).toThrow(HtmlError);
  },
);

const tags = [
  '<p>',
  '</p>',
  '<ul>',
  '<li>',
  '</li>',
  '</ul>',
  '<br>',
  '<a href="javascript:x">',
  '<a href="//e.org">',
  '</a>',
];
const pieces = ['<scr', 'ipt>', '<', '>', '&lt;', '&amp;', '&#60;', '"', "'", '<b ', '\u202e'];
const piece = fc.oneof(fc.string(), fc.constantFrom(...tags, ...pieces));

test('whatever comes, no tag of the text gets out and every address is one of the web', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const html = pieces.join('');
      try {
        for (const { text, items, links } of read(html)) {
          // A tag in the output can only have been written out in character references.
          for (const line of [text, ...items])
            if (!/&(lt|#60|amp);/.test(html)) expect(line).not.toMatch(/<[a-zA-Z/!?]/);
          for (const line of [text, ...items, ...links.map((link) => link.text)])
            expect(line).toBe(plainText(line));
          for (const { url } of links) expect(url).toMatch(/^https?:\/\//);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(HtmlError);
      }
    }),
    { numRuns: 3000 },
  );
});

test('an address of the web is one by RFC 3986, as responses have it', () => {
  const isAddress = compileSchema({ type: 'string', format: 'uri' });
  const odd = fc.constantFrom(
    '[',
    ']',
    '|',
    '^',
    '`',
    '{',
    '}',
    '\\',
    '%',
    '%zz',
    '%20',
    '#',
    '?',
    'é',
    ' ',
    '"',
    '<',
    '://',
    '@',
    '/',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), odd), { maxLength: 8 }), (pieces) => {
      const url = linkAddress(`https://example.org/${pieces.join('')}`, base);
      if (url !== null) expect(isAddress(url), url).toBe(true);
    }),
    { numRuns: 3000 },
  );
  expect([linkAddress('/a b', base), linkAddress('ftp://example.org', base)]).toEqual([
    `${base}/a%20b`,
    null,
  ]);
  expect(linkAddress('https://example.org/a?b=[c]|d#e', base)).toBe(
    'https://example.org/a?b=%5Bc%5D%7Cd#e',
  );
});
