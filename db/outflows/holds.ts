import type { GateId, Mode, Network } from '../../domain/assets/assets.ts';
import { minOf } from '../../domain/money/money.ts';
import type { PayoutKind } from '../../domain/state/payout-status.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { type AccountRef, GATEWAY, invoiceKind } from '../ledger/accounts.ts';
import { resolveTransfers } from '../ledger/resolve.ts';
import type { Posting } from '../ledger/transfer-request.ts';
import { holdTransfer, postTransfers } from '../ledger/transfers.ts';

/** Identifies a hold in the ledger. */
export interface HeldMoney {
  readonly id: string;
  readonly kind: PayoutKind;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly gateId: GateId;
  /** The network or bank whose custody pays it. */
  readonly network: Network | 'bank:main';
}

/** The columns that a hold needs. */
export interface HeldOutflow extends HeldMoney {
  readonly netMinor: bigint;
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
  readonly heldMinor: bigint;
  /** Of a refund. */
  readonly invoiceId: string | null;
}

/** One account's share of a hold. */
export interface HoldSource {
  readonly kind: 'available' | `invoice:${string}` | `claim:${string}`;
  readonly minor: bigint;
}

/**
 * Holds money that is to leave: one pending transfer to the custody of its network, or the bank, and to the fees. The
 * balance is locked first, so concurrent requests cannot overdraw it (hazard 51).
 * @param sources the accounts it is taken from, in this order, for the whole held amount; `available` by default,
 *   refunds use others.
 * @throws DomainError `insufficient_balance`, `account_frozen`
 */
export async function holdOutflow(
  tx: Tx,
  payout: HeldOutflow,
  sources: readonly HoldSource[] = [{ kind: 'available', minor: payout.heldMinor }],
): Promise<void> {
  const { mode, gateId: asset, network, invoiceId } = payout;
  const to = (kind: AccountRef['kind']): AccountRef => ({ owner: GATEWAY, mode, asset, kind });
  const owner = ownerOf(payout);
  const from = ({ kind, minor }: HoldSource): Part => [{ owner, mode, asset, kind }, minor];
  const postings = postingsBetween(sources.map(from), [
    [to(`custody:${network}`), payout.netMinor],
    [to('fees:service'), payout.serviceFeeMinor],
    [to('fees:network'), payout.networkFeeMinor],
  ]);
  await holdTransfer(tx, {
    key: holdKeyOf(payout),
    kind: payout.kind,
    postings,
    entity: entityOf(payout),
    invoiceId: invoiceId ?? undefined,
  });
}

/** The account that is held: a claim's money is on an account of the gateway. */
function ownerOf({ kind, merchantId }: Pick<HeldOutflow, 'kind' | 'merchantId'>): string {
  return kind === 'balance_recovery' ? GATEWAY : merchantId;
}

type Part = readonly [AccountRef, bigint];

/** The sources fill the targets one after another; both sums are equal. */
function postingsBetween(sources: readonly Part[], targets: readonly Part[]): Posting[] {
  const postings: Posting[] = [];
  const rest = sources.map(([debit, minor]) => ({ debit, minor }));
  for (const [credit, wanted] of targets) {
    let missing = wanted;
    for (const source of rest) {
      const minor = minOf(source.minor, missing);
      if (minor > 0n) postings.push({ debit: source.debit, credit, minor });
      source.minor -= minor;
      missing -= minor;
    }
    if (missing > 0n) throw new Error('The sources of a hold are less than what is held.');
  }
  return postings;
}

/** Ends holds permanently, each once: `post` moves the money, `void` returns it. Repeating it does nothing. */
export async function endHolds(
  tx: Tx,
  ends: readonly { readonly payout: HeldOutflow; readonly outcome: 'post' | 'void' }[],
): Promise<void> {
  await resolveTransfers(
    tx,
    ends.map(({ payout, outcome }) => ({
      key: `${entityOf(payout)}:${outcome}`,
      pendingKey: holdKeyOf(payout),
      outcome,
    })),
  );
  const voided = ends.filter(({ outcome }) => outcome === 'void').map(({ payout }) => payout);
  if (voided.some(({ kind }) => kind === 'refund')) await moveOldHolds(tx, voided);
}

/** Money returned by holds from before invoices had accounts moves to the invoice's account. */
async function moveOldHolds(tx: Tx, refunds: readonly HeldOutflow[]): Promise<void> {
  const rows = await select<OldHoldRow>(tx, oldHoldsSql, [refunds.map(holdKeyOf)]);
  await postTransfers(
    tx,
    rows.map(({ key, invoice_id: invoiceId, minor, unsettled }) => ({
      key: `${key}:account`,
      kind: 'invoice_account',
      invoiceId,
      postings: [{ debit: unsettled, credit: { ...unsettled, kind: invoiceKind(invoiceId) }, minor: BigInt(minor) }],
    })),
  );
}

interface OldHoldRow {
  readonly key: string;
  readonly invoice_id: string;
  readonly minor: string;
  readonly unsettled: AccountRef;
}

