// The table of routes: the endpoints, pages, feeds, bundles, tables, keys and administration.
import { latestFile } from '#schemas/stored-files.ts';
import { type Endpoint, csvPath, endpoints } from '#schemas/endpoints.ts';
import { createEndpointAnswerer } from './answers/endpoint.ts';
import { requireCurrent, requireLoaded, requirePublished, requireSpine } from './data/published.ts';
import { decodePathValue } from './http/address.ts';
import type { IncomingRequest } from './http/incoming-request.ts';
import type { LimitPolicy } from './http/rate-limit.ts';
import { type Administration, answerAccount, answerKeys } from './keys/admin.ts';
import { answerBundle, readLatestBundle } from './meta/answer-bundle.ts';
import { createProver } from './meta/answer-file.ts';
import { createMetaAnswerer } from './meta/answer-meta.ts';
import { createTables } from './meta/answer-tables.ts';
import { icon, pageScript, scriptVersion, style, styleVersion } from './pages/page-files.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { problemIndex, problemPage } from './pages/problem-pages.ts';
import { type SiteOf, createSiteOf } from './pages/site.ts';
import type { Ports } from './ports.ts';
import type { AnswerRoute, UnmatchedPath, Route } from './route.ts';
import {
  answerLinkRequest,
  askPage,
  askPaths,
  linkPage,
  redeemLinkPage,
} from './sign-up/answer-sign-up.ts';
import { linkPaths } from './sign-up/sign-up.ts';

/** All routes, those of the endpoint table first. If two match, the earlier one answers. */
export function routesOf(ports: Ports): readonly Route[] {
  const siteOf = createSiteOf(ports);
  const answerer = createEndpointAnswerer(ports.store, ports.answerCode, ports.publicUrl);
  const meta = createMetaAnswerer(ports.publicUrl);
  return [
    ...endpointRoutes(answerer, meta),
    ...pageRoutes(answerer.read, ports.store, siteOf),
    ...metaRoutes(ports, meta),
    healthRoute,
    ...problemRoutes(siteOf),
    ...assetRoutes,
    robotsRoute,
    ...referenceRoutes,
    ...keyRoutes(ports, siteOf),
    ...administrationRoutes(ports.administration),
  ];
}

/** Every path matches one of these patterns. The first match answers that nothing is there. */
export const unmatchedPaths: readonly UnmatchedPath[] = [
  { path: '/v1/meta/*', access: 'open' },
  { path: '/v1/*', access: 'key' },
  { path: '/bundles/*', access: 'open' },
  { path: '/tables/*', access: 'open' },
  { path: '/keys/*', access: 'secret' },
  { path: '/admin/*', access: 'admin' },
  { path: '*', access: 'page' },
];

function endpointRoutes(
  answerer: ReturnType<typeof createEndpointAnswerer>,
  meta: ReturnType<typeof createMetaAnswerer>,
): Route[] {
  const keyed =
    (endpoint: Endpoint, isCsv: boolean): AnswerRoute =>
    (incoming, state, params) => {
      const question = { params, search: incoming.search, published: requirePublished(state) };
      const { accepted, ifNoneMatch } = incoming;
      return answerer.answer(endpoint, question, { accepted, ifNoneMatch, isCsv });
    };
  const open =
    (endpoint: Endpoint): AnswerRoute =>
    (incoming, state) =>
      meta.endpoint(endpoint, requireLoaded(state), incoming);

  const routes: Route[] = [];
  // CSV first: the last value of a path matches any text, "leeds.csv" too.
  for (const endpoint of endpoints)
    if (endpoint.csv !== null)
      routes.push({
        path: csvPath(endpoint),
        access: endpoint.access,
        answer: keyed(endpoint, true),
      });
  for (const endpoint of endpoints)
    routes.push({
      path: endpoint.path,
      access: endpoint.access,
      answer: endpoint.access === 'open' ? open(endpoint) : keyed(endpoint, false),
    });
  return routes;
}

/** Parts of files have a limit of their own: DuckDB reads one table in dozens of parts. */
function countsParts({ method, request }: IncomingRequest): LimitPolicy[] {
  const isPart = method === 'HEAD' || (method === 'GET' && request.headers.has('Range'));
  return [isPart ? 'parts' : 'answers'];
}

