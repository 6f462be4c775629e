// Reads pages of GOV.UK through its content API, which gives every page as JSON at /api/content and
// the page's path. The shapes are those of the published content schemas
// (docs.publishing.service.gov.uk) and of their examples. We have not seen a real answer for the
// pages that we need.
import { Type } from 'typebox';
import { MovedError } from '../problem.ts';
import type { CorrectionNotice, DiscoveredRelease, Web } from '../discovery.ts';
import { linkedFiles, londonDay, textOf } from './page-parts.ts';
import { readPage } from './json.ts';

export const govUkAddress = 'https://www.gov.uk';

/**
 * The addresses of the files; old pages have the second. Media ids change with every upload, so a
 * file's address is always read from a page.
 */
const assets = [
  'https://assets.publishing.service.gov.uk/',
  `${govUkAddress}/government/uploads/`,
] as const;

export const govUkOrigins = [govUkAddress, 'https://assets.publishing.service.gov.uk'] as const;

const nullableText = Type.Union([Type.String(), Type.Null()]);

// The schema names only the members that we need, and allows others.
const ContentItem = Type.Object({
  document_type: Type.Optional(Type.String()),
  first_published_at: Type.Optional(nullableText),
  public_updated_at: Type.Optional(nullableText),
  // Null or an empty object for a page that is not withdrawn.
  withdrawn_notice: Type.Optional(
    Type.Union([
      Type.Object({
        explanation: Type.Optional(Type.String()),
        withdrawn_at: Type.Optional(Type.String()),
      }),
      Type.Null(),
    ]),
  ),
  redirects: Type.Optional(Type.Array(Type.Object({ destination: Type.Optional(Type.String()) }))),
  details: Type.Optional(
    Type.Object({
      attachments: Type.Optional(
        Type.Array(
          Type.Object({ url: Type.String({ minLength: 1 }), title: Type.Optional(Type.String()) }),
        ),
      ),
      documents: Type.Optional(Type.Array(Type.String())),
      body: Type.Optional(Type.String()),
      change_history: Type.Optional(
        Type.Array(Type.Object({ note: Type.String(), public_timestamp: Type.String() })),
      ),
    }),
  ),
});

export type OfferedFile = DiscoveredRelease['files'][number] & {
  /** The page's title for it; empty if the page links to it only in running text. */
  readonly title: string;
};

export interface GovUkPage {
  /** Its files, each once, in the order of the page. */
  readonly files: readonly OfferedFile[];
  /** ISO days, by the clock in London. */
  readonly firstPublished: string | null;
  readonly updated: string | null;
  /** The changes that its publisher lists, oldest first. The first is its publication. */
  readonly changes: readonly { readonly date: string | null; readonly note: string }[];
  /** Notices that the publisher has withdrawn the page, although it is still there. */
  readonly withdrawals: readonly Omit<CorrectionNotice, 'release'>[];
}

/**
 * Asks for a page of www.gov.uk by its address. Throws PageError if there is none, it has moved, or
 * it has another shape.
 */
export async function readGovUkPage(web: Web, page: string): Promise<GovUkPage> {
  const item = await readPage(
    web,
    `${govUkAddress}/api/content${page.slice(govUkAddress.length)}`,
    ContentItem,
  );
  if (item.document_type === 'redirect') {
    const target = item.redirects?.[0]?.destination ?? 'another page, which is not named';
    throw new MovedError(`${page}: has moved to ${target}: its publication may have a successor`);
  }
  const {
    attachments = [],
    documents = [],
    body = '',
    change_history: history = [],
  } = item.details ?? {};
  return {
    files: offeredFiles(page, attachments, [...documents, body]),
    firstPublished: londonDay(item.first_published_at ?? ''),
    updated: londonDay(item.public_updated_at ?? ''),
    changes: history
      .toSorted((a, b) => Date.parse(a.public_timestamp) - Date.parse(b.public_timestamp))
      .map(({ note, public_timestamp: changed }) => ({
        date: londonDay(changed),
        note: note.trim(),
      })),
    withdrawals: withdrawalsOf(page, item.withdrawn_notice ?? {}),
  };
}

/**
 * The notice that a publisher has withdrawn a page: when, why, and the pages that its explanation
 * links to. Empty if the page is not withdrawn.
 */
function withdrawalsOf(
  page: string,
  notice: { readonly explanation?: string; readonly withdrawn_at?: string },
): GovUkPage['withdrawals'] {
  const { explanation = '', withdrawn_at: withdrawnAt = '' } = notice;
  if (explanation === '' && withdrawnAt === '') return [];
  const day = londonDay(withdrawnAt);
  const links = [...explanation.matchAll(/\bhref="([^"]+)"/g)].map(
    ([, href = '']) => new URL(href, page).href,
  );
  const why = textOf(explanation);
  const reason = why === '' ? 'the publication may have a successor' : `"${why}"`;
  const successors = links.length === 0 ? '' : ` (${links.join(', ')})`;
  return [
    {
      isWithdrawal: true,
      date: day,
      text: `${page} has been withdrawn: ${reason}${successors}`,
    },
  ];
}

/** The files among the attachments and the links in HTML. Older pages have links only. */
function offeredFiles(
  page: string,
  attachments: readonly { readonly url: string; readonly title?: string }[],
  html: readonly string[],
): OfferedFile[] {
  const attached = attachments.map(({ url, title = '' }) => {
    const { href, pathname } = new URL(url, page);
    return { name: pathname.slice(pathname.lastIndexOf('/') + 1), url: href, title };
  });
  const linked = html
    .flatMap((text) => linkedFiles(page, text, /\.[a-z]+$/i))
    .map((file) => ({ ...file, title: '' }));
  const isAsset = ({ url }: OfferedFile) => assets.some((address) => url.startsWith(address));
  const files = new Map<string, OfferedFile>();
  for (const file of [...attached, ...linked])
    if (isAsset(file) && !files.has(file.url)) files.set(file.url, file);
  return [...files.values()];
}