const oldHoldsSql = prepared(`
  SELECT t.key, t.invoice_id, sum(e.amount)::text AS minor,
    jsonb_build_object('owner', a.owner, 'mode', a.mode, 'asset', a.asset, 'kind', a.kind) AS unsettled
  FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
  WHERE t.key = ANY($1::text[]) AND t.invoice_id IS NOT NULL AND a.kind = 'unsettled' AND e.amount > 0
  GROUP BY t.key, t.invoice_id, a.id`);

/** The keys of the transfers that may hold the money of these payouts and refunds. */
export function holdKeysOf(ids: readonly string[]): string[] {
  return ids.flatMap((id) => PAYOUT_KINDS.map((kind) => holdKeyOf({ kind, id })));
}

const PAYOUT_KINDS = ['payout', 'refund', 'withdrawal', 'balance_recovery'] as const satisfies readonly PayoutKind[];

/** The hold according to the ledger itself, for the signer, which does not trust the payout's columns. */
export interface LedgerHold {
  /** `posted`: paid out; what has come back after that is `voided`. */
  readonly state: 'open' | 'posted' | 'voided';
  /** The amount taken from the merchant, minor units. */
  readonly heldMinor: bigint;
  /** The amount moved to custody. */
  readonly netMinor: bigint;
  /** Whether outgoing money of the account is frozen. */
  readonly frozen: boolean;
}

/**
 * Reads holds from the ledger, by payout id, and prevents freezes of their accounts and of the books until the end of
 * the transaction; other changes of the balances need not wait. A missing entry: no hold exists.
 */
export async function readHolds(tx: Tx, payouts: readonly HeldMoney[]): Promise<ReadonlyMap<string, LedgerHold>> {
  const rows = await select<HoldRow>(tx, holdsSql, [
    payouts.map(({ id }) => id),
    payouts.map(holdKeyOf),
    payouts.map(ownerOf),
    payouts.map(({ mode }) => mode),
    payouts.map(({ gateId }) => gateId),
    payouts.map(({ network }) => `custody:${network}`),
  ]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        state: row.state,
        heldMinor: BigInt(row.held_minor ?? 0),
        netMinor: BigInt(row.net_minor ?? 0),
        frozen: row.frozen ?? true,
      },
    ]),
  );
}

interface HoldRow {
  id: string;
  state: LedgerHold['state'];
  held_minor: string | null;
  net_minor: string | null;
  frozen: boolean | null;
}

function entityOf({ kind, id }: Pick<HeldMoney, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

/** The key of the transfer that holds the money of a payout or refund. */
export function holdKeyOf(payout: Pick<HeldMoney, 'kind' | 'id'>): string {
  return `${entityOf(payout)}:hold`;
}

// A freeze takes FOR UPDATE locks (that of the books updates its row), so it conflicts with these locks; transfers take
// neither.
const holdsSql = prepared(`
  WITH asked AS MATERIALIZED (
    SELECT *
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
      AS w (id, key, owner, mode, asset, custody)
  ), mine AS MATERIALIZED (
    SELECT id, owner, mode, asset, frozen_at FROM account
    WHERE id IN (
      SELECT b.id FROM asked JOIN account b USING (owner, mode, asset) WHERE b.kind IN ('available', 'unsettled')
      UNION
      SELECT b.id FROM asked JOIN transfer h USING (key) JOIN entry e ON e.transfer_id = h.id
      JOIN account b ON b.id = e.account_id WHERE b.invoice_id IS NOT NULL OR b.kind LIKE 'claim:%')
    ORDER BY id FOR KEY SHARE
  ), books AS MATERIALIZED (
    SELECT since FROM books_freeze FOR SHARE
  )
  SELECT w.id, CASE WHEN r.id IS NULL THEN 'open'
      WHEN r.state = 'void_pending' OR EXISTS (
        SELECT FROM transfer b WHERE b.key = left(w.key, -length(':hold')) || ':returned') THEN 'voided'
      ELSE 'posted' END AS state,
    (SELECT sum(e.amount) FROM entry e JOIN mine m ON m.id = e.account_id
     WHERE e.transfer_id = t.id AND e.amount > 0 AND m.owner = w.owner AND m.mode = w.mode
       AND m.asset = w.asset)::text AS held_minor,
    (SELECT -sum(e.amount) FROM entry e JOIN account a ON a.id = e.account_id
     WHERE e.transfer_id = t.id AND e.amount < 0 AND a.kind = w.custody)::text AS net_minor,
    (SELECT bool_or(m.frozen_at IS NOT NULL) FROM mine m
     WHERE m.owner = w.owner AND m.mode = w.mode AND m.asset = w.asset)
      OR NOT EXISTS (SELECT FROM books WHERE since IS NULL) AS frozen
  FROM asked w JOIN transfer t ON t.key = w.key AND t.state = 'pending' LEFT JOIN transfer r ON r.resolves = t.id`);
