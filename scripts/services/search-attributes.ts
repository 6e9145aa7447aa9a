/**
 * What operators can filter workflows by in the Web UI. At most ten keywords: more a Postgres-backed Temporal does not
 * take.
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
