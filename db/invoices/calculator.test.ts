import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ASSETS, CRYPTO_GATES, gate } from '../../domain/assets/assets.ts';
import { canConvert } from '../../domain/conversion/pairs.ts';
import { examples } from '../../domain/examples.fixture.ts';
import { calculate } from '../../domain/money/calculator.ts';
import { setMarket } from '../conversions/testing.fixture.ts';
import { one } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { currentRates } from '../rates/rates.ts';
import { readDefaultPlan } from '../shops/fee-plan.ts';
import { readInvoice } from './read.ts';
import { balanceSheet, makeInvoice, makeShop, payInFull } from './testing.fixture.ts';

const { db } = await openTestDatabase();

test('the calculator of the site says what an invoice really brings, to the last minor unit', async () => {
  await setMarket(db, 1.037);
  const plan = await readDefaultPlan(db);
  const rates = await currentRates(db, { mode: 'sandbox', assets: ASSETS, currencies: ['EUR'] });
  const property = fc.asyncProperty(
    fc.bigInt({ min: 1_000n, max: 400_000n }),
    fc.constantFrom(...CRYPTO_GATES),
    fc.boolean(),
    async (priceMinor, gateId, wantsEuro) => {
      const rate = rates.find(({ asset }) => asset === gate(gateId).asset);
      if (rate === undefined) throw new Error('The market has no such rate.');
      const isEuro = wantsEuro && canConvert(gateId, 'EUR');
      const said = calculate({
        priceMinor,
        gateId,
        rate,
        nowMs: Date.now(),
        serviceFeeBps: plan.invoice ?? 0,
        conversionFeeBps: wantsEuro ? (plan.conversion ?? 0) : null,
      });
      const shop = await makeShop(db);
      const autoconversion = isEuro ? ({ type: 'full', gate_id: 'EUR' } as const) : ({ type: 'none' } as const);
      const { id } = await makeInvoice(db, shop, { priceMinor, gateId, autoconversion });
      const { quote } = await readInvoice(db, id);
      await payInFull(db, id);
      const fee = await one<{ minor: string }>(
        db,
        `SELECT (-sum(e.amount))::text AS minor
         FROM entry e JOIN account a ON a.id = e.account_id JOIN transfer t ON t.id = e.transfer_id
         WHERE t.invoice_id = $1 AND a.kind = 'fees:service'`,
        [id],
      );
      expect(quote?.amountDueMinor).toBe(said.dueMinor);
      expect(BigInt(fee.minor)).toBe(said.serviceFeeMinor);
      const [asset, minor] =
        said.conversion === null ? [gateId, said.netMinor] : ['EUR', said.conversion.amountToMinor];
      expect(await balanceSheet(db, shop.merchantId, asset)).toEqual({ available: minor });
    },
  );
  await fc.assert(property, { numRuns: examples(16) });
});
