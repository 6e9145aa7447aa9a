/** ISO 3166-1 alpha-2 codes of the countries that the simulated partner serves: all but those under broad sanctions. */
const CODES = `
  AD AE AG AI AL AM AO AR AS AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BZ CA CD CF CG CH CI CK
  CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN
  GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI
  LK LR LS LT LU LV MA MC MD ME MG MH MK MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NZ OM
  PA PE PF PG PH PK PL PR PS PT PW PY QA RE RO RS RW SA SB SC SE SG SI SK SL SM SN SR ST SV SZ TC TD TG TH TJ TL
  TM TN TO TR TT TV TW TZ UA UG US UY UZ VC VG VI VN VU WF WS XK YT ZA ZM`;

const STATES: Readonly<Record<string, readonly (readonly [code: string, name: string])[]>> = {
  US: [
    ['CA', 'California'],
    ['NY', 'New York'],
    ['TX', 'Texas'],
  ],
};

/** In the form of the interface, the United Kingdom under its other code as in some of the partner's lists. */
export function countryList() {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return CODES.trim()
    .split(/\s+/)
    .map((code) => ({
      id: code === 'GB' ? 'UK' : code,
      description: names.of(code) ?? code,
      ...(STATES[code] === undefined ? {} : { states: STATES[code].map(([id, description]) => ({ id, description })) }),
    }));
}