function metaRoutes(
  { files, store, publicUrl }: Ports,
  meta: ReturnType<typeof createMetaAnswerer>,
): Route[] {
  const prove = createProver(files);
  const tables = createTables(store, files, prove, publicUrl);
  return [
    {
      path: '/editions.atom',
      access: 'open',
      takesNoQuery: true,
      answer: (incoming, state) => meta.feed(requireLoaded(state), incoming),
    },
    {
      path: '/changelog.atom',
      access: 'open',
      takesNoQuery: true,
      answer: (incoming) => meta.changelog(incoming),
    },
    {
      path: '/openapi.json',
      access: 'open',
      takesNoQuery: true,
      answer: (incoming) => meta.openApi(incoming),
    },
    {
      path: '/llms.txt',
      access: 'open',
      takesNoQuery: true,
      answer: (incoming) => meta.llms(incoming),
    },
    {
      path: `/bundles/${latestFile}`,
      access: 'open',
      takesNoQuery: true,
      answer: async (incoming) => meta.text(await readLatestBundle(files, incoming.path), incoming),
    },
    {
      path: '/bundles/{file}',
      access: 'open',
      takesNoQuery: true,
      counts: countsParts,
      answer: (incoming, state, params) =>
        answerBundle(files, prove, { name: params['file'] ?? '', incoming, state }),
    },
    {
      path: '/tables',
      access: 'open',
      withSlash: true,
      takesNoQuery: true,
      answer: async (incoming, state) => meta.text(await tables.list(state), incoming),
    },
    {
      path: '/tables/{file}',
      access: 'open',
      takesNoQuery: true,
      counts: countsParts,
      answer: (incoming, state, params) => tables.file(params['file'] ?? '', incoming, state),
    },
  ];
}

const healthRoute: Route = {
  path: '/healthz',
  access: 'asset',
  answer: (_, state) => {
    requireSpine(state);
    requireCurrent(state);
    return new Response('{"status":"ok"}\n', {
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    });
  },
};

function problemRoutes(siteOf: SiteOf): Route[] {
  return [
    {
      path: '/problems/{kind}',
      access: 'page',
      answer: ({ request, path }, state, params) => {
        const kind = decodePathValue(params['kind'] ?? '') ?? '';
        return problemPage(kind, { request, site: siteOf(path, state) }) ?? undefined;
      },
    },
    {
      path: '/problems',
      access: 'page',
      answer: ({ request, path }, state) => problemIndex({ request, site: siteOf(path, state) }),
    },
  ];
}

const assetRoutes: readonly Route[] = [
  assetRoute('/style.css', 'text/css; charset=utf-8', { text: style, version: styleVersion }),
  assetRoute('/icon.svg', 'image/svg+xml', { text: icon, version: styleVersion }),
  // Browsers ask for it when an answer names no icon, such as JSON.
  assetRoute('/favicon.ico', 'image/svg+xml', { text: icon, version: styleVersion }),
  assetRoute('/search.js', 'text/javascript; charset=utf-8', {
    text: pageScript,
    version: scriptVersion,
  }),
];

/** A file of ours. Caches keep the address with its version for ever, any other for an hour. */
function assetRoute(
  path: string,
  type: string,
  { text, version }: { readonly text: string; readonly version: string },
): Route {
  return {
    path,
    access: 'asset',
    answer: ({ search }) => {
      const age = search.get('v') === version ? 'max-age=31536000, immutable' : 'max-age=3600';
      return new Response(text, {
        headers: { 'Content-Type': type, 'Cache-Control': `public, no-transform, ${age}` },
      });
    },
  };
}

/** Search engines may list pages, but not those of a sample, whose figures are synthetic. */
const robotsRoute: Route = {
  path: '/robots.txt',
  access: 'asset',
  answer: (_, { loaded }) => {
    const closed = loaded?.catalogue.sample === true ? ['/'] : ['/v1/', '/keys', '/admin/'];
    const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), ''];
    return new Response(lines.join('\n'), {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'public, no-transform, max-age=3600',
      },
    });
  },
};

/** Addresses that people guess. The reference lists the guides. */
const referenceRoutes = ['/guides', '/docs'].map(
  (path): Route => ({
    path,
    access: 'page',
    withSlash: true,
    answer: () =>
      new Response(null, {
        status: 301,
        headers: { Location: '/reference', 'Cache-Control': 'public, max-age=3600' },
      }),
  }),
);

const formMethods = ['GET', 'HEAD', 'POST'];

function keyRoutes({ signUp }: Ports, siteOf: SiteOf): Route[] {
  const routes: Route[] = [];
  for (const purpose of ['issue', 'forget'] as const) {
    routes.push({
      path: askPaths[purpose],
      access: 'secret',
      methods: formMethods,
      counts: ({ method }) => (method === 'POST' ? ['pages', 'mails'] : ['pages']),
      answer: ({ method, path, request, later }, state) => {
        const site = siteOf(path, state);
        return method === 'POST'
          ? answerLinkRequest(signUp, purpose, { request, later, site })
          : askPage(signUp, purpose, site);
      },
    });
    routes.push({
      path: `${linkPaths[purpose]}/{link}`,
      access: 'secret',
      methods: formMethods,
      answer: ({ method, path }, state, params) => {
        const { link = '' } = params;
        const site = siteOf(path, state);
        return method === 'POST'
          ? redeemLinkPage(signUp, purpose, link, site)
          : linkPage(signUp, purpose, link, site);
      },
    });
  }
  return routes;
}

function administrationRoutes(administration: Administration | null): Route[] {
  if (administration === null) return [];
  return [
    {
      path: '/admin/keys',
      access: 'admin',
      methods: ['GET', 'POST'],
      answer: ({ request }) => answerKeys(administration, request),
    },
    {
      path: '/admin/keys/{account}',
      access: 'admin',
      methods: ['DELETE'],
      answer: ({ request }, _, params) =>
        answerAccount(administration, request, params['account'] ?? ''),
    },
  ];
}
