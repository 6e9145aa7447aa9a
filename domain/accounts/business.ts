/** Monthly turnover as a business states it when it signs up, in euro (spec §3). */
export const TURNOVER_RANGES = [
  'up_to_30k',
  '30k_to_100k',
  '100k_to_300k',
  '300k_to_500k',
  '500k_to_1m',
  'above_1m',
] as const;

export type TurnoverRange = (typeof TURNOVER_RANGES)[number];

/** Fields of business (spec §3). */
export const INDUSTRIES = [
  'e_commerce',
  'retail',
  'hospitality',
  'food_and_beverage',
  'travel_and_tourism',
  'gaming_and_gambling',
  'online_education',
  'healthcare_and_wellness',
  'non_profit_and_charity',
  'real_estate',
] as const;

export type Industry = (typeof INDUSTRIES)[number];
