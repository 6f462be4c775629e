// What lmi show says of an occupation: its sections as the pages have them, for a terminal or as
// JSON. Pure but for the asking.
import { type Ask, gather, pageAreas } from '#server/pages/occupation/answers.ts';
import { attributionOf, remarked, table } from '#server/pages/occupation/content.ts';
import { glanced, sectionsOf } from '#server/pages/occupation/sections.ts';
import { type DescribedSection, type Layout, layOutSections, wrapped } from './describe-card.ts';

/** Areas that some figures of a card can be shown for. */
export const cardAreas = pageAreas;

export async function cardOf(ask: Ask, soc: string, area: string) {
  const answers = await gather(ask, soc, area);
  const sections = sectionsOf(answers);
  const given = sections.flatMap(({ question, asked }) =>
    'answer' in asked ? [[question.id, asked.answer] as const] : [],
  );
  const missing = sections.flatMap(({ question, asked }) =>
    'missing' in asked ? [[question.id, asked.missing] as const] : [],
  );
  const { title, hierarchy, provenance } = answers.occupation;
  const parents = [hierarchy.majorGroup, hierarchy.subMajorGroup, hierarchy.minorGroup].map(
    (group) => `${group.code} ${group.title}`,
  );
  // The texts that publishers ask for, once each.
  const attributions = new Set(
    given.map(([, answer]) => attributionOf(answer).replace(/\s+/g, ' ')),
  );
  const described = sections.map(({ heading, asked, said }): DescribedSection => {
    if ('missing' in asked)
      return { heading, about: '', blocks: [{ text: asked.missing }], release: null };
    const { about, blocks } = said();
    const { provenance: from, coverage } = asked.answer;
    const counted = coverage === undefined ? [] : [{ text: coverage.description }];
    return {
      heading,
      about,
      blocks: [...blocks, ...counted],
      release: `${from.source} ${from.edition}`,
    };
  });
  const headlines = glanced(sections).map(({ name, remark, figure }) =>
    remarked(name, remark, figure),
  );
  const glance = {
    heading: 'At a glance',
    about: '',
    blocks: [table('At a glance', ['Figure', ''], headlines)],
    release: null,
  };
  return {
    /** The answers and the reasons for those that are missing, by endpoint. */
    json: {
      soc2020: soc,
      answers: Object.fromEntries(given),
      missing: Object.fromEntries(missing),
    },
    lines: (layout: Layout) => [
      ...wrapped(`${soc} ${title}`, '', layout.width),
      ...wrapped(parents.join(' > '), '  ', layout.width),
      ...wrapped(`release: ${provenance.source} ${provenance.edition}`, '  ', layout.width),
      ...layOutSections([glance, ...described], layout),
      '',
      ...[...attributions].flatMap((text) => wrapped(text, '', layout.width, '  ')),
    ],
  };
}
