// The validator is tested before it is trusted: every schema must refuse nothing at all, what lacks
// a member, and what has one more.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { Catalogue, EditionRecord, PayRevision } from '#schemas/catalogue.ts';
import { ProblemDetails } from '#schemas/problem.ts';
import { endpoints, examplePath } from '#schemas/endpoints.ts';
import { responses } from '#schemas/resources/by-name.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';

const directory = sampleDirectory();
const catalogue = requireCatalogue(directory);
const answer = async (path: string): Promise<unknown> =>
  (await answerOffline(directory)(path)).json();
const stored = (source: string, path: string): unknown => {
  const [edition] = catalogue.sources.find((candidate) => candidate.key === source)?.served ?? [];
  return JSON.parse(readFileSync(join(directory, 'editions', String(edition), path), 'utf8'));
};

interface Example {
  readonly schema: object;
  readonly example: unknown;
}

/**
 * Of each endpoint the answer that its example asks for, and the stored document behind one such
 * answer.
 */
const examplesOfEndpoints: [string, Example][] = [];
for (const endpoint of endpoints) {
  const { response, stored: documents, sources } = endpoint;
  examplesOfEndpoints.push([
    response,
    { schema: responses[response], example: await answer(examplePath(endpoint)) },
  ]);
  if (documents === null || documents.document === response) continue;
  const { document, file } = documents;
  const path = file
    .replace('{soc}', '2134')
    .replace('{area}', file.includes('local-area') ? 'cambridge' : 'uk');
  examplesOfEndpoints.push([
    document,
    { schema: responses[document], example: stored(String(sources[0]), path) },
  ]);
}

const examples: Readonly<Record<string, Example>> = {
  ...Object.fromEntries(examplesOfEndpoints),
  PayRevision: {
    schema: PayRevision,
    example: catalogue.sources.find(({ key }) => key === 'ashe')?.revisions[0],
  },
  'DemandResponse of high demand': {
    schema: responses.DemandResponse,
    example: await answer('/v1/occupations/2212/demand'),
  },
  'WorkProfileResponse with a correction': {
    schema: responses.WorkProfileResponse,
    example: await answer('/v1/occupations/3544/work-profile'),
  },
  'WorkProfileResponse of nothing': {
    schema: responses.WorkProfileResponse,
    example: await answer('/v1/occupations/1161/work-profile'),
  },
  'SkillsDocument of nothing': {
    schema: responses.SkillsDocument,
    example: stored('esco', 'skills/1161.json'),
  },
  TitleIndex: { schema: responses.TitleIndex, example: stored('soc-index', 'search/titles.json') },
  ProblemDetails: {
    schema: ProblemDetails,
    example: await answer('/v1/occupations/2134/pay?measure=pay'),
  },
  Catalogue: { schema: Catalogue, example: catalogue },
  EditionRecord: { schema: EditionRecord, example: stored('soc-index', 'edition.json') },
};

/**
 * Every object inside a value, with a way to put another in its place. Records with free names are
 * passed over: they require nothing.
 */
function* objectsIn(
  value: unknown,
  rebuild: (replacement: unknown) => unknown,
  path: string,
): Generator<{
  path: string;
  object: Record<string, unknown>;
  rebuild: (replacement: unknown) => unknown;
}> {
  if (Array.isArray(value)) {
    if (value.length > 0)
      yield* objectsIn(
        value[0],
        (replacement) => rebuild([replacement, ...value.slice(1)]),
        `${path}[0]`,
      );
  } else if (typeof value === 'object' && value !== null) {
    const object: Record<string, unknown> = { ...value };
    if (!/\.(withheldFigures|markers|shading|withheld|withheldByReason)$/.test(path))
      yield { path, object, rebuild };
    for (const [name, member] of Object.entries(object))
      yield* objectsIn(
        member,
        (replacement) => rebuild({ ...object, [name]: replacement }),
        `${path}.${name}`,
      );
  }
}

