import { type Static, Type } from 'typebox';
import { CryptoGateIdSchema, Exact, NetworkSchema, Nullable } from './basics.ts';

export const WalletPayment = Exact(
  {
    gate_id: CryptoGateIdSchema,
    network: NetworkSchema,
    amount: Type.String({ description: 'What is still missing, in the asset of the gate.' }),
    minor: Type.String({ pattern: '^[0-9]+$', description: 'The same in minor units: wei, or units of the token.' }),
    address: Type.String({ description: 'Who has to get it.' }),
    chain_id: Nullable(Type.Integer({ description: 'EIP-155 of an Ethereum network; null elsewhere.' })),
    token: Nullable(Type.String({ description: 'The contract of the token; null for a coin.' })),
  },
  { title: 'WalletPayment' },
);

export const PageCode = Exact(
  {
    url: Type.String({ description: 'Of the invoice page.' }),
    modules: Type.String({ description: 'Its QR code, like `qr.payload_modules` of the invoice.' }),
  },
  { title: 'PageCode' },
);

export type WalletPayment = Static<typeof WalletPayment>;
export type PageCode = Static<typeof PageCode>;
