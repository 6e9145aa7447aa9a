import type { MassPayoutRecord } from '../../contract/mass-payouts.view.ts';
import { gate } from '../../domain/assets/assets.ts';
import { checkMassLine } from '../../domain/mass-payouts/line.ts';
import { MassReviewer } from '../../domain/mass-payouts/review.ts';
import type { PayoutFeePayer } from '../../domain/outflows/fees.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { RECIPIENTS } from '../payouts/testing.fixture.ts';
import { type TestMerchant, testEncryptionKey } from '../testing.fixture.ts';
import { type CheckedFile, createMassPayout } from './create.ts';
import { openNextSlice } from './open.ts';
import { massTerms } from './rules.ts';
import { runMassPayout } from './run.ts';
import { massSettings } from './settings.ts';

export const testMassSettings = massSettings({ ...testConfig(), encryptionKey: testEncryptionKey });

export type TestActor = PayoutActor & { readonly kind: 'user' | 'token' };

/** A line of 0.001 BTC, or of another asset. */
export function massCells(at: number, gateId: 'BTC' | 'ETH' | 'LTC' = 'BTC', amount = '0.001'): string[] {
  return [gateId, RECIPIENTS[gateId], `line-${at}`, amount];
}

export async function checkedFile(
  db: Db,
  shop: TestMerchant,
  cells: readonly (readonly string[])[],
  feePayer: PayoutFeePayer = 'merchant',
): Promise<CheckedFile> {
  const rules = (await massTerms(db, testMassSettings, shop.profileId)).rules(feePayer);
  const reviewer = new MassReviewer();
  for (const [at, line] of cells.entries()) reviewer.add(at + 1, line, checkMassLine(line, rules));
  return { review: reviewer.review(), good: reviewer.good };
}

/** A stored mass payout of these lines, not run. */
export async function makeMass(
  db: Db,
  shop: TestMerchant,
  cells: readonly (readonly string[])[],
  by: TestActor = { kind: 'token', id: shop.token.id },
): Promise<MassPayoutRecord> {
  const file = await checkedFile(db, shop, cells);
  return inTransaction(db, async (tx) =>
    createMassPayout(tx, await massTerms(tx, testMassSettings, shop.profileId), {
      profileId: shop.profileId,
      source: 'file',
      fileName: 'pay.csv',
      feePayer: 'merchant',
      file,
      by,
      nowMs: Date.now(),
    }),
  );
}

export function runMass(db: Db, shop: TestMerchant, massPayoutId: string, by?: TestActor): Promise<MassPayoutRecord> {
  const command = { massPayoutId, scope: { profileId: shop.profileId }, nowMs: Date.now() };
  return moneyTransaction(db, (tx) =>
    runMassPayout(tx, testMassSettings, { ...command, by: by ?? { kind: 'token', id: shop.token.id } }),
  );
}

/** Acts as the workflow, without waiting. @returns how many slices were opened */
export async function openAll(db: Db, massPayoutId: string, nowMs = Date.now()): Promise<number> {
  for (let opened = 0; ; opened += 1) {
    const more = await moneyTransaction(db, (tx) => openNextSlice(tx, testMassSettings, { massPayoutId, nowMs }));
    if (!more) return opened;
  }
}

/** The cost of a line of 0.001 BTC: itself, 0.3 % and the network's fee. */
export const LINE_HELD = 100_000n + 300n + gate('BTC').networkFeeMinor;
