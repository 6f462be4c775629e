// The routes of the pages that are made of answers and tables. What makes them is loaded when the
// first of them is asked for: the command line answers through the same router, and must not wait
// for what draws pictures.
import type { ReadEndpoint } from '../answers/endpoint.ts';
import { logoFile } from '#schemas/stored-files.ts';
import type { Store } from '../data/store.ts';
import { Refusal } from '../http/problem.ts';
import type { Route } from '../route.ts';
import { type SiteOf, pagePaths } from './site.ts';

export function pageRoutes(read: ReadEndpoint, store: Store, siteOf: SiteOf): readonly Route[] {
  const ports = { read, store };
  const logoRoute: Route = {
    path: `/${logoFile}`,
    access: 'asset',
    answer: async () => {
      const logo = await store.outsideEditions(logoFile);
      if (logo === null) throw new Refusal('unknown-path', 'There is no logo here.');
      return new Response(logo, {
        headers: {
          'Content-Type': 'image/svg+xml',
          'Cache-Control': 'public, no-transform, max-age=3600',
        },
      });
    },
  };
  const pages = pagePaths.map(
    (path): Route => ({
      path,
      access: 'page',
      answer: async (incoming, state, params) => {
        const { answerPage } = await import('./answer-page.ts');
        const site = siteOf(incoming.path, state);
        return answerPage(path, { ...incoming, ...state, params, site }, ports);
      },
    }),
  );
  return [...pages, logoRoute];
}
