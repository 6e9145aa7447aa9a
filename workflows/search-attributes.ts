import { defineSearchAttributeKey, type SearchAttributePair, type SearchAttributeUpdatePair } from '@temporalio/common';
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
