import { bool, defineTable, filled, json, orNull, time } from '../core/table.ts';

/** One number for operators. Labels are few and say nothing about merchants. */
export type Sample = readonly [name: string, labels: Readonly<Record<string, string>>, value: number];

export const operatorFiguresTable = defineTable('operator_figures', {
  single: filled(bool()),
  claimedAt: orNull(time()),
  computedAt: orNull(time()),
  samples: filled(json<readonly Sample[]>()),
});
