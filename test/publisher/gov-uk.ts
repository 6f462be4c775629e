// The pages of GOV.UK as its content API gives them, for what a test wants published: shapes after
// the published content schemas.
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Publisher } from './publisher.ts';

export const govUk = 'https://www.gov.uk';
export const assets = 'https://assets.publishing.service.gov.uk';

/** The address of a file: the id of a medium changes with each upload. */
export function mediaAddress(name: string, id = '6a85c4761b45e4e555421edd'): string {
  return `${assets}/media/${id}/${name}`;
}

export interface ContentPage {
  readonly files?: readonly { readonly title?: string; readonly url: string }[];
  /** Links in running text. */
  readonly links?: readonly string[];
  readonly firstPublished?: string | null;
  readonly history?: readonly { readonly note: string; readonly public_timestamp: string }[];
  readonly more?: object;
}

/** A page as the content API gives it. A page without attachments does not name them. */
export function contentItem({
  files = [],
  links = [],
  firstPublished,
  history,
  more = {},
}: ContentPage): object {
  const attachments = files.map(({ title = '', url }) => ({
    attachment_type: 'file',
    title,
    url,
    filename: url.slice(url.lastIndexOf('/') + 1),
  }));
  const excelMark = ' (<abbr>MS Excel</abbr>)';
  return {
    base_path: '/government/publications/some',
    schema_name: 'publication',
    document_type: 'research',
    ...(firstPublished === undefined ? {} : { first_published_at: firstPublished }),
    public_updated_at: '2026-08-27T09:30:00+01:00',
    // A page that is not withdrawn.
    withdrawn_notice: {},
    details: {
      ...(attachments.length === 0 ? {} : { attachments }),
      body:
        '<div ' +
        `class="govspeak">${links
          .map((url) => `<p><a class="govuk-link" href="${url}">A table</a>${excelMark}</p>`)
          .join('')}</div>`,
      ...(history === undefined ? {} : { change_history: history }),
    },
    ...more,
  };
}

/**
 * Puts a page on the publisher on loopback, under the path of the content API, and its files at the
 * addresses of their media.
 */
export function publishPage(
  publisher: Publisher,
  page: string,
  content: ContentPage,
  files: readonly PublishedFile[] = [],
): void {
  publisher.put(`/api/content${page.slice(govUk.length)}`, contentItem(content));
  for (const { name, bytes } of files) publisher.put(mediaAddress(name), bytes);
}
