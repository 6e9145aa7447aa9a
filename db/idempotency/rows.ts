import { bytes, defineTable, filled, integer, orNull, text, time } from '../core/table.ts';

/** Requests with a key and their answers, for 24 hours. */
export const idempotencyKeysTable = defineTable('idempotency_key', {
  scope: text(),
  key: text(),
  requestHash: bytes(),
  statusCode: orNull(integer()),
  responseBody: orNull(text()),
  apiVersion: orNull(text()),
  createdAt: filled(time()),
});
