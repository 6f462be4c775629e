// The address of an endpoint's example, for the OpenAPI document and the front page.
import type { Endpoint } from './endpoints.ts';

/** The name of the service in the OpenAPI document (RFC 2606). A server puts its own address in its place. */
export const exampleUrl = 'https://lmi.example.org';

/** Values for examples. They have answers in the sample and mean something to a reader. */
export const exampleValues: Readonly<Record<string, string>> = { soc: '2134', area: 'E06000052', q: 'software engineer' };

export function examplePath({ path, query }: Pick<Endpoint, 'path' | 'query'>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleValues[name] ?? '');
  const required = query.flatMap((parameter) =>
    parameter.kind === 'text' ? [`${parameter.name}=${encodeURIComponent(exampleValues[parameter.name] ?? '')}`] : [],
  );
  return required.length === 0 ? filled : `${filled}?${required.join('&')}`;
}
