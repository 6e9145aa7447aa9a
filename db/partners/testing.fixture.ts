import type { Asset } from '../../domain/assets/assets.ts';
import { readContact } from '../../domain/forms/contact.ts';
import { newId } from '../../domain/ids.ts';
import { parseRate } from '../../domain/money/rates.ts';
import type { SharedFee } from '../../domain/partners/terms.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { upsertRates } from '../rates/rates.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { makeMerchant, type TestMerchant } from '../testing.fixture.ts';
import { acceptAgreement, actOnPartner, type StaffAct } from './act.ts';
import { applyAsPartner } from './apply.ts';
import { attribute } from './attribute.ts';
import { partnerLinksTable, partnerReferralsTable, partnersTable } from './rows.ts';
import { shareFees } from './shares.ts';

/** The steps of the tests of partners, on one database. */
export function partnerDesk(db: Db) {
  async function applied(changes: Readonly<Record<string, string>> = {}): Promise<string> {
    const { email = `${newId()}@reach.example` } = changes;
    const { entry } = readContact('partner', { ...FORM, ...changes, email });
    if (entry === undefined) throw new Error('The form is not valid.');
    await inTransaction(db, (tx) =>
      applyAsPartner(tx, { entry, reference: 'TG-TEST', language: 'en', nowMs: Date.now() }),
    );
    const [row] = await partnersTable.find(db, { email: email.toLowerCase() }, { order: [['createdAt', 'DESC']] });
    if (row === undefined) throw new Error('There is no application.');
    return row.id;
  }

  async function act(partnerId: string, given: StaffAct) {
    const { id: staffId } = await makeStaff(db, 'manager');
    return inTransaction(db, (tx) => actOnPartner(tx, { partnerId, staffId, act: given, nowMs: Date.now() }));
  }

  async function approved(changes: Readonly<Record<string, string>> = {}) {
    const id = await applied(changes);
    await act(id, { type: 'take_up' });
    const { token } = await act(id, { type: 'approve', evidence: EVIDENCE });
    return { id, token: token ?? '' };
  }

  function accept({ merchantId, user }: TestMerchant, token: string, nowMs = Date.now()) {
    const accepting = { token, merchantId, userId: user.id, version: '2026-11-30', nowMs };
    return inTransaction(db, (tx) => acceptAgreement(tx, accepting));
  }

  /** An account with nothing that others have, too. */
  async function stranger(): Promise<TestMerchant> {
    const made = await makeMerchant(db, { mode: 'production' });
    const { merchantId } = made;
    const names = [merchantId, `Otto ${merchantId}`, `${merchantId}@shop.example`];
    await execute(db, 'UPDATE app_user SET full_name = $2, email = $3 WHERE merchant_id = $1', names);
    await execute(db, 'UPDATE merchant SET company_name = $2 WHERE id = $1', [merchantId, `Shop ${merchantId}`]);
    return made;
  }

  /** An ambassador (10 % of fees) with an account and a link. */
  async function active(changes: Readonly<Record<string, string>> = {}) {
    const account = await stranger();
    const { id, token } = await approved(changes);
    await accept(account, token);
    const [link] = await partnerLinksTable.find(db, { partnerId: id });
    if (link === undefined) throw new Error('There is no link.');
    return { id, link, account };
  }

  /** A merchant that came by the partner's link. */
  async function referred({ link }: { readonly link: { readonly id: string } }): Promise<TestMerchant> {
    const merchant = await stranger();
    await come(merchant, { linkId: link.id });
    return merchant;
  }

  function come(
    { merchantId }: Pick<TestMerchant, 'merchantId'>,
    { linkId, visitId = newId() }: { readonly linkId: string; readonly visitId?: string | null },
  ): Promise<boolean> {
    return inTransaction(db, (tx) => attribute(tx, merchantId, { linkId, visitId, touchedAtMs: Date.now() }));
  }

  /** A fee of an operation of the merchant, in euro or a coin; below zero it is returned. */
  async function charge(merchant: TestMerchant, minor: bigint, of: Partial<Charge> = {}): Promise<string> {
    const { subject = `payout:${newId()}`, asset = 'EUR', fee = 'fees:service', mode = 'production' } = of;
    const { key = newId() } = of;
    const at = (owner: string, kind: AccountRef['kind']): AccountRef => ({ owner, mode, asset, kind });
    const money = at(merchant.merchantId, 'available');
    const [custody, fees] = [at(GATEWAY, 'custody:bank:main'), at(GATEWAY, fee)];
    const postings =
      minor > 0n
        ? [
            { debit: custody, credit: money, minor },
            { debit: money, credit: fees, minor },
          ]
        : [{ debit: fees, credit: money, minor: -minor }];
    const transfer = { key, kind: 'test', entity: subject, postings };
    await moneyTransaction(db, (tx) => postTransfers(tx, [transfer]));
    return subject;
  }

  async function share(): Promise<void> {
    while ((await shareFees(db)) > 0);
  }

  /** Euro cents: earned in all, on the account, and owed. */
  async function books(id: string) {
    const row = await partnersTable.findOne(db, { id });
    const rows = await select<{ kind: string; minor: string }>(db, booksSql, [`partner:${id}`]);
    const at = (kind: string) => BigInt(rows.find((each) => each.kind === kind)?.minor ?? 0);
    return { earned: row?.earnedMinor, earnings: at('partner_earnings'), debt: -at('partner_debt') };
  }

  const standingOf = async ({ merchantId }: Pick<TestMerchant, 'merchantId'>) => {
    const row = await partnerReferralsTable.findOne(db, { merchantId });
    return row === undefined ? undefined : [row.standing, row.signals];
  };

  /** A price in euro that may be used now, of production. */
  function price(asset: Asset, value: string): Promise<unknown> {
    const at = { sampledAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
    const rate = parseRate(value, { asset, currency: 'EUR', source: 'test', ...at });
    return inTransaction(db, (tx) => upsertRates(tx, 'production', [rate]));
  }

  return { price, applied, act, approved, accept, stranger, active, referred, come, charge, share, books, standingOf };
}

interface Charge {
  readonly subject: string;
  readonly asset: string;
  readonly fee: SharedFee | 'fees:network';
  readonly mode: 'sandbox' | 'production';
  /** Charged again with the same key, nothing happens. */
  readonly key: string;
}

export const EVIDENCE = 'The channel shows 25,000 subscribers; ten of ten sampled followers are people.';

const FORM = {
  name: 'Vera Long',
  website: 'https://reach.example',
  subscribers: '25000',
  daily_visitors: '',
  eu_audience: 'yes',
  real_users: 'yes',
  message: 'I write about payments for shops in Europe.',
};

const booksSql = `
  SELECT kind, (credits_posted - debits_posted)::text AS minor FROM account WHERE owner = $1`;
