import type { AlertChannel } from '../../domain/alerts/settings.ts';
import type { AlertStage } from '../../domain/alerts/stages.ts';
import { defineTable, filled, integer, orNull, type RowOf, serial, text, texts, time, uuid } from '../core/table.ts';

/** Dropped: nobody needs it any more, or it could not be delivered for days; the error says which. */
export type NoticeState = 'waiting' | 'delivered' | 'dropped';

const columns = {
  id: filled(serial()),
  alertId: uuid(),
  channel: text<AlertChannel>(),
  stage: text<AlertStage>(),
  state: filled(text<NoticeState>()),
  attempts: filled(integer()),
  nextAttemptAt: filled(time()),
  lease: orNull(uuid()),
  sentTo: filled(texts()),
  lastError: orNull(text()),
  firstAttemptAt: orNull(time()),
  deliveredAt: orNull(time()),
  createdAt: filled(time()),
};

export type NoticeRow = RowOf<typeof columns>;

export const alertNoticesTable = defineTable('alert_notice', columns);
