// Every address of the service: the rows of the endpoint table, and the pages, feed, bundles, keys and administration.
import { latestFile } from '#schemas/standing/bundle-name.ts';
import type { Endpoint } from '#schemas/endpoints.ts';
import { answerAccount, answerKeys } from './administration.ts';
import { rationAddress } from './admission.ts';
import { answerBundle, createBundleProver, readLatestBundle } from './bundles.ts';
import { createEndpointAnswerer } from './endpoint.ts';
import { createMetaAnswerer } from './meta/answer-meta.ts';
import { frontPage } from './pages/front-page.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { problemIndex, problemPage } from './pages/problem-pages.ts';
import { pageScript, scriptVersion } from './pages/page-script.ts';
import { icon, style, styleVersion } from './pages/style.ts';
import { tryTitle } from './pages/try-title.ts';
import { versioningPage } from './pages/versioning-page.ts';
import { checkQuery } from './parameters.ts';
import type { Ports } from './ports.ts';
import { requireCurrent, requireKnown, requirePublished, requireSpine } from './published.ts';
import { decodePathValue } from './request-path.ts';
import { answerLinkRequest, askPage, askPaths, linkPage, useLink } from './sign-up/answer-sign-up.ts';
import { linkPaths } from './sign-up/sign-up.ts';
import type { Route } from './route.ts';
import type { Visit } from './visit.ts';

const read = ['GET', 'HEAD'];
const open = [...read, 'OPTIONS'];
const form = [...read, 'POST'];

/** All routes, those of the endpoint table first. If two match, the earlier one answers. */
export function routesOf(ports: Ports, endpoints: readonly Endpoint[]): readonly Route[] {
  const { publicUrl, bundles, signUp, askers, administration } = ports;
  const endpointAnswers = createEndpointAnswerer(ports);
  const meta = createMetaAnswerer({ publicUrl, now: Date.now });
  const proveBundle = createBundleProver(bundles);

  const endpointRoutes = endpoints.map((endpoint): Route => {
    const { path, access } = endpoint;
    if (access === 'open') {
      return {
        path,
        methods: open,
        answer: (visit) => {
          visit.endpoint = endpoint;
          return meta.endpoint(endpoint, requireKnown(visit), visit);
        },
      };
    }
    return {
      path,
      methods: read,
      answer: (visit) => {
        visit.endpoint = endpoint;
        return endpointAnswers.answer(endpoint, visit, requirePublished(visit));
      },
    };
  });

  const keyRoutes = (['issue', 'forget'] as const).flatMap((purpose): Route[] => [
    {
      path: askPaths[purpose],
      methods: form,
      answer: async (visit) => {
        if (visit.method !== 'POST') return askPage(signUp, purpose, visit.site);
        await rationAddress(askers, visit, 'mails');
        return answerLinkRequest(signUp, purpose, visit);
      },
    },
    {
      path: `${linkPaths[purpose]}/{link}`,
      methods: form,
      answer: (visit) => {
        const { link = '' } = visit.params;
        return visit.method === 'POST' ? useLink(signUp, purpose, link, visit) : linkPage(signUp, purpose, link, visit.site);
      },
    },
  ]);

  const administrationRoutes: Route[] =
    administration === null
      ? []
      : [
          { path: '/admin/keys', methods: ['GET', 'POST'], answer: ({ request }) => answerKeys(administration, request) },
          {
            path: '/admin/keys/{account}',
            methods: ['DELETE'],
            answer: ({ request, params }) => answerAccount(administration, request, params['account'] ?? ''),
          },
        ];

  return [
    ...endpointRoutes,
    {
      path: '/',
      methods: read,
      answer: async (visit) => {
        const question = visit.search.get('q');
        const trial = question === null ? null : await tryTitle(question, requirePublished(visit), endpointAnswers.read);
        const catalogue = visit.known?.catalogue ?? null;
        return frontPage({ catalogue, trial, publicUrl, site: visit.site });
      },
    },
    ...pageRoutes(endpointAnswers.read, ports),
    { path: '/editions.atom', methods: open, answer: withoutQuery((visit) => meta.feed(requireKnown(visit), visit)) },
    { path: '/changelog.atom', methods: open, answer: withoutQuery((visit) => meta.changelog(visit)) },
    { path: '/openapi.json', methods: open, answer: withoutQuery((visit) => meta.openApi(visit)) },
    {
      path: `/bundles/${latestFile}`,
      methods: open,
      answer: withoutQuery(async (visit) => meta.text(await readLatestBundle(bundles, visit.path), visit)),
    },
    { path: '/bundles/{file}', methods: open, answer: withoutQuery((visit) => answerBundle(bundles, proveBundle, visit)) },
    {
      path: '/healthz',
      methods: read,
      answer: (visit) => {
        requireSpine(visit);
        requireCurrent(visit);
        return new Response('{"status":"ok"}\n', { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } });
      },
    },
    {
      path: '/problems/{kind}',
      methods: read,
      answer: (visit) => problemPage(decodePathValue(visit.params['kind'] ?? '') ?? '', visit) ?? undefined,
    },
    { path: '/problems', methods: read, answer: problemIndex },
    { path: '/versioning', methods: read, answer: versioningPage },
    { path: '/style.css', methods: read, answer: (visit) => asset(visit, 'text/css; charset=utf-8', style, styleVersion) },
    { path: '/icon.svg', methods: read, answer: (visit) => asset(visit, 'image/svg+xml', icon, styleVersion) },
    { path: '/search.js', methods: read, answer: (visit) => asset(visit, 'text/javascript; charset=utf-8', pageScript, scriptVersion) },
    ...keyRoutes,
    ...administrationRoutes,
  ];
}

/** 400 for any parameter; the endpoints check their own. */
function withoutQuery(answer: (visit: Visit) => Promise<Response>): Route['answer'] {
  return (visit) => {
    checkQuery({ path: visit.path, query: [] }, visit.search);
    return answer(visit);
  };
}

/** A file of our own. Under the address with its version it never changes; without it, it is asked for again after an hour. */
function asset({ search }: Visit, type: string, text: string, version: string): Response {
  const age = search.get('v') === version ? 'max-age=31536000, immutable' : 'max-age=3600';
  return new Response(text, { headers: { 'Content-Type': type, 'Cache-Control': `public, no-transform, ${age}` } });
}
