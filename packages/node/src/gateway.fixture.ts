import { startTestApi, type TestApi } from '../../../api/testing/server.fixture.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { Tidegate, type TidegateOptions } from './index.ts';

/** A gateway that listens on this machine, and a shop of it. */
export interface TestGateway {
  readonly api: TestApi;
  readonly url: string;
  readonly shop: TestMerchant;
  /** A client of the shop, by default with pauses between attempts that a test can wait for. */
  client(options?: TidegateOptions): Tidegate;
  close(): Promise<void>;
}

export async function openGateway(): Promise<TestGateway> {
  const api = await startTestApi();
  const shop = await api.merchant();
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    api,
    url,
    shop,
    client: (options = {}) => new Tidegate({ url, key: shop.token.key, secret: shop.token.secret, ...options }),
    close: () => api.close(),
  };
}
