import { gate, isCryptoGateId } from '../../../domain/assets/assets.ts';
import { type ProfileId, parseId } from '../../../domain/ids.ts';
import { networkAt } from '../../../domain/transfers/places.ts';
import { addBankPayments } from '../../bank/payments.ts';
import type { Db, Tx } from '../../core/sequelize.ts';
import { checkPayout, createPayout } from '../../payouts/create.ts';
import { isStopped } from '../../payouts/emergency-stop.ts';
import { applyStep } from '../../process/apply.ts';
import { profilesTable } from '../../shops/rows.ts';
import { fundPayout } from './books.ts';
import { CARRIER } from './carriers.ts';
import { lockTransfers, transferProcess } from './process.ts';
import { lockRoute } from './routes.ts';
import type { RouteRow, TransferRow } from './rows.ts';
import type { TransferSettings } from './settings.ts';

/**
 * The next action of a caller: ask the exchange, because this call made it `sending`; wait for the stop; or nothing.
 */
export type Sending = { readonly row: TransferRow; readonly route: RouteRow } | 'stopped' | null;

/**
 * Makes an approved transfer `sending`, with everything that carries it: the payout of the gateway's own merchant from
 * a hot wallet, the payment by the bank. An exchange is asked by the one caller that gets the transfer back. It waits
 * while its money is stopped.
 * @throws DomainError what a payout or a payment refuses
 */
export async function beginSending(
  tx: Tx,
  settings: TransferSettings,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Promise<Sending> {
  const [row] = await lockTransfers(tx, [id]);
  if (row?.status !== 'approved') return null;
  if (await isTransferStopped(tx, row)) return 'stopped';
  const route = await lockRoute(tx, row.routeId);
  const step = (event: { type: 'fail'; reason: string } | { type: 'send'; payoutId: string | null }) =>
    applyStep(tx, transferProcess, { id, event, cause: null, nowMs });
  if (!settings.routeSeal.isSealed(route)) {
    await step({ type: 'fail', reason: 'Its way is not confirmed any more, or somebody has changed it.' });
    return null;
  }
  if (networkAt(row.fromPlace) !== null) {
    const payoutId = await carryByPayout(tx, settings, { row, route, nowMs });
    await step({ type: 'send', payoutId });
    return null;
  }
  if (row.fromPlace === 'bank:main') await carryByBank(tx, settings, { row, route });
  await step({ type: 'send', payoutId: null });
  return row.fromPlace === 'bank:main' ? null : { row, route };
}

/** Whether the money of this transfer may not leave now: by its network, or as euro. */
export function isTransferStopped(on: Tx | Db, { mode, fromPlace, toPlace }: TransferRow): Promise<boolean> {
  return isStopped(on, { mode, network: networkAt(fromPlace) ?? networkAt(toPlace) ?? 'SEPA' });
}

interface Carried {
  readonly row: TransferRow;
  readonly route: RouteRow;
}

/** Only the signer sends coins: a payout with every check, limit and seal that payouts have. */
async function carryByPayout(
  tx: Tx,
  settings: TransferSettings,
  { row, route, nowMs }: Carried & { readonly nowMs: number },
): Promise<string> {
  const profileId = ownProfile(settings, row);
  if (!isCryptoGateId(row.gateId) || route.address === null) throw new Error(`The route ${route.id} pays no coins.`);
  const request = {
    profileId,
    gateId: gate(row.gateId).id,
    amountMinor: row.amountMinor,
    address: route.address,
    destinationTag: route.destinationTag?.toString() ?? null,
    feePayer: 'merchant' as const,
  };
  const checked = await checkPayout(tx, settings.payouts, request);
  await fundPayout(tx, row, checked);
  const payout = await createPayout(tx, settings.payouts, {
    ...request,
    agreedFee: checked.networkFee,
    reference: null,
    description: `Transfer to ${row.toPlace}`,
    by: CARRIER,
    nowMs,
  });
  return payout.id;
}

async function carryByBank(tx: Tx, settings: TransferSettings, { row, route }: Carried): Promise<void> {
  const profile = await profilesTable.findOne(tx, { id: ownProfile(settings, row) });
  if (route.payee === null || profile === undefined) throw new Error(`The route ${route.id} pays no euro.`);
  const { reference: remittance, ...creditor } = route.payee;
  const { id: withdrawalId, mode, amountMinor } = row;
  await addBankPayments(tx, [
    { withdrawalId, merchantId: profile.merchantId, mode, amountMinor, creditor, remittance },
  ]);
}

function ownProfile({ profileOf }: TransferSettings, { mode }: TransferRow): ProfileId {
  const profileId = profileOf(mode);
  if (profileId === undefined)
    throw new Error(`TRANSFER_PROFILE of ${mode} is not set: nothing can be sent from here.`);
  return parseId<ProfileId>(profileId);
}
