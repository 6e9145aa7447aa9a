import type { CardFaultPoint } from './place.ts';

/** Each step boundary of a card order at the partner and on the chain, in its order. */
export const CARD_FAULT_POINTS = [
  'card_before_attempt',
  'card_after_attempt',
  'card_after_create',
  'card_after_place',
  'card_before_news',
  'card_after_news',
  'card_before_delivered',
  'card_after_delivered',
] as const satisfies readonly CardFaultPoint[];
