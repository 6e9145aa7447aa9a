import { ChainUnavailableError } from '../../chain/port.ts';
import type { XrpAccount, XrpRpc } from '../../chain/xrp/rpc.ts';
import type { Payment } from '../family.ts';

/** All that signing on the XRP Ledger needs to know of it; amounts in drops. */
export interface XrpConditions {
  /** Given in transactions where it is above {@link HIGHEST_IMPLIED_NETWORK}. */
  readonly networkId: number;
  /** The reserve of every account. */
  readonly reserveDrops: bigint;
  /** Null if the account does not exist yet because it was never paid. */
  readonly account: XrpAccountView | null;
  readonly feeDrops: bigint;
  /** By payout; only for these payments may be signed. */
  readonly recipients: ReadonlyMap<string, XrpRecipient>;
}

/** Our account as a validated ledger has it. */
export interface XrpAccountView {
  readonly ledger: number;
  readonly balanceDrops: bigint;
  /** Its reserve: more with everything it owns. */
  readonly keptDrops: bigint;
  readonly sequence: bigint;
  /** Its next number behind what waits for the next ledger. */
  readonly openSequence: bigint;
  /** Payments to it have to name a tag. */
  readonly requiresTag: boolean;
}

export interface XrpRecipient {
  readonly payment: Payment;
  readonly exists: boolean;
  readonly asksForTag: boolean;
  /** It takes no payments from us, or asks not to be sent XRP. */
  readonly refuses: boolean;
}

/** Networks up to this number are implied, and must not be named. */
export const HIGHEST_IMPLIED_NETWORK = 1_024;

const REQUIRE_DESTINATION_TAG = 0x0002_0000;
const DISALLOW_XRP = 0x0008_0000;
const DEPOSIT_AUTH = 0x0100_0000;

/** @throws ChainUnavailableError while the server is not in sync */
export async function readConditions(
  rpc: XrpRpc,
  { address, payments }: { readonly address: string; readonly payments: readonly Payment[] },
): Promise<XrpConditions> {
  const [state, validated, open, fee] = await Promise.all([
    rpc.serverState(),
    rpc.account(address, 'validated'),
    rpc.account(address, 'current'),
    rpc.openLedgerFee(),
  ]);
  const { server_state, amendment_blocked, network_id = 0, validated_ledger } = state;
  const inSync = server_state === 'full' || server_state === 'proposing' || server_state === 'validating';
  if (!inSync || amendment_blocked === true || validated_ledger === undefined) {
    throw new ChainUnavailableError(`The server is not in sync: it is ${server_state}.`);
  }
  const { reserve_base, reserve_inc } = validated_ledger;
  const recipients = new Map<string, XrpRecipient>();
  for (const payment of payments) recipients.set(payment.payoutId, await readRecipient(rpc, address, payment));
  return {
    networkId: network_id,
    reserveDrops: BigInt(reserve_base),
    account:
      validated === null
        ? null
        : viewOf(validated, { reserve_base, reserve_inc, openSequence: open?.Sequence ?? validated.Sequence }),
    feeDrops: BigInt(fee),
    recipients,
  };
}

function viewOf(
  { Balance, Sequence, OwnerCount, Flags, ledgerIndex }: XrpAccount,
  of: { readonly reserve_base: number; readonly reserve_inc: number; readonly openSequence: number },
): XrpAccountView {
  return {
    ledger: ledgerIndex,
    balanceDrops: BigInt(Balance),
    keptDrops: BigInt(of.reserve_base) + BigInt(of.reserve_inc) * BigInt(OwnerCount),
    sequence: BigInt(Sequence),
    openSequence: BigInt(of.openSequence),
    requiresTag: (Flags & REQUIRE_DESTINATION_TAG) !== 0,
  };
}

async function readRecipient(rpc: XrpRpc, from: string, payment: Payment): Promise<XrpRecipient> {
  const account = await rpc.account(payment.addressKey, 'validated');
  const has = (flag: number) => account !== null && (account.Flags & flag) !== 0;
  const asksForPermission = has(DEPOSIT_AUTH) && !(await rpc.mayDeposit(from, payment.addressKey));
  return {
    payment,
    exists: account !== null,
    asksForTag: has(REQUIRE_DESTINATION_TAG),
    refuses: has(DISALLOW_XRP) || asksForPermission,
  };
}
