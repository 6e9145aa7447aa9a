import type { CreatePayoutBody, Payout } from '../../contract/payouts.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { one, select } from '../../db/core/sql.ts';
import { readCustodyChecks } from '../../db/custody/checks.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import { type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import { formatAmount } from '../../domain/money/money.ts';
import type { Shop } from '../shop.fixture.ts';
import { PATIENCE_MS, Persistent, pause, RefusedCallError } from './crowd.fixture.ts';
import { until } from './killing.fixture.ts';

/** Coins in batches, an account with numbers, a token on another one, and one with tags. */
export const GATES = ['BTC', 'ETH', 'USDT_TRC20', 'XRP'] as const satisfies readonly CryptoGateId[];

/** Puts money on the shop's balances as its customers do. */
export async function earn(shop: Shop): Promise<void> {
  for (const gateId of GATES) {
    const { id } = await shop.create({ amount: '3000.00', gate_id: gateId });
    await shop.pay(id, 'paid');
    await shop.until(id, 'done');
  }
}

export interface PayoutCrowd {
  readonly tag: string;
  readonly ids: readonly string[];
  readonly retries: number;
}

interface PayoutCrowdOptions {
  readonly tag: string;
  readonly momentsMs: readonly number[];
  /** The number of the first one, by which each gets its asset and its amount. */
  readonly first?: number;
}

/** Payouts requested at these moments, each once by its key however often the call is made. */
export async function payCrowd(shop: Shop, { tag, momentsMs, first = 0 }: PayoutCrowdOptions): Promise<PayoutCrowd> {
  const client = new Persistent(shop);
  const ids = await Promise.all(
    momentsMs.map(async (momentMs, at) => {
      const index = first + at;
      await until(momentMs);
      const of = gate(GATES[index % GATES.length] ?? 'BTC');
      return requestPayout(client, {
        gate_id: of.id,
        amount: formatAmount(4n * of.networkFeeMinor + BigInt(index), of.decimals),
        address: RECIPIENTS[of.id],
        description: tag,
        fee_payer: 'merchant',
        ...(of.tag === 'required' ? { destination_tag: String(index) } : {}),
      });
    }),
  );
  return { tag, ids, retries: client.retries };
}

/** A balance is suspended while a payment on it is reorganized; the shop requests the payout again until it is not. */
async function requestPayout(client: Persistent, body: CreatePayoutBody): Promise<string> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return (await client.post<Payout>('/api/v1/payouts', body)).id;
    } catch (error) {
      const isSuspended = error instanceof RefusedCallError && error.code === 'account_frozen';
      if (!isSuspended || Date.now() > deadlineMs) throw error;
    }
    await pause(500);
  }
}

/** The outcome of the payouts. Everything in `problems` is a defect, once there was time to finish. */
export interface PayoutAudit {
  readonly problems: readonly string[];
  readonly survived: number;
  readonly lost: number;
  readonly madeTwice: number;
}

/**
 * Looks at the chain, the rows and the books: each payout done and on the chain once, nothing else left the gateway,
 * nothing under way any more.
 */
export async function auditPayouts(db: Db, { tag, ids }: PayoutCrowd): Promise<PayoutAudit> {
  const problems: string[] = [];
  const rows = await select<PayoutRow>(db, payoutsSql, [tag]);
  const known = new Set(rows.map(({ id }) => id));
  const lost = ids.filter((id) => !known.has(id)).length;
  const unpaid = rows.filter(({ status, paid }) => status !== 'done' || paid !== '1');
  problems.push(
    ...unpaid.map(({ id, status, status_reason: why, paid }) => `${id} is ${status} (${why}), paid ${paid} times`),
  );
  if (lost > 0) problems.push(`${lost} payouts are lost`);
  if (rows.length !== ids.length) problems.push(`${rows.length} payouts were made, ${ids.length} were requested`);
  const { left, done, outbox } = await one<{ left: string; done: string; outbox: string }>(db, leftSql, []);
  if (left !== done) problems.push(`${left} payments left the gateway, ${done} payouts are done`);
  if (outbox !== '0') problems.push(`${outbox} rows are in the outbox`);
  const { mismatches } = await trialBalance(db);
  problems.push(...mismatches.map(({ check }) => `the books: ${check}`));
  const differing = (await readCustodyChecks(db)).filter(({ differsSince }) => differsSince !== null);
  problems.push(...differing.map(({ mode, gateId }) => `coins and books of ${mode} ${gateId} differ`));
  const twice = rows.filter(({ paid }) => Number(paid) > 1).length + Math.max(0, Number(left) - Number(done));
  return { problems, survived: rows.length - unpaid.length, lost, madeTwice: twice };
}

interface PayoutRow {
  readonly id: string;
  readonly status: string;
  readonly status_reason: string | null;
  /** How often the chain shows it, to the last unit. */
  readonly paid: string;
}

const payoutsSql = `
  SELECT p.id, p.status, p.status_reason, (
    SELECT count(*) FROM outgoing_line l JOIN outgoing_transaction t ON t.id = l.transaction_id
    JOIN sim_transaction s ON s.mode = t.mode AND s.network = t.network AND s.txid = t.txid AND s.state = 'mined',
    jsonb_array_elements(s.movements) AS m
    WHERE l.payout_id = p.id AND m->>'output' = l.output AND m->>'addressKey' = p.address_key
    AND m->>'amountMinor' = p.net_minor::text) AS paid
  FROM payout p WHERE p.description = $1 ORDER BY p.id`;
const leftSql = `
  SELECT (SELECT count(*) FROM sim_transaction s, jsonb_array_elements(s.movements) WHERE s.state = 'mined'
  AND s.spends[1] LIKE 'gateway-%') AS left,
    (SELECT count(*) FROM payout WHERE status = 'done') AS done, (SELECT count(*) FROM outbox) AS outbox`;
