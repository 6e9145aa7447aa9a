import { Type } from 'typebox';
import { GreenfieldStore, GreenfieldStoreMethod } from '../../../contract/greenfield.ts';
import { readProfileSettings } from '../../../db/shops/profile-settings.ts';
import { CRYPTO_GATES, gate } from '../../../domain/assets/assets.ts';
import { paymentMethodOf } from '../../../domain/greenfield/payment-methods.ts';
import { type Config, isOpen } from '../../../settings/config.ts';
import type { App } from '../../app.ts';
import { shopKeyOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { GREENFIELD, shopKeyRoute } from './route.ts';

/** A shop in one mode is a store; a key sees one. */
export function storeRoutes(app: App, { db, config }: ServerDeps): void {
  const store = async (request: Parameters<typeof shopKeyOf>[0]) =>
    presentStore(await readProfileSettings(db, shopKeyOf(request).profileId), config);

  app.get(
    `${GREENFIELD}/stores`,
    shopKeyRoute('btcpay.store.canviewstoresettings', {
      summary: 'Greenfield: stores of the key',
      response: { 200: Type.Array(GreenfieldStore) },
    }),
    async (request) => [await store(request)],
  );

  app.get(
    `${GREENFIELD}/stores/:storeId`,
    shopKeyRoute('btcpay.store.canviewstoresettings', {
      summary: 'Greenfield: a store',
      params: StoreParams,
      response: { 200: GreenfieldStore },
    }),
    store,
  );

  app.get(
    `${GREENFIELD}/stores/:storeId/payment-methods`,
    shopKeyRoute('btcpay.store.canviewstoresettings', {
      summary: 'Greenfield: payment methods of a store',
      description: 'Every asset that the gateway accepts, and whether the shop does.',
      params: StoreParams,
      response: { 200: Type.Array(GreenfieldStoreMethod) },
    }),
    async (request) => {
      const { profileId, mode } = shopKeyOf(request);
      const { gates } = await readProfileSettings(db, profileId);
      return CRYPTO_GATES.filter((id) => isOpen(config, mode, gate(id).network)).map((id) => ({
        paymentMethodId: paymentMethodOf(id),
        enabled: gates.includes(id),
        cryptoCode: gate(id).asset,
        config: null,
      }));
    },
  );
}

/** The guard has compared the store with the key's before. */
export const StoreParams = Type.Object({ storeId: Type.String() });

function presentStore(
  profile: Awaited<ReturnType<typeof readProfileSettings>>,
  { invoiceLifetimeSeconds }: Pick<Config, 'invoiceLifetimeSeconds'>,
): GreenfieldStore {
  return {
    id: profile.id,
    name: profile.name,
    website: profile.url,
    defaultCurrency: profile.invoice_currency,
    speedPolicy: 'MediumSpeed',
    invoiceExpiration: invoiceLifetimeSeconds,
    displayExpirationTimer: invoiceLifetimeSeconds,
    monitoringExpiration: 86_400,
    paymentTolerance: profile.underpaid_tolerance_bps / 100,
    anyoneCanCreateInvoice: false,
    defaultLang: 'en',
    defaultPaymentMethod: null,
    archived: false,
  };
}
