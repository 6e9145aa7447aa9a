import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitForRates } from '../../scripts/start/demo-invoices.ts';
import { fuzzApi } from '../../scripts/testing/api-fuzz.ts';
import { RATES_WITHIN_MS, type RunningProduct, startProduct } from '../../scripts/testing/product.ts';
import { noteServer } from '../../scripts/testing/report.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { ensureSchemathesis, findSchemathesis } from '../../scripts/toolchain/schemathesis.ts';
import { openShop } from '../shop.fixture.ts';

/** A taste of it; `npm run test:api-fuzz` tries for longer. */
const seconds = Number(process.env.FUZZ_SECONDS || '40');

const program = process.env.CI ? await ensureSchemathesis() : await findSchemathesis();
if (isFound(program)) noteServer({ name: 'schemathesis', origin: program.origin });
else {
  noteServer({ name: 'schemathesis', missing: program.missing });
  if (process.env.CI) throw new Error(program.missing);
}
/** Of its own: made-up calls change keys and settings that other journeys rely on. */
let product: RunningProduct | undefined;
beforeAll(async () => {
  if (isFound(program)) product = await startProduct();
});
afterAll(() => product?.stop());
beforeEach((context) => {
  if (!isFound(program)) context.skip(program.missing);
});

test('made-up calls are answered as the document says, and never with a 5xx', { timeout: 300_000 }, async () => {
  if (!isFound(program) || product === undefined) return;
  const { started } = product;
  expect(await waitForRates(started, RATES_WITHIN_MS)).toBe(true);
  // Something to name by id, with an address that the made-up calls would not give.
  const { id } = await openShop(started).create({ gate_id: 'BTC', notification_url: 'http://127.0.0.1:10/nobody' });
  await openShop(started).pay(id, 'paid');
  const { passed, output } = await fuzzApi({ program: program.path, product: started, seconds });
  expect(passed, output).toBe(true);
});
