// Every address of the service: the rows of the endpoint table, and the pages, feed, bundles, keys
// and administration.
import { latestFile } from '#schemas/stored-files.ts';
import { type Endpoint, csvPath, endpoints } from '#schemas/endpoints.ts';
import { answerAccount, answerKeys } from './keys/admin.ts';
import { rationAddress } from './keys/admit.ts';
import { answerBundle, readLatestBundle } from './meta/answer-bundle.ts';
import { createProver } from './meta/answer-file.ts';
import { createTables } from './meta/answer-tables.ts';
import { createEndpointAnswerer } from './answers/endpoint.ts';
import { createMetaAnswerer } from './meta/answer-meta.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { problemIndex, problemPage } from './pages/problem-pages.ts';
import { icon, pageScript, scriptVersion, style, styleVersion } from './pages/page-files.ts';
import { checkQuery } from './answers/parameters.ts';
import type { Ports } from './ports.ts';
import { requireCurrent, requireKnown, requirePublished, requireSpine } from './data/published.ts';
import { decodePathValue } from './http/address.ts';
import {
  answerLinkRequest,
  askPage,
  askPaths,
  linkPage,
  useLink,
} from './sign-up/answer-sign-up.ts';
import { linkPaths } from './sign-up/sign-up.ts';
import type { Nowhere, Route, Visit } from './visit.ts';

const form = ['GET', 'HEAD', 'POST'];

/** All routes, those of the endpoint table first. If two match, the earlier one answers. */
export function routesOf(ports: Ports): readonly Route[] {
  const { publicUrl, files, store, signUp, askers, administration } = ports;
  const endpointAnswers = createEndpointAnswerer(ports.store, ports.answerCode, ports.publicUrl);
  const meta = createMetaAnswerer(publicUrl);
  const prove = createProver(files);
  const tables = createTables(store, files, prove, publicUrl);

  const routeOf = (endpoint: Endpoint, path: string, isCsv: boolean): Route => {
    const { access } = endpoint;
    const answer: Route['answer'] = (visit) =>
      access === 'open'
        ? meta.endpoint(endpoint, requireKnown(visit), visit)
        : endpointAnswers.answer(endpoint, visit, requirePublished(visit), isCsv);
    return { path, access, answer };
  };
  const endpointRoutes = [
    // First, because the last value of a path can be any text.
    ...endpoints
      .filter(({ csv }) => csv !== null)
      .map((endpoint) => routeOf(endpoint, csvPath(endpoint), true)),
    ...endpoints.map((endpoint) => routeOf(endpoint, endpoint.path, false)),
  ];

  const keyRoutes = (['issue', 'forget'] as const).flatMap((purpose): Route[] => [
    {
      path: askPaths[purpose],
      access: 'secret',
      methods: form,
      answer: (visit) => {
        if (visit.method !== 'POST') return askPage(signUp, purpose, visit.site);
        rationAddress(askers, visit, 'mails');
        return answerLinkRequest(signUp, purpose, visit);
      },
    },
    {
      path: `${linkPaths[purpose]}/{link}`,
      access: 'secret',
      methods: form,
      answer: (visit) => {
        const { link = '' } = visit.params;
        return visit.method === 'POST'
          ? useLink(signUp, purpose, link, visit.site)
          : linkPage(signUp, purpose, link, visit.site);
      },
    },
  ]);

  const administrationRoutes: Route[] =
    administration === null
      ? []
      : [
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
            answer: ({ request, params }) =>
              answerAccount(administration, request, params['account'] ?? ''),
          },
        ];

  return [
    ...endpointRoutes,
    ...pageRoutes(endpointAnswers.read, ports.store),
    {
      path: '/editions.atom',
      access: 'open',
      answer: withoutQuery((visit) => meta.feed(requireKnown(visit), visit)),
    },
    {
      path: '/changelog.atom',
      access: 'open',
      answer: withoutQuery((visit) => meta.changelog(visit)),
    },
    { path: '/openapi.json', access: 'open', answer: withoutQuery((visit) => meta.openApi(visit)) },
    {
      path: `/bundles/${latestFile}`,
      access: 'open',
      answer: withoutQuery(async (visit) =>
        meta.text(await readLatestBundle(files, visit.path), visit),
      ),
    },
    {
      path: '/bundles/{file}',
      access: 'open',
      answer: withoutQuery((visit) => answerBundle(files, prove, visit)),
    },
    {
      path: '/tables',
      access: 'open',
      withSlash: true,
      answer: withoutQuery(async (visit) => meta.text(await tables.list(visit), visit)),
    },
    { path: '/tables/{file}', access: 'open', answer: withoutQuery((visit) => tables.file(visit)) },
    {
      path: '/healthz',
      access: 'asset',
      answer: (visit) => {
        requireSpine(visit);
        requireCurrent(visit);
        return new Response('{"status":"ok"}\n', {
          headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
        });
      },
    },
    {
      path: '/problems/{kind}',
      access: 'page',
      answer: (visit) =>
        problemPage(decodePathValue(visit.params['kind'] ?? '') ?? '', visit) ?? undefined,
    },
    { path: '/problems', access: 'page', answer: problemIndex },
    {
      path: '/style.css',
      access: 'asset',
      answer: (visit) => asset(visit, 'text/css; charset=utf-8', style, styleVersion),
    },
    {
      path: '/icon.svg',
      access: 'asset',
      answer: (visit) => asset(visit, 'image/svg+xml', icon, styleVersion),
    },
    {
      path: '/search.js',
      access: 'asset',
      answer: (visit) => asset(visit, 'text/javascript; charset=utf-8', pageScript, scriptVersion),
    },
    ...keyRoutes,
    ...administrationRoutes,
  ];
}

/** What a path that matches no route is under decides who learns that, and how. */
export const nowhere: readonly Nowhere[] = [
  { path: '/v1/meta/*', access: 'open' },
  { path: '/v1/*', access: 'key' },
  { path: '/bundles/*', access: 'open' },
  { path: '/tables/*', access: 'open' },
  { path: '/keys/*', access: 'secret' },
  { path: '/admin/*', access: 'admin' },
  { path: '*', access: 'page' },
];

/** 400 for any parameter; the endpoints check their own. */
function withoutQuery(answer: (visit: Visit) => Promise<Response>): Route['answer'] {
  return (visit) => {
    checkQuery({ path: visit.path, query: [] }, visit.search);
    return answer(visit);
  };
}

/**
 * A file of our own. Under the address with its version it never changes; without it, it is asked
 * for again after an hour.
 */
function asset({ search }: Visit, type: string, text: string, version: string): Response {
  const age = search.get('v') === version ? 'max-age=31536000, immutable' : 'max-age=3600';
  return new Response(text, {
    headers: { 'Content-Type': type, 'Cache-Control': `public, no-transform, ${age}` },
  });
}
