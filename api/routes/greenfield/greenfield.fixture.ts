import { inTransaction } from '../../../db/core/sequelize.ts';
import { createShopKey } from '../../../db/greenfield/keys.ts';
import { ALL_GREENFIELD_PERMISSIONS, type GreenfieldPermission } from '../../../domain/greenfield/permissions.ts';
import type { ProfileId } from '../../../domain/ids.ts';
import { startTestApi, type TestAnswer, type TestApi, type TestCall } from '../../testing/server.fixture.ts';

/** A plugin of a test: its key, its store and how it calls. */
export interface TestPlugin {
  readonly key: string;
  readonly store: string;
  /** The path is below `/btcpay/api/v1`. */
  call(call: TestCall): Promise<TestAnswer>;
  /** The path is below its store. */
  inStore(call: TestCall): Promise<TestAnswer>;
}

/** A plugin with a key of the profile, by default with what WooCommerce asks for. */
export async function openPlugin(
  api: TestApi,
  profileId: ProfileId,
  permissions: readonly GreenfieldPermission[] = ALL_GREENFIELD_PERMISSIONS,
): Promise<TestPlugin> {
  const issued = await inTransaction(api.db, (tx) =>
    createShopKey(tx, { profileId, label: 'WooCommerce', permissions, createdBy: null }),
  );
  const call = ({ url, headers, ...rest }: TestCall) =>
    api.call({
      ...rest,
      url: `/btcpay/api/v1${url}`,
      headers: { authorization: `token ${issued.key}`, 'content-type': 'application/json', ...headers },
    });
  return {
    key: issued.key,
    store: profileId,
    call,
    inStore: (requested) => call({ ...requested, url: `/stores/${profileId}${requested.url}` }),
  };
}

/** An API without limits of calls, and a shop whose plugin calls it. */
export async function startShopWithPlugin() {
  const api = await startTestApi({
    env: { RATE_LIMIT_API_PER_MINUTE: '100000', RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000' },
  });
  const merchant = await api.merchant();
  return { api, merchant, plugin: await openPlugin(api, merchant.profileId) };
}

/** The request that WooCommerce 2.8.0 sends, captured. */
export const WOO_INVOICE = {
  amount: '49.90',
  currency: 'EUR',
  metadata: {
    buyerEmail: 'c@example.test',
    buyerName: ' ',
    buyerAddress1: '',
    buyerAddress2: '',
    buyerCity: '',
    buyerState: '',
    buyerZip: '',
    buyerCountry: '',
    taxIncluded: '0',
    posData: '{"WooCommerce":{"Order ID":13,"Order Number":"13","Plugin Version":"2.8.0"}}',
    orderUrl: 'http://shop.test/wp-admin/post.php?post=13&action=edit',
    orderId: '13',
  },
  checkout: {
    speedPolicy: null,
    paymentMethods: ['BTC_CHAIN', 'LTC_CHAIN'],
    expirationMinutes: null,
    monitoringMinutes: null,
    paymentTolerance: null,
    redirectURL: 'http://shop.test/checkout/order-received/13/?key=wc_order_abc',
    redirectAutomatically: null,
    defaultLanguage: null,
  },
};

/** Of Shopware: the amount is a JSON number. */
export const SHOPWARE_INVOICE = {
  amount: 49.9,
  currency: 'EUR',
  metadata: { orderId: '018f2b2c8a0d7d2f', orderNumber: '10042', transactionId: '018f2b2c8a117b3e' },
  checkout: { redirectURL: 'http://shop.test/payment/finalize?_sw_payment_token=abc', redirectAutomatically: true },
};

/** Of Magento 2, which lists by `orderId` afterwards. */
export const MAGENTO_INVOICE = {
  amount: '119.0000',
  currency: 'EUR',
  metadata: { orderId: '000000042', buyerName: 'Jane Payer', magentoOrderId: 42, posData: null, itemDesc: null },
  checkout: { redirectURL: 'http://shop.test/checkout/onepage/success', defaultLanguage: 'de_DE', paymentMethods: [] },
  additionalSearchTerms: null,
  receipt: null,
};
