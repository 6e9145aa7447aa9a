import { afterAll, afterEach } from 'vitest';
import { openTestSeller, type TestSeller } from '../../../../db/card-orders/seller.fixture.ts';
import { execute } from '../../../../db/core/sql.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { startTestApi, type TestApi } from '../../../testing/server.fixture.ts';

export interface CardApi {
  readonly api: TestApi;
  readonly merchant: TestMerchant;
  readonly seller: TestSeller;
}

/**
 * An API with a shop and a seller of coins, which forgets after each test what was asked of it. Called at the top of a
 * test file: `const { api, merchant, seller } = await openCardApi();`
 */
export async function openCardApi(env: Record<string, string> = {}): Promise<CardApi> {
  const api = await startTestApi({ env });
  const merchant = await api.merchant({ mode: 'sandbox' });
  const seller = await openTestSeller(api.db);
  afterAll(async () => {
    await seller.close();
    await api.close();
  });
  afterEach(async () => {
    Object.assign(seller, { percent: 100n, refusal: null, silent: false });
    seller.questions.length = 0;
    await execute(api.db, 'DELETE FROM card_question');
  });
  return { api, merchant, seller };
}
