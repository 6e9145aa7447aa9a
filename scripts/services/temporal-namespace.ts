import type { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';

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

/** The numbers of Temporal's `IndexedValueType`. */
const indexedValueType = { Keyword: 2, Bool: 5, Datetime: 6 } as const;

/** Makes a namespace and registers the project's search attributes in it. Both may be there already. */
export async function prepareNamespace(connection: Connection, namespace: string): Promise<void> {
  await connection.workflowService
    .registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs('3 days') })
    .catch(unlessAlreadyThere);
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(searchAttributes).filter(([name]) => !(name in (customAttributes ?? {})));
  if (missing.length === 0) return;
  const types = Object.fromEntries(missing.map(([name, type]) => [name, indexedValueType[type]]));
  await connection.operatorService
    .addSearchAttributes({ namespace, searchAttributes: types })
    .catch(unlessAlreadyThere);
}

function unlessAlreadyThere(error: unknown): void {
  const alreadyExists = 6;
  if (!(error instanceof Error && 'code' in error && error.code === alreadyExists)) throw error;
}
