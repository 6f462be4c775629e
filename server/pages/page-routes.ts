// The routes of the pages that are made of answers and tables. What makes them is loaded when the first of them is asked for: the command
// line answers through the same router, and must not wait for what draws pictures.
import type { AnswerEndpoint } from '../endpoint.ts';
import type { Ports } from '../ports.ts';
import type { Route } from '../route.ts';
import { pagePaths } from './page-paths.ts';

/** They take no key; server/admission.ts limits those that cost as much as answers by the client's address. */
export function pageRoutes(answer: AnswerEndpoint, { publicUrl, signUp }: Pick<Ports, 'publicUrl' | 'signUp'>): readonly Route[] {
  return pagePaths.map((path) => ({
    path,
    methods: ['GET', 'HEAD'],
    answer: async (visit) => {
      const { answerPage } = await import('./answer-page.ts');
      return answerPage(path, visit, { answer, publicUrl, signUpOpen: signUp?.open ?? false });
    },
  }));
}