/** What a catalogue in an earlier format lacks, or one whose search has learnt nothing. */
const lacked = new Set([
  'Catalogue.sha256',
  'Catalogue.editions[0].record',
  'Catalogue.editions[0].rows',
  'Catalogue.titleModel',
]);

describe.each(Object.entries(examples))('%s', (name, { schema, example }) => {
  const validate = compileSchema(schema);
  const optional = new Set([
    'errors',
    'retryAfterSeconds',
    'limit',
    'windowSeconds',
    'allowed',
    'nearest',
    'shading',
    'uncertainty',
    'imputation',
    'capping',
  ]);

  test('accepts its example and refuses null, {} and a text', () => {
    expect(faultOf(validate, example)).toBeNull();
    for (const other of [null, {}, 'text', 5])
      expect(faultOf(validate, other), JSON.stringify(other)).not.toBeNull();
  });

  test('refuses the example with any required member taken out or one more put in', () => {
    for (const { path, object, rebuild } of objectsIn(
      example,
      (replacement) => replacement,
      name,
    )) {
      expect(
        faultOf(validate, rebuild({ ...object, surplus: 1 })),
        `${path} with a surplus member`,
      ).not.toBeNull();
      for (const member of Object.keys(object)) {
        if (optional.has(member) || lacked.has(`${path}.${member}`)) continue;
        const { [member]: _, ...rest } = object;
        expect(faultOf(validate, rebuild(rest)), `${path} without ${member}`).not.toBeNull();
      }
    }
  });

  test('refuses a null where a figure cannot be withheld', () => {
    for (const { path, object, rebuild } of objectsIn(
      example,
      (replacement) => replacement,
      name,
    )) {
      if (path !== name && path !== `${name}[0]`) continue;
      for (const [member, value] of Object.entries(object)) {
        if (typeof value !== 'string' && typeof value !== 'boolean') continue;
        if (
          [
            'qualifier',
            'qualityBasis',
            'previous',
            'released',
            'rows',
            'code',
            'level',
            'match',
          ].includes(member)
        )
          continue;
        // No occupation may have scores.
        if (name.startsWith('WorkProfileList') && member === 'period') continue;
        expect(
          faultOf(validate, rebuild({ ...object, [member]: null })),
          `${path}.${member} null`,
        ).not.toBeNull();
      }
    }
  });
});

/** Of each kind of bound one that a reader relies on, with what lies just outside. */
const outside: readonly (readonly [name: string, path: string, value: unknown])[] = [
  ['EmploymentResponse', 'soc2020', '0134'],
  ['EmploymentResponse', 'attribution', ''],
  ['EmploymentResponse', 'employment.count', -1],
  ['EmploymentResponse', 'employment.qualityBasis', 'guess'],
  ['VisaResponse', 'granted', -1],
  ['VisaResponse', 'rank.rank', 0],
  ['DemandResponse', 'indicators', []],
  [
    'WorkProfileResponse',
    'interests.highPoints',
    ['realistic', 'artistic', 'social', 'enterprising'],
  ],
  ['WorkProfileResponse', 'interests.scores.0.score', 0.9],
  ['OccupationMatchList', '0.confidence', 1.1],
  ['ProblemDetails', 'status', 200],
];

test.each(outside)('%s refuses %s of %j', (name, path, value) => {
  const { schema, example } = examples[name] ?? expect.fail();
  const steps = path.split('.');
  const changed = (branch: unknown, at: number): unknown => {
    const step = steps[at];
    if (step === undefined) return value;
    if (Array.isArray(branch))
      return branch.map((member, place) =>
        String(place) === step ? changed(member, at + 1) : member,
      );
    return { ...Object(branch), [step]: changed(Object(branch)[step], at + 1) };
  };
  expect(faultOf(compileSchema(schema), changed(example, 0))).toContain(`/${steps.join('/')}`);
});
