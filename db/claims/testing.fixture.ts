import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import { type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, one } from '../core/sql.ts';
import { makeInvoice, paymentsChanged, recordPayment } from '../invoices/testing.fixture.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { balances } from '../ledger/balances.ts';
import { payoutProcess } from '../payouts/process.ts';
import { RECIPIENTS, testPayoutSettings } from '../payouts/testing.fixture.ts';
import { applyStep } from '../process/apply.ts';
import { storeOutgoing } from '../sending/transactions.ts';
import type { StaffMember } from '../staff/people.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { createClaim, type NewClaim } from './create.ts';
import { approveClaim, type ClaimAct, refuseClaim } from './decide.ts';
import { type ClaimScope, findVerdict } from './find.ts';
import { claimProcess } from './process.ts';
import { readClaim } from './read.ts';

/** 0.1 LTC: 10 % of it are the fee. */
export const STRAY = 10_000_000n;

/** The steps of the tests of claims, on one database. Strays are Litecoin that came to an invoice in Bitcoin. */
export function claimDesk(db: Db) {
  async function stray(
    shop: TestMerchant,
    { minor = STRAY, gateId = 'LTC' }: { minor?: bigint; gateId?: CryptoGateId } = {},
  ) {
    const invoice = await makeInvoice(db, shop);
    const paymentId = await recordPayment(db, {
      invoiceId: invoice.id,
      gateId,
      minor,
      status: 'confirmed',
      quoted: false,
    });
    const txid = newTxid();
    await execute(db, 'UPDATE payment SET txid = $2 WHERE id = $1', [paymentId, txid]);
    await paymentsChanged(db, invoice.id);
    return { invoiceId: invoice.id, paymentId, txid };
  }

  type Stray = Awaited<ReturnType<typeof stray>>;

  const verdict = (scope: ClaimScope, text: string) => findVerdict(db, testPayoutSettings, { scope, text });

  function claim(of: Stray, request: Partial<NewClaim> = {}) {
    return inTransaction(db, (tx) =>
      createClaim(tx, testPayoutSettings, {
        scope: { by: 'payer', invoiceId: of.invoiceId },
        text: of.txid,
        paymentId: of.paymentId,
        address: RECIPIENTS.LTC,
        destinationTag: null,
        email: 'payer@example.test',
        language: 'en',
        claimedBy: null,
        nowMs: Date.now(),
        ...request,
      }),
    );
  }

  /** The workflow's check found the transaction. */
  async function confirm(id: string): Promise<void> {
    const event = { type: 'confirmed', evidence: { confirmations: 6 } } as const;
    await moneyTransaction(db, (tx) =>
      applyStep(tx, claimProcess, { id, event, cause: 'check:v1', nowMs: Date.now(), byWorkflow: true }),
    );
  }

  const act = (member: StaffMember, reason = 'It is theirs.'): ClaimAct => ({
    member,
    reason,
    nowMs: Date.now(),
    origin: null,
    actor: { kind: 'staff', id: member.id, name: member.fullName },
  });
  const staff = (role: StaffRole) => makeStaff(db, role);
  const approve = (id: string, member: StaffMember, secondFromMinor = 1_000_000_000n) =>
    moneyTransaction(db, (tx) => approveClaim(tx, { payouts: testPayoutSettings, secondFromMinor }, id, act(member)));
  const refuse = (id: string, member: StaffMember, reason?: string) =>
    moneyTransaction(db, (tx) => refuseClaim(tx, id, act(member, reason)));

  /** A claim whose payout is queued. */
  async function paying(shop: TestMerchant) {
    const of = await stray(shop);
    const { id } = await claim(of);
    await confirm(id);
    await approve(id, await staff('manager'));
    const { payoutId } = await readClaim(db, id);
    return { ...of, id, payoutId: payoutId ?? '' };
  }

  const step = (payoutId: string, event: PayoutEvent) =>
    moneyTransaction(db, (tx) =>
      applyStep(tx, payoutProcess, { id: payoutId, event, cause: `${event.type}:${newId()}`, nowMs: Date.now() }),
    );

  async function sign(payoutId: string, gateId: CryptoGateId = 'LTC'): Promise<void> {
    await inTransaction(db, async (tx) => {
      const txid = newId();
      await storeOutgoing(tx, {
        chain: { mode: 'sandbox', network: gate(gateId).network },
        txid,
        raw: 'raw',
        spends: [`coin:${txid}`],
        feeMinor: 1n,
        lines: [{ payoutId, output: '0' }],
        change: [],
        replaces: null,
        nowMs: Date.now(),
      });
    });
    await step(payoutId, { type: 'signed' });
  }

  async function send(payoutId: string): Promise<void> {
    await sign(payoutId);
    await step(payoutId, { type: 'sent' });
    await step(payoutId, { type: 'confirmed' });
  }

  /** The balances of the gateway's accounts of an asset, by kind; empty ones are left out. */
  async function books(asset = 'LTC'): Promise<Record<string, bigint>> {
    const found = (await balances(db, { owner: GATEWAY, mode: 'sandbox' })).filter((each) => each.asset === asset);
    const sums: Record<string, bigint> = {};
    for (const { kind, total } of found) sums[kind] = (sums[kind] ?? 0n) + total;
    return Object.fromEntries(Object.entries(sums).filter(([, total]) => total !== 0n));
  }

  const mailsOf = async (id: string) =>
    (
      await one<{ statuses: string[] | null }>(
        db,
        `SELECT array_agg(payload ->> 'status' ORDER BY id) AS statuses FROM outbox
         WHERE topic = 'mail.claim' AND payload ->> 'claimId' = $1`,
        [id],
      )
    ).statuses;

  return { stray, verdict, claim, confirm, staff, approve, refuse, paying, step, sign, send, books, mailsOf };
}

export function newTxid(): string {
  return (newId() + newId()).replaceAll('-', '');
}
