// Joins the related occupations of both sources. Pure and without a library, because the worker carries it.
import { byCodeUnit } from '../order.ts';
import type { RelatedByOnet, RelatedBySkills, RelatedResponse } from '../resources/related.ts';
import { round } from '../round.ts';
import { type Parts, creditOf, notPublished } from './joins.ts';

export function joinRelated(parts: Parts, limit: number): RelatedResponse {
  const [onet, esco] = [parts['onet'] as RelatedByOnet | null, parts['esco'] as RelatedBySkills | null];
  const given = [onet, esco].filter((part) => part !== null);
  const [own] = given;
  if (own === undefined) throw new Error('related occupations are joined of at least one list');
  const lists = given.filter(({ related }) => related.length > 0).length;
  const titles = new Map(given.flatMap(({ related }) => related.map(({ soc2020, title }) => [soc2020, title] as const)));
  const all = [...titles].map(([soc2020, title]) => {
    const [byOnet, bySkills] = [memberOf(onet, soc2020), memberOf(esco, soc2020)];
    return { soc2020, title, score: round(((byOnet?.score ?? 0) + (bySkills?.score ?? 0)) / lists, 3), byOnet, bySkills };
  });
  all.sort((a, b) => b.score - a.score || byCodeUnit(a.soc2020, b.soc2020));
  const { soc2020, title } = own;
  const bases = ([onet, esco] as const).map((part, place) => {
    const { reason, marker } = notPublished;
    return {
      key: place === 0 ? ('onet' as const) : ('esco' as const),
      withheld: part === null ? { reason, marker } : part.withheld,
      derivation: part?.derivation ?? null,
    };
  });
  return {
    ...{ soc2020, title, total: all.length, limit, related: all.slice(0, limit), bases },
    notes: [
      'Related by what people do and know in the work, as two international classifications see it. Nothing here says how many people change from one to the other.',
    ],
    ...creditOf(given, [...given.flatMap(({ withheldLegend }) => withheldLegend), ...(given.length < 2 ? [notPublished] : [])]),
  };
}

function memberOf<Member extends { readonly soc2020: string; readonly title: string }>(
  part: { readonly related: readonly Member[] } | null,
  code: string,
): Omit<Member, 'soc2020' | 'title'> | null {
  const found = part?.related.find(({ soc2020 }) => soc2020 === code);
  if (found === undefined) return null;
  const { soc2020: _, title: __, ...member } = found;
  return member;
}
