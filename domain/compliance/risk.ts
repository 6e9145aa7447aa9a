import type { RiskLevel } from './approval.ts';
import type { BusinessData, CasePerson } from './business-data.ts';
import { enhancedBy, goodsNamedIn, INDUSTRY_RISK, prohibitedBy } from './lists.ts';
import type { ScreeningHit } from './screening.ts';

/** Why a case has its risk; `points` add up to the score. */
export interface RiskReason {
  readonly code:
    | 'enhanced_country'
    | 'prohibited_country'
    | 'industry'
    | 'prohibited_goods'
    | 'high_turnover'
    | 'politically_exposed'
    | 'owner_abroad'
    | 'young_business'
    | 'sanctions_hit'
    | 'sanctions_list_old'
    | 'provider_rejected'
    | 'provider_silent';
  readonly points: number;
  /** For staff. */
  readonly words: string;
}

export interface Assessment {
  readonly level: RiskLevel;
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly RiskReason[];
  readonly hits: readonly ScreeningHit[];
  readonly assessedAt: string;
}

export interface RiskFacts {
  readonly business: BusinessData;
  readonly people: readonly CasePerson[];
  readonly hits: readonly ScreeningHit[];
  /** No sanctions list was imported, or the newest is older than its bound. */
  readonly listsAreOld: boolean;
  /** The provider's rejections, and whether it answered at all. */
  readonly provider: { readonly rejected: readonly string[]; readonly silent: boolean };
}

/** From these scores on a risk is medium, and high. */
export const RISK_BOUNDS = { medium: 30, high: 60 } as const;

/**
 * The risk of a case by the rules of this folder: points that add up, each with its reason in words. A rule never
 * refuses; people do.
 */
export function assessRisk(facts: RiskFacts, nowMs: number): Assessment {
  const reasons = [...businessReasons(facts.business, nowMs), ...peopleReasons(facts), ...checkReasons(facts)];
  const score = Math.min(
    100,
    reasons.reduce((sum, { points }) => sum + points, 0),
  );
  const level = score >= RISK_BOUNDS.high ? 'high' : score >= RISK_BOUNDS.medium ? 'medium' : 'low';
  return { level, score, reasons, hits: facts.hits, assessedAt: new Date(nowMs).toISOString() };
}

function businessReasons(business: BusinessData, nowMs: number): RiskReason[] {
  const reasons: RiskReason[] = [...countryReasons(business.country, 'The business is registered')];
  const industry = INDUSTRY_RISK[business.industry];
  if (industry !== undefined) {
    reasons.push({ code: 'industry', points: industry.points, words: `Industry: ${spaced(business.industry)}.` });
  }
  for (const { name } of goodsNamedIn(`${business.description} ${business.website}`)) {
    reasons.push({ code: 'prohibited_goods', points: 60, words: `The description sounds like: ${name}.` });
  }
  const turnover = { '500k_to_1m': 10, above_1m: 20 }[business.turnover as '500k_to_1m' | 'above_1m'];
  if (turnover !== undefined) {
    reasons.push({
      code: 'high_turnover',
      points: turnover,
      words: `Monthly turnover: ${spaced(business.turnover)} EUR.`,
    });
  }
  if (nowMs - Date.parse(business.incorporated_on) < YEAR_MS) {
    reasons.push({ code: 'young_business', points: 10, words: 'The business is younger than a year.' });
  }
  return reasons;
}

function peopleReasons({ business, people }: RiskFacts): RiskReason[] {
  return people.flatMap((person): RiskReason[] => {
    const reasons: RiskReason[] = [];
    for (const country of new Set([person.country, person.nationality])) {
      reasons.push(...countryReasons(country, `${person.full_name} lives in or is a citizen of a country`));
    }
    if (person.politically_exposed) {
      reasons.push({ code: 'politically_exposed', points: 30, words: `${person.full_name} is politically exposed.` });
    }
    if (person.is_owner && person.country !== business.country) {
      reasons.push({ code: 'owner_abroad', points: 5, words: `${person.full_name} owns the business from abroad.` });
    }
    return reasons;
  });
}

function countryReasons(country: string, who: string): RiskReason[] {
  const prohibited = prohibitedBy(country);
  if (prohibited !== undefined) {
    const words = `${who} (${country}) that is prohibited: ${prohibited.source}, ${prohibited.publishedOn}.`;
    return [{ code: 'prohibited_country', points: 100, words }];
  }
  const [list] = enhancedBy(country);
  if (list === undefined) return [];
  const words = `${who} (${country}) that needs a closer look: ${list.source}, ${list.publishedOn}.`;
  return [{ code: 'enhanced_country', points: 30, words }];
}

function checkReasons({ hits, listsAreOld, provider }: RiskFacts): RiskReason[] {
  const reasons: RiskReason[] = hits.map(({ name, listedName, list, score }) => ({
    code: 'sanctions_hit',
    points: 60,
    words: `${name} is ${score}% like “${listedName}” of the list ${list}.`,
  }));
  if (listsAreOld) {
    const words = 'No sanctions list of the last ten days is imported: screen by hand.';
    reasons.push({ code: 'sanctions_list_old', points: 0, words });
  }
  for (const who of provider.rejected) {
    reasons.push({ code: 'provider_rejected', points: 60, words: `The verification provider rejected ${who}.` });
  }
  if (provider.silent) {
    const words = 'The verification provider gave no result: look at the documents by hand.';
    reasons.push({ code: 'provider_silent', points: 0, words });
  }
  return reasons;
}

const YEAR_MS = 365 * 86_400_000;

function spaced(code: string): string {
  return code.replaceAll('_', ' ');
}
