import { Type } from 'typebox';
import { TOKEN_PERMISSIONS } from '../domain/accounts/permissions.ts';
import { TOKEN_PRESETS } from '../domain/accounts/token-presets.ts';
import { CryptoGateIdSchema, CurrencyCode, Exact, ModeSchema, Nullable, Uuid, VersionName } from './basics.ts';

/** The permissions of a program's token, so that the program need not find them out by trial. */
export const Me = Exact(
  {
    mode: ModeSchema,
    merchant: Exact({ id: Uuid, name: Nullable(Type.String()) }),
    shop: Exact({
      id: Nullable({ ...Uuid, description: 'Null: the first shop, whose tokens alone see or make payouts.' }),
      profile_id: Uuid,
      name: Type.String(),
      closed: Type.Boolean({ description: 'True: it takes no new payments.' }),
      api_version: VersionName('Of webhooks to notification URLs.'),
    }),
    token: Exact({
      id: Uuid,
      name: Type.String(),
      api_version: VersionName('Of calls that name none in `Tidegate-Version`.'),
    }),
    api_version: VersionName('Of this call.'),
    api_versions: Type.Array(Type.String(), { description: 'The supported versions, newest first.' }),
    permissions: Type.Array(Type.Enum(TOKEN_PERMISSIONS, { type: 'string' })),
    preset: Nullable(
      Type.Enum(TOKEN_PRESETS, {
        type: 'string',
        description:
          'The restricted key that has exactly these permissions. `drafts`: its payouts and refunds wait until a ' +
          'person approves them.',
      }),
    ),
    event_types: Type.Array(Type.String(), {
      description: 'The events that it may read, as an endpoint names them.',
      examples: [['invoice.*']],
    }),
    currency: CurrencyCode,
    gates: Type.Array(CryptoGateIdSchema, { description: 'Assets that the shop receives.' }),
    limits: Exact({
      requests_per_minute: Type.Integer({ minimum: 1 }),
      event_streams: Type.Integer({ minimum: 1 }),
      webhook_endpoints: Type.Integer({ minimum: 1 }),
    }),
  },
  { title: 'Me' },
);

export const CurrencyView = Exact(
  {
    code: CurrencyCode,
    decimals: Type.Integer({ minimum: 0, description: 'Places of its amounts.' }),
  },
  { title: 'PricingCurrency', description: 'A fiat currency in which an invoice may be priced.' },
);
