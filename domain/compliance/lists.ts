import type { Industry } from '../accounts/business.ts';
import type { FieldErrors } from '../errors.ts';

/** A list of rules as data: where it comes from and of when it is, because each of them grows old. */
export interface ListSource {
  readonly source: string;
  /** ISO 8601, a day or a month. */
  readonly publishedOn: string;
}

export interface CountryList extends ListSource {
  /** Names its words in other languages: `sources` in `locales/<language>/legal.json`. */
  readonly id: string;
  readonly countries: readonly string[];
}

/** Nobody from here becomes a merchant. */
export const PROHIBITED_COUNTRIES: readonly CountryList[] = [
  {
    id: 'fatf_call',
    source: 'FATF, High-Risk Jurisdictions subject to a Call for Action',
    publishedOn: '2026-06',
    countries: ['KP', 'IR', 'MM'],
  },
  {
    id: 'eu_russia',
    source: 'Council Regulation (EU) 833/2014, Article 5b: no crypto-asset services for Russian residents',
    publishedOn: '2022-10-06',
    countries: ['RU'],
  },
  {
    id: 'eu_belarus',
    source: 'Council Regulation (EC) 765/2006 as amended: restrictive measures in view of the situation in Belarus',
    publishedOn: '2024-06-29',
    countries: ['BY'],
  },
  {
    id: 'china',
    // It replaced the notice Yinfa [2021] No. 237, which was published on 24 September 2021.
    source:
      "People's Bank of China and seven authorities, notice Yinfa [2026] No. 42: virtual currency business is banned",
    publishedOn: '2026-02-06',
    countries: ['CN'],
  },
];

/** Merchants and owners from here are looked at more closely: where the money comes from has to be shown. */
export const ENHANCED_COUNTRIES: readonly CountryList[] = [
  {
    id: 'fatf_monitoring',
    source: 'FATF, Jurisdictions under Increased Monitoring',
    publishedOn: '2026-06',
    countries: 'AO BA BG BO CD CI CM HT IQ KE KW LA LB MC NP PG SS SY VE VG VN YE'.split(' '),
  },
  {
    id: 'eu_high_risk',
    source: 'Delegated Regulation (EU) 2016/1675 as amended by (EU) 2025/1184: high-risk third countries',
    publishedOn: '2025-08-05',
    countries: 'AF AO BF CD CI CM DZ HT KE LA LB MC ML MZ NA NG NP SS SY TT TZ VE VN VU YE ZA'.split(' '),
  },
];

export interface ProhibitedGoods {
  readonly key: string;
  /** In words, for people. */
  readonly name: string;
  /** Words of a description that make a person look again; a stem ends in `*`. They never refuse by themselves. */
  readonly signs: readonly string[];
}

/** Goods that nobody may sell through the gateway. */
export const PROHIBITED_GOODS: ListSource & { readonly goods: readonly ProhibitedGoods[] } = {
  source: "The gateway's own acceptance policy",
  publishedOn: '2026-11-01',
  goods: [
    {
      key: 'weapons',
      name: 'Weapons, ammunition and explosives',
      signs: ['weapon*', 'firearm*', 'ammunition', 'explosive*', 'gun', 'guns'],
    },
    {
      key: 'drugs',
      name: 'Illegal drugs, and prescription medicines without a licence',
      signs: ['narcotic*', 'cannabis', 'cocaine', 'steroid*', 'opioid*'],
    },
    {
      key: 'counterfeit',
      name: 'Counterfeit goods and stolen data',
      signs: ['counterfeit*', 'replica*', 'carding', 'stolen'],
    },
    { key: 'adult', name: 'Sexual services', signs: ['escort*', 'prostitut*'] },
    { key: 'mixing', name: 'Mixing of crypto-assets and anonymous wallets', signs: ['mixer*', 'tumbler*', 'coinjoin'] },
    {
      key: 'investment',
      name: 'Pyramid schemes and guaranteed returns',
      signs: ['ponzi', 'pyramid', 'hyip', 'guaranteed return*'],
    },
    { key: 'shell', name: 'Shell banks and unlicensed financial services', signs: ['shell bank*', 'unlicensed'] },
    { key: 'wildlife', name: 'Protected animals and plants, and what is made of them', signs: ['ivory', 'rhino horn'] },
  ],
};

/** Industries that cost points of risk, with the licence that some need. */
export const INDUSTRY_RISK: Readonly<
  Partial<Record<Industry, { readonly points: number; readonly licence: boolean }>>
> = {
  gaming_and_gambling: { points: 30, licence: true },
  healthcare_and_wellness: { points: 10, licence: true },
  non_profit_and_charity: { points: 15, licence: false },
  real_estate: { points: 15, licence: false },
  travel_and_tourism: { points: 5, licence: false },
};

/** The list that prohibits a country; undefined when none does. */
export function prohibitedBy(country: string): CountryList | undefined {
  return PROHIBITED_COUNTRIES.find(({ countries }) => countries.includes(country));
}

/** Problems of a country, by field: the refusal names its source. Front ends show the same words. */
export function countryProblems(country: string, field = 'country'): FieldErrors {
  const list = prohibitedBy(country);
  if (list === undefined) return {};
  return { [field]: [`We cannot serve businesses or people of this country (${list.source}).`] };
}

/** The lists that ask for a closer look at a country. */
export function enhancedBy(country: string): readonly CountryList[] {
  return ENHANCED_COUNTRIES.filter(({ countries }) => countries.includes(country));
}

/** The prohibited goods that a description hints at; for a person to check. */
export function goodsNamedIn(description: string): readonly ProhibitedGoods[] {
  const words = ` ${description
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `;
  return PROHIBITED_GOODS.goods.filter(({ signs }) =>
    signs.some((sign) => words.includes(sign.endsWith('*') ? ` ${sign.slice(0, -1)}` : ` ${sign} `)),
  );
}
