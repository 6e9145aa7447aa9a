import type { WorkflowStart } from './messages.ts';

/**
 * In which order a queue with a backlog is worked off: a smaller number first. Money that has arrived or leaves comes
 * before what people wait for, and that before another attempt at a webhook and product updates.
 */
const PRIORITY_KEYS: Readonly<Record<string, number>> = {
  invoiceWorkflow: 2,
  depositWorkflow: 2,
  payerTransferWorkflow: 2,
  payoutWorkflow: 2,
  withdrawalWorkflow: 2,
  massPayoutWorkflow: 2,
  massSliceWorkflow: 2,
  webhookWorkflow: 4,
  productUpdateWorkflow: 4,
};
const DEFAULT_KEY = 3;

/**
 * The priority of a workflow and of its activities. Merchants take turns within one priority, so that the burst of one
 * does not delay the others. Servers without priorities ignore it.
 */
export function priorityOf({
  workflowType,
  searchAttributes,
}: Pick<WorkflowStart, 'workflowType' | 'searchAttributes'>) {
  const merchantId = searchAttributes?.MerchantId;
  return { priorityKey: PRIORITY_KEYS[workflowType] ?? DEFAULT_KEY, fairnessKey: merchantId };
}
