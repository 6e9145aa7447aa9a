import { type CryptoGateId, gate, type Mode, type Network } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { DepositScenario } from '../../domain/invoices/scenarios.ts';
import type { Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';
import { type RequestedPayment, refuseRealChain, sendScenario } from './commands.ts';

export interface DepositPaymentRequest {
  readonly mode: Mode;
  readonly profileId: string;
  readonly addressId: string;
  readonly scenario: DepositScenario;
  /** In major units of the sent asset. */
  readonly amount: string;
  readonly nowMs: number;
  readonly isSimulated: (network: Network) => boolean;
}

/**
 * Sends a simulated payment to a static address of the profile; the scenarios do what they do for invoices.
 * @throws DomainError `not_found`, `conflict` where the network is no simulation, `amount_invalid`, `validation_failed`
 */
export async function requestDepositPayment(tx: Tx, request: DepositPaymentRequest): Promise<RequestedPayment> {
  const row = await maybeOne<TargetRow>(tx, targetSql, [request.addressId, request.profileId, request.mode]);
  if (row === undefined) throw new DomainError('not_found');
  if (row.address_key === null || row.destination_tag === null) {
    const message = 'Euro come by bank transfer: emulate one with POST /api/v1/sandbox/bank/credits.';
    throw new DomainError('conflict', { message });
  }
  const target = gate(row.gate_id);
  refuseRealChain({ network: target.network, isSimulated: request.isSimulated });
  return sendScenario(tx, request, {
    merchantId: row.merchant_id,
    gate: target,
    address: row.address,
    addressKey: row.address_key,
    destinationTag: row.destination_tag === '-1' ? null : BigInt(row.destination_tag),
    // A deposit asks for no amount: each request names its own.
    dueMinor: 0n,
    openMinor: 0n,
  });
}

interface TargetRow {
  readonly merchant_id: string;
  readonly gate_id: CryptoGateId;
  readonly address: string;
  /** Both null in euro. */
  readonly address_key: string | null;
  readonly destination_tag: string | null;
}

const targetSql = prepared(`
  SELECT a.merchant_id, a.gate_id, a.address, w.address_key, w.destination_tag
  FROM static_address a LEFT JOIN watched_address w ON w.static_address_id = a.id
  WHERE a.id = $1 AND a.profile_id = $2 AND a.mode = $3`);
