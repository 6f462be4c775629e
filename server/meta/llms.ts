// /llms.txt (llmstxt.org): what an assistant that reads the site must know of the API, from the
// endpoint table.
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';

/** Links are built from `publicUrl`. */
export function llmsText(publicUrl: string): string {
  const summary =
    'A read-only JSON API with official figures about work in the UK, for each of the 412 unit ' +
    'groups of SOC 2020. Send a key in the header X-API-Key; one is free, at ' +
    `${publicUrl}/keys. A key gets ${answersPerMinute} answers in any ${windowSeconds} seconds.`;
  const reason = 'give the reason in `withheld`';
  const credit =
    'Wherever you show data, show `attribution` or `citation` word for word, and the release in ' +
    '`provenance`.';
  return `# Labour market information

> ${summary}

- Find the unit group of a job title first: ${publicUrl}/v1/occupations/search?q=nurse
- Check \`presentable\` before you show a figure. If it is false, do not show it as a number.
- A figure that is null is withheld by its publisher. It is never 0: ${reason}.
- ${credit}
- If the header LMI-Sample is there, the data are a synthetic sample and no statistics.

## Reference

- [OpenAPI document](${publicUrl}/openapi.json): every parameter and every member of every answer
- [The words of the answers](${publicUrl}/guides/vocabulary): names, null, periods, ranks, quality
- [Reading a figure](${publicUrl}/guides/reading-a-figure): what to show with a figure
- [Tables](${publicUrl}/tables): every figure as CSV and Parquet, without a key

## Endpoints

${endpoints.map((endpoint) => lineOf(endpoint, publicUrl)).join('\n')}
`;
}

function lineOf(endpoint: Endpoint, publicUrl: string): string {
  const { id, path, summary, describe, query } = endpoint;
  const names = query.map(({ name }) => name);
  const parameters = names.length === 0 ? '' : ` Parameters: ${names.join(', ')}.`;
  return `- [${path}](${publicUrl}/reference/${id}): ${summary}. ${describe}${parameters}`;
}
