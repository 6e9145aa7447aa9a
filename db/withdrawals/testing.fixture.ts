import type { BankPaymentEventType } from '../../domain/bank/payment-table.ts';
import { newId } from '../../domain/ids.ts';
import type { WithdrawalRow } from '../../domain/withdrawals/record.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { type BankPaymentEvent, bankPaymentProcess } from '../bank/payment-process.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { holdOutflow } from '../outflows/holds.ts';
import { writePolicy } from '../outflows/policy.ts';
import { createMethod, type NewMethod } from '../payout-methods/methods.ts';
import type { MethodRow } from '../payout-methods/rows.ts';
import { applyStep } from '../process/apply.ts';
import { makeMerchant, type TestMerchant, testEncryptionKey } from '../testing.fixture.ts';
import { beginWithdrawal } from './begin.ts';
import { createWithdrawal, type NewWithdrawal } from './create.ts';
import { giveWithdrawal } from './give.ts';
import { heldOf } from './holds.ts';
import { withdrawalSettings } from './settings.ts';

export const testWithdrawalSettings = withdrawalSettings({ ...testConfig(), encryptionKey: testEncryptionKey });

/** The bank account of {@link makeMerchant}'s company. */
export const ACCOUNT = {
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  accountName: 'Test Shop GmbH',
  town: 'Berlin',
  street: 'Invalidenstr. 1',
  postCode: '10115',
} as const;

/** Puts euro on a merchant's balance, as conversions do: the account at the bank stays the same. */
export async function fundEuro(db: Db, shop: TestMerchant, minor: bigint): Promise<void> {
  const { mode, merchantId: owner } = shop;
  const credit = { owner, mode, asset: 'EUR', kind: 'available' } as const;
  const postings = [{ debit: { owner: GATEWAY, mode, asset: 'EUR', kind: 'position' }, credit, minor }] as const;
  await moneyTransaction(db, (tx) => postTransfers(tx, [{ key: `test:${newId()}`, kind: 'conversion', postings }]));
}

export function addMethod(db: Db, shop: TestMerchant, more: Partial<NewMethod> = {}): Promise<MethodRow> {
  const of = { profileId: shop.profileId, mode: shop.mode, userId: shop.user.id, nowMs: Date.now() };
  const confirmed = { ownershipConfirmed: true, correctnessConfirmed: true };
  const account = more.address === undefined ? ACCOUNT : {};
  const method = {
    ...of,
    title: 'House bank',
    operation: 'withdrawal',
    gateId: 'EUR',
    ...account,
    ...confirmed,
  } as const;
  return inTransaction(db, (tx) => createMethod(tx, testWithdrawalSettings, { ...method, ...more }));
}

export interface Till {
  readonly shop: TestMerchant;
  readonly method: MethodRow;
}

/** A merchant in production with EUR 1,000 and a bank account that needs no cool-off. */
export async function openTill(db: Db, policy: { readonly approvalRequired?: boolean } = {}): Promise<Till> {
  const shop = await makeMerchant(db, { mode: 'production' });
  await fundEuro(db, shop, 100_000n);
  const { approvalRequired = false } = policy;
  await inTransaction(db, (tx) => writePolicy(tx, shop.profileId, { approvalRequired, coolOffSeconds: 0 }));
  return { shop, method: await addMethod(db, shop) };
}

/** A withdrawal to the till's bank account by its admin, by default of EUR 100. */
export async function withdraw(
  db: Db,
  { shop, method }: Till,
  more: Partial<NewWithdrawal> = {},
): Promise<WithdrawalRow> {
  const made = await inTransaction(db, (tx) =>
    createWithdrawal(tx, testWithdrawalSettings, {
      profileId: shop.profileId,
      methodId: method.id,
      amountMinor: 10_000n,
      feePayer: 'merchant',
      by: { kind: 'user', id: shop.user.id },
      nowMs: Date.now(),
      ...more,
    }),
  );
  if (made.type !== 'fiat') throw new Error('It is a withdrawal to a bank account.');
  return made.row;
}

/** A new withdrawal of EUR 10 that waits for an approval, in whatever mode the till has. */
export function beginTestWithdrawal(db: Db, { shop, method }: Till): Promise<WithdrawalRow> {
  const { merchantId, profileId, mode, user } = shop;
  return inTransaction(db, async (tx) => {
    const row = await beginWithdrawal(tx, testWithdrawalSettings, {
      withdrawal: {
        merchantId,
        profileId,
        mode,
        amountMinor: 1_000n,
        netMinor: 1_000n,
        serviceFeeMinor: 10n,
        heldMinor: 1_010n,
        feePayer: 'merchant',
        methodId: method.id,
        methodTitle: method.title,
        ...ACCOUNT,
        bankName: null,
        country: 'DE',
        approvalRequired: true,
        notBefore: null,
      },
      by: { kind: 'user', id: user.id },
      creators: [],
      nowMs: Date.now(),
    });
    await holdOutflow(tx, heldOf(row));
    return row;
  });
}

/** Acts as the workflow with a queued withdrawal. */
export function give(db: Db, withdrawalId: string, nowMs = Date.now()) {
  return inTransaction(db, (tx) => giveWithdrawal(tx, testWithdrawalSettings, { withdrawalId, nowMs }));
}

/** Acts as the bank's files with its payment. */
export async function bankSays(
  db: Db,
  id: string,
  events: readonly (BankPaymentEventType | BankPaymentEvent)[],
): Promise<void> {
  for (const each of events) {
    const event = typeof each === 'string' ? { type: each } : each;
    await inTransaction(db, (tx) => applyStep(tx, bankPaymentProcess, { id, event, cause: null, nowMs: Date.now() }));
  }
}

/** Puts its payment into a file that was written so many hours ago. */
export async function putInFile(db: Db, id: string, hoursAgo = 0): Promise<void> {
  await bankSays(db, id, ['put_in_file']);
  const fileId = newId();
  await execute(
    db,
    `INSERT INTO bank_file (id, mode, direction, kind, message_id, name, sha256, size, content, state, created_at)
     SELECT $1::uuid, mode, 'out', 'pain.001',
       $1::text, $1::text, '', 0, '', 'sent', now() - $3 * interval '1 hour' FROM bank_payment
     WHERE id = $2`,
    [fileId, id, hoursAgo],
  );
  const link = 'INSERT INTO bank_file_payment (file_id, payment_id, payment_version) VALUES ($1, $2, 1)';
  await execute(db, link, [fileId, id]);
}
