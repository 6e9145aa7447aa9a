import type { Mode } from '../../domain/assets/assets.ts';
import type { ExchangeName } from '../../domain/treasury/exchanges.ts';
import { ledgerAssetOf } from '../../domain/treasury/exchanges.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import type { Tx } from '../core/sequelize.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import type { Posting } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';

export interface Capital {
  readonly mode: Mode;
  readonly exchange: ExchangeName;
  readonly currency: string;
  /** Above zero: the gateway put it there; below zero: the gateway took it out. Minor units. */
  readonly minor: bigint;
  /** Unique for the movement. */
  readonly id: string;
}

/** Books money of the gateway's own that was brought to an exchange, or taken from it, outside of this software. */
export async function bookCapital(
  tx: Tx,
  capital: Capital,
  by: Pick<AuditEntry, 'actor' | 'origin'> & { readonly note: string },
): Promise<void> {
  const [outcome] = await postTransfers(tx, [transferOf(capital, by.note)]);
  if (outcome?.created !== true) return;
  const { mode, exchange, currency, minor } = capital;
  await audit(tx, {
    chain: 'staff',
    actor: by.actor,
    origin: by.origin,
    action: 'exchange.capital_booked',
    target: { kind: 'exchange', id: exchange, label: `${exchange} (${mode})` },
    data: { currency, minor: minor.toString(), note: by.note },
  });
}

/** The opening balance of a simulated account. Nobody brought it there, so nothing is audited. */
export async function bookOpeningBalance(tx: Tx, capital: Omit<Capital, 'id'>): Promise<void> {
  const { mode, exchange, currency } = capital;
  await postTransfers(tx, [
    transferOf({ ...capital, id: `${mode}:${exchange}:${currency}:opening` }, 'Opening balance'),
  ]);
}

function transferOf({ mode, exchange, currency, minor, id }: Capital, note: string) {
  const account = { owner: GATEWAY, mode, asset: ledgerAssetOf(currency).asset };
  const custody = { ...account, kind: `custody:exchange:${exchange}` } as const;
  const own = { ...account, kind: 'capital' } as const;
  const postings: Posting[] =
    minor > 0n ? [{ debit: custody, credit: own, minor }] : [{ debit: own, credit: custody, minor: -minor }];
  return { key: `exchange-capital:${id}`, kind: 'exchange_capital', postings, note };
}
