import { ruleFor, statusAfter } from '../../domain/process/table.ts';
import { type MerchantEvent, type MerchantStatus, merchantTable } from '../../domain/state/merchant.ts';
import { type Decision, defineProcess } from '../process/define.ts';
import { lockRows } from '../process/lock.ts';
import { type MerchantRow, merchantsTable } from './rows.ts';

interface MerchantKind {
  readonly row: MerchantRow;
  readonly facts: { readonly row: MerchantRow };
  readonly event: MerchantEvent;
  readonly outcome: Decision & { readonly status: MerchantStatus };
  readonly answer: { readonly status: MerchantStatus };
}

/** How far a merchant has come. `production_opens` and `production_closes` change nothing where they do not apply. */
export const merchantProcess = defineProcess<MerchantKind>({
  name: 'merchant',
  table: merchantsTable,
  changes: ['version', 'status', 'companyName', 'turnover', 'website'],
  lock: lockRows(merchantsTable),
  decide: ({ row: { status, companyName } }, { event: { type } }) => {
    const position = { hasCompany: companyName !== null };
    const { to } = ruleFor(merchantTable, { status, event: type, position });
    const next = statusAfter(to, status);
    return { changed: next !== status, effects: [], status: next };
  },
  after: ({ before: { row }, step: { event }, outcome: { status } }) => ({
    ...row,
    version: row.version + 1,
    status,
    ...(event.type === 'company_named'
      ? { companyName: event.company.name, turnover: event.company.turnover, website: event.company.website }
      : {}),
  }),
  effects: {},
  answer: (_decided, { status }) => ({ status }),
});
