import { defineSearchAttributeKey, type SearchAttributePair, type SearchAttributeUpdatePair } from '@temporalio/common';
import type { SearchAttributes } from './messages.ts';

/** The attributes that operators filter by in the Web UI. */
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

/** Attributes as messages carry them; null removes one. */
export type AttributeValues = { readonly [Name in keyof SearchAttributes]?: SearchAttributes[Name] | null };

const KEYWORDS = ['MerchantId', 'Status', 'Network', 'Asset', 'TxId', 'ParentId', 'Reason'] as const;

/** The attributes of a message in the SDK's format. */
export function attributePairs(attributes: SearchAttributes): SearchAttributePair[] {
  return updatePairs(attributes).filter((pair): pair is SearchAttributePair => pair.value !== null);
}

/** The same, where null removes an attribute. */
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

/** Only the attributes that differ, because each upsert adds an event to the history. */
export function changedAttributes(before: AttributeValues, after: AttributeValues): AttributeValues {
  const isNew = ([name, value]: [string, unknown]) => (before[name as keyof AttributeValues] ?? null) !== value;
  return Object.fromEntries(Object.entries(after).filter(isNew));
}

/** Attributes that change with the status; the others say whose process it is and on which network. */
const OF_STATUS = ['Status', 'Reason', 'NeedsOperator', 'TxId', 'ExpiresAt'] as const;

/**
 * Which of the definition's attributes to write: its status while an operator is needed and once it has ended. In
 * between they are removed, because each change of an attribute costs an event and an index entry.
 */
export function requestedAttributes(offered: AttributeValues, ended: boolean): AttributeValues {
  const needsOperator = offered.NeedsOperator === true ? true : null;
  if (ended || needsOperator) return { ...offered, NeedsOperator: needsOperator };
  return Object.fromEntries(OF_STATUS.filter((name) => name in offered).map((name) => [name, null]));
}

/** The attributes that a workflow has, as messages carry them. */
export function presentAttributes(pairs: readonly SearchAttributePair[]): AttributeValues {
  return Object.fromEntries(
    pairs.map(({ key, value }) => [key.name, value instanceof Date ? value.toISOString() : value]),
  );
}
