import { type Static, Type } from 'typebox';
import { ALL_GREENFIELD_PERMISSIONS } from '../domain/greenfield/permissions.ts';
import { Confirmed } from './account.ts';
import { Exact, Instant, Nullable, Text, Uuid } from './basics.ts';

/** A key of a shop plugin that speaks BTCPay's Greenfield API. */
export const PluginKey = Exact(
  {
    id: Uuid,
    label: Type.String(),
    permissions: Type.Array(Type.Enum(ALL_GREENFIELD_PERMISSIONS, { type: 'string' })),
    created_at: Instant,
    last_used_at: Nullable(Instant),
  },
  { title: 'PluginKey' },
);

/** Values that a merchant enters in the settings of a plugin, and the keys that were made for it. */
export const PluginConnection = Exact(
  {
    server_url: Type.String({ description: 'Entered as "BTCPay Server URL".' }),
    store_id: Type.String(),
    keys: Type.Array(PluginKey),
  },
  { title: 'PluginConnection' },
);

export const IssuedPluginKey = Exact(
  { ...PluginKey.properties, key: Type.String({ description: 'Shown in this answer and never again.' }) },
  { title: 'IssuedPluginKey' },
);

export const CreatePluginKeyBody = Exact({ label: Text(100), ...Confirmed }, { title: 'CreatePluginKey' });

export type PluginKey = Static<typeof PluginKey>;
export type PluginConnection = Static<typeof PluginConnection>;
export type IssuedPluginKey = Static<typeof IssuedPluginKey>;
export type CreatePluginKeyBody = Static<typeof CreatePluginKeyBody>;
