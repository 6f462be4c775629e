// The service of Nomis as far as it is known: answers to queries.
import type { PublishedFile } from '#sources/kit/source.ts';
import { answerAddress } from '#sources/kit/read/nomis.ts';
import { newestPeriod, queries, queryOf, selected } from '#sources/aps-employment/layout.ts';
import type { Publisher } from './publisher.ts';

export const nomis = 'https://www.nomisweb.co.uk';

/** Publishes the answers of one period, each of one page. */
export function publishEmployment(publisher: Publisher, date: string, answers: readonly PublishedFile[]): void {
  publisher.put(
    answerAddress(newestPeriod, ['date', 'date_name', 'obs_value']),
    `"DATE","DATE_NAME","OBS_VALUE"\n"${date}","Jul 2025-Jun 2026",33400000\n`,
  );
  for (const query of queries) {
    const asked = queryOf(query, date);
    const bytes = answers.find(({ name }) => name === `${query.name}.csv`)?.bytes ?? Buffer.alloc(0);
    const [header = '', ...rows] = Buffer.from(bytes).toString().trim().split('\n');
    const counts = rows.map(() => String(rows.length));
    publisher.put(answerAddress(asked, ['record_count']), ['"RECORD_COUNT"', ...counts, ''].join('\n'));
    publisher.put(answerAddress(asked, selected), [header, ...rows, ''].join('\n'));
  }
}
