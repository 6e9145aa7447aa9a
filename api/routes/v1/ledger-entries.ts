import { LedgerEntryList, LedgerEntryQuery } from '../../../contract/ledger-entries.ts';
import { type MovementAccount, movementAccounts, movementsAfter } from '../../../db/history/movements.ts';
import { readInvoiceCurrency } from '../../../db/shops/profiles.ts';
import { READS_PAYOUTS } from '../../../domain/accounts/permissions.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentMovement } from '../../presenters/history.ts';
import { tokenRoute } from '../../route-options.ts';

/** The lines behind a balance, for programs that keep their own books. */
export function ledgerEntryRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/ledger-entries',
    tokenRoute('Balances', READS_PAYOUTS, {
      operationId: 'listLedgerEntries',
      summary: 'List ledger entries',
      description:
        'Every line that changed the available balance of a gate, oldest first, each with the balance after it. To ' +
        'continue, set `after` to `next`; no line is skipped.',
      querystring: LedgerEntryQuery,
      response: { 200: LedgerEntryList },
    }),
    async (request) => {
      const { merchantId, mode, profileId } = bearerOf(request);
      const { gate_id: gateId, after = FROM_START, limit = 100, date_to: until } = request.query;
      const currency = await readInvoiceCurrency(db, profileId);
      const query = { merchantId, mode, currency, gateId };
      const [account] = await movementAccounts(db, query);
      if (account === undefined) return { data: [], has_more: false, next: after };
      const period = until === undefined ? query : { ...query, dateTo: new Date(until) };
      const { movements, next } = await movementsAfter(db, period, placeOf(account, after), limit);
      return {
        data: movements.map((movement) => presentMovement(movement, currency)),
        has_more: next !== null,
        next: next === null ? after : cursorOf(next),
      };
    },
  );
}

/** Before the first line. */
const FROM_START = '0.0';

/**
 * The last line and the balance after it, which the next page goes on from. A caller that changes it deceives only
 * itself.
 */
function cursorOf({ transferId, balanceMinor }: MovementAccount): string {
  return `${transferId}.${balanceMinor}`;
}

function placeOf(account: MovementAccount, cursor: string): MovementAccount {
  const [transferId = '0', balance = '0'] = cursor.split('.');
  return { ...account, transferId, balanceMinor: BigInt(balance) };
}
