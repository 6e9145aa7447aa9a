import { type ListSource, PROHIBITED_COUNTRIES } from '../compliance/lists.ts';
import type { CardMethod } from './payment-method.ts';

/**
 * Where residents can buy coins by card: members of the United Nations, Hong Kong, Taiwan and Kosovo, without the
 * countries of our own prohibitions. The seller serves fewer of them at any time, which its own list says.
 */
export const CARD_COUNTRIES: ListSource & { readonly countries: readonly string[] } = {
  source: 'ISO 3166-1 alpha-2 of the member states of the United Nations; XK is user-assigned (European Commission)',
  publishedOn: '2024-02',
  countries: `AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BZ CA CD CF CG CH CI CL CM
    CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT
    HU ID IE IL IN IQ IS IT JM JO JP KE KG KH KI KM KN KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK
    ML MN MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PT PW PY QA RO RS RW SA SB SC SD SE
    SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VC VE VN VU WS XK
    YE ZA ZM ZW`.split(/\s+/),
};

/** Where banks issue cards for Apple Pay. Google Pay takes cards of every country in which the seller offers it. */
export const APPLE_PAY_COUNTRIES: ListSource & { readonly countries: readonly string[] } = {
  source: 'Apple, Countries and regions that support Apple Pay (support article 102775)',
  publishedOn: '2024-10',
  countries: `AE AM AR AT AU AZ BE BG BH BR CA CH CL CO CR CY CZ DE DK DO EC EE ES FI FR GB GE GR GT HK HN HR HU IE IL
    IS IT JO JP KR KW KZ LI LT LU LV MA MC MD ME MT MX MY NL NO NZ OM PA PE PL PT PY QA RO RS SA SE SG SI SK SM SV TW
    UA US VN ZA`.split(/\s+/),
};

const SERVED: ReadonlySet<string> = new Set(CARD_COUNTRIES.countries);
const APPLE_PAY: ReadonlySet<string> = new Set(APPLE_PAY_COUNTRIES.countries);
const PROHIBITED: ReadonlySet<string> = new Set(PROHIBITED_COUNTRIES.flatMap(({ countries }) => countries));

/** How residents of the country may pay; none where they may not buy. */
export function methodsIn(country: string): readonly CardMethod[] {
  if (!SERVED.has(country) || PROHIBITED.has(country)) return [];
  return APPLE_PAY.has(country) ? ['card', 'apple_pay', 'google_pay'] : ['card', 'google_pay'];
}
