import type { ArchivedFile } from '../../domain/reports/months.ts';
import { defineTable, filled, json, orNull, text, time } from '../core/table.ts';

/** Months that are being archived, or are. */
export const archivedMonthsTable = defineTable('archived_month', {
  month: text(),
  detachedAt: filled(time()),
  files: orNull(json<readonly ArchivedFile[]>()),
  droppedAt: orNull(time()),
});
