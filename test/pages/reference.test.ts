// The reference for developers: what a page of an endpoint has, of every endpoint.
import { expect, test } from 'vitest';
import { measures } from '#schemas/codes.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { guides } from '#server/pages/reference/guides.ts';
import { html } from '#server/pages/html.ts';
import { referenceIndex, referencePage } from '#server/pages/reference/reference-page.ts';
import { describe } from '#server/pages/reference/schema-lines.ts';
import { type Site, servedSite } from '#server/pages/site.ts';

const site: Site = { ...servedSite, api: 'https://lmi.example.org' };
const textOf = (id: string) =>
  referencePage(id, site)?.body.text ?? expect.fail(`no page of ${id}`);
const escaped = (text: string) => html`${text}`.text;

test.each(
  endpoints.map(({ id, path, query, pathParameters, access }) => ({
    id,
    path,
    query,
    pathParameters,
    access,
  })),
)(
  '$path: calls, parameters, members, example and errors',
  ({ id, path, query, pathParameters, access }) => {
    const text = textOf(id);
    const { members, example, statuses } = describe(path);
    for (const language of ['curl', 'Python', 'R', 'TypeScript'])
      expect(text).toMatch(
        new RegExp(`<h3>${language}</h3><pre[^>]*><code>[^<]*https://lmi\\.example\\.org/v1/`),
      );
    expect(text.includes('X-API-Key')).toBe(access !== 'open');

    for (const parameter of [...pathParameters, ...query]) {
      const fallback = 'default' in parameter ? (parameter.default ?? 'none') : 'required';
      expect(text, parameter.name).toMatch(
        new RegExp(
          '<th ' +
            `scope="row"><code>${parameter.name}</code></th><td>[^<]+</td>\\s*<td>${fallback}</td>`,
        ),
      );
      for (const value of 'values' in parameter ? parameter.values : [])
        expect(text, parameter.name).toContain(`<code>${value}</code>`);
    }

    expect(members.length).toBeGreaterThan(0);
    for (const { path: member, type, meaning } of members) {
      expect([type, meaning], member).not.toContain('');
      expect(text).toContain(`<code>${escaped(member).replaceAll('.', '.<wbr>')}</code>`);
    }
    expect(example).toBeDefined();
    expect(text).toContain('<span class="tok-');
    for (const { status, meaning } of statuses) {
      expect(text).toContain(`<th scope="row">${status}</th>`);
      expect(meaning, status).not.toBe('');
    }
    // The links of the contents lead to parts of the page.
    for (const [, part] of text.matchAll(/href="#([^"]+)"/g))
      expect(text).toContain(`id="${part}"`);
  },
);

test('every measure of pay says what it is and its unit', () => {
  const text = textOf('pay');
  for (const { key, title } of measures)
    expect(text).toMatch(new RegExp(`<code>${key}</code> ${title}, [a-z ]+ an? [a-z]+</li>`));
});

test('the index leads to every endpoint and every guide', () => {
  const { text } = referenceIndex(site).body;
  for (const { id } of endpoints) expect(text).toContain(`href="/reference/${id}"`);
  for (const { id } of guides) expect(text).toContain(`href="/guides/${id}"`);
});
