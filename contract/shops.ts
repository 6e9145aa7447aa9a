import { type Static, Type } from 'typebox';
import { Exact, Text, Uuid } from './basics.ts';

const ShopProfile = Exact({ id: Uuid, name: Type.String() });

export const Shop = Exact(
  {
    id: Type.String({
      format: 'uuid',
      description: 'In paths after the mode (`sandbox:<id>`), except the first shop.',
    }),
    is_first: Type.Boolean(),
    closed: Type.Boolean({ description: 'It takes no new invoices, deposit addresses and link payments.' }),
    profiles: Exact({ sandbox: ShopProfile, production: ShopProfile }),
  },
  { title: 'Shop' },
);

export const CreateShopBody = Exact({ name: Text(100) }, { title: 'CreateShop' });

export type CreateShopBody = Static<typeof CreateShopBody>;
export type Shop = Static<typeof Shop>;
