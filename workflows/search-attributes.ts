import { defineSearchAttributeKey, type SearchAttributePair, type SearchAttributeUpdatePair } from '@temporalio/common';
import { actorOf, type CaseWatch } from '../domain/compliance/case.ts';
import type { PayoutWatch } from '../domain/state/payout-watch.ts';
import type { SearchAttributes } from './messages.ts';

/** What operators filter workflows by in the Web UI. */
export const keys = {
  MerchantId: defineSearchAttributeKey('MerchantId', 'KEYWORD'),
  Status: defineSearchAttributeKey('Status', 'KEYWORD'),
  Network: defineSearchAttributeKey('Network', 'KEYWORD'),
  Asset: defineSearchAttributeKey('Asset', 'KEYWORD'),
  TxId: defineSearchAttributeKey('TxId', 'KEYWORD'),
  ParentId: defineSearchAttributeKey('ParentId', 'KEYWORD'),
  Reason: defineSearchAttributeKey('Reason', 'KEYWORD'),
  NeedsOperator: defineSearchAttributeKey('NeedsOperator', 'BOOL'),
  ExpiresAt: defineSearchAttributeKey('ExpiresAt', 'DATETIME'),
} as const;

/** Attributes as messages carry them; null takes one away. */
export type AttributeValues = { readonly [Name in keyof SearchAttributes]?: SearchAttributes[Name] | null };

const KEYWORDS = ['MerchantId', 'Status', 'Network', 'Asset', 'TxId', 'ParentId', 'Reason'] as const;

/** The attributes of a message as the SDK takes them. */
export function attributePairs(attributes: SearchAttributes): SearchAttributePair[] {
  return updatePairs(attributes).filter((pair): pair is SearchAttributePair => pair.value !== null);
}

/** The same where some may be taken away. */
export function updatePairs(attributes: AttributeValues): SearchAttributeUpdatePair[] {
  const pairs: SearchAttributeUpdatePair[] = [];
  for (const name of KEYWORDS) {
    const value = attributes[name];
    if (value !== undefined) pairs.push({ key: keys[name], value });
  }
  const { NeedsOperator, ExpiresAt } = attributes;
  if (NeedsOperator !== undefined) pairs.push({ key: keys.NeedsOperator, value: NeedsOperator });
  if (ExpiresAt !== undefined)
    pairs.push({ key: keys.ExpiresAt, value: ExpiresAt === null ? null : new Date(ExpiresAt) });
  return pairs;
}

/** Only what differs, in one go: each upsert is an event of the history. */
export function changedAttributes(before: AttributeValues, after: AttributeValues): AttributeValues {
  const isNew = ([name, value]: [string, unknown]) => (before[name as keyof AttributeValues] ?? null) !== value;
  return Object.fromEntries(Object.entries(after).filter(isNew));
}

/** The same for a case: its status, why, whether staff must act, and until when somebody must. */
export function changedCaseAttributes(before: CaseWatch | null, after: CaseWatch): SearchAttributeUpdatePair[] {
  const pairs: SearchAttributeUpdatePair[] = [];
  const staff = (watch: CaseWatch) => actorOf(watch.status) === 'staff';
  if (after.status !== before?.status) pairs.push({ key: keys.Status, value: after.status });
  if (after.reason !== (before?.reason ?? null)) pairs.push({ key: keys.Reason, value: after.reason });
  if (before === null || staff(after) !== staff(before)) pairs.push({ key: keys.NeedsOperator, value: staff(after) });
  if (after.actUntil !== (before?.actUntil ?? null)) {
    pairs.push({ key: keys.ExpiresAt, value: after.actUntil === null ? null : new Date(after.actUntil) });
  }
  return pairs;
}

/** The same for a payout. */
export function changedPayoutAttributes(before: PayoutWatch, after: PayoutWatch): SearchAttributeUpdatePair[] {
  const pairs: SearchAttributeUpdatePair[] = [];
  if (after.status !== before.status) pairs.push({ key: keys.Status, value: after.status });
  if (after.txid !== before.txid && after.txid !== null) pairs.push({ key: keys.TxId, value: after.txid });
  if (after.reason !== before.reason) pairs.push({ key: keys.Reason, value: after.reason });
  if (after.needsOperator !== before.needsOperator) pairs.push({ key: keys.NeedsOperator, value: after.needsOperator });
  return pairs;
}
