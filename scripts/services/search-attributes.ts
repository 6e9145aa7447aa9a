/**
 * The attributes by which operators filter workflows in the Web UI. At most ten keywords: a Temporal on Postgres has
 * columns for no more.
 */
export const searchAttributes = {
  MerchantId: 'Keyword',
  Status: 'Keyword',
  Network: 'Keyword',
  Asset: 'Keyword',
  TxId: 'Keyword',
  ParentId: 'Keyword',
  Reason: 'Keyword',
  NeedsOperator: 'Bool',
  ExpiresAt: 'Datetime',
} as const;
