import { type Static, Type } from 'typebox';
import { CryptoGateIdSchema, Exact, NetworkSchema, Nullable } from './basics.ts';

export const WalletPayment = Exact(
  {
    gate_id: CryptoGateIdSchema,
    network: NetworkSchema,
    amount: Type.String({ description: 'What is still missing, in the asset of the gate.' }),
    minor: Type.String({ pattern: '^[0-9]+$', description: 'The same in minor units: wei, or units of the token.' }),
    address: Type.String({ description: 'Who has to get it.' }),
    chain_id: Nullable(
      Type.Integer({
        description:
          'EIP-155 of an Ethereum network, TIP-474 of the main TRON network; null where no wallet can be asked for it.',
      }),
    ),
    token: Nullable(Type.String({ description: 'The contract of the token; null for a coin.' })),
  },
  { title: 'WalletPayment' },
);

/** A transaction for the payer's wallet to sign, as nodes and wallets of TRON write it. */
const UnsignedTransaction = Exact(
  {
    visible: Type.Boolean({ description: 'False: addresses are in hex.' }),
    txID: Type.String(),
    raw_data: Type.Record(Type.String(), Type.Unknown()),
    raw_data_hex: Type.String(),
  },
  { title: 'UnsignedTransaction' },
);

export const WalletTransaction = Exact(
  {
    transaction: UnsignedTransaction,
    order: Type.String({ description: 'What the transaction was made from, sealed; it goes back with the signature.' }),
  },
  { title: 'WalletTransaction' },
);

export const WalletTransactionBody = Exact(
  {
    from: Type.String({ maxLength: 64, description: 'The account of the wallet.' }),
    minor: Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'The amount that the payer was shown, in minor units.',
    }),
  },
  { title: 'WalletTransactionBody' },
);

export const SignedTransactionBody = Exact(
  {
    signature: Type.String({ pattern: '^(0x)?[0-9a-fA-F]{130}$', description: 'Of the account, 65 bytes in hex.' }),
    order: Type.String({ maxLength: 1_000 }),
  },
  { title: 'SignedTransactionBody' },
);

export const SentTransaction = Exact({ txid: Type.String() }, { title: 'SentTransaction' });

export const PageCode = Exact(
  {
    url: Type.String({ description: 'Of the invoice page.' }),
    modules: Type.String({ description: 'Its QR code, like `qr.payload_modules` of the invoice.' }),
  },
  { title: 'PageCode' },
);

export type WalletPayment = Static<typeof WalletPayment>;
export type WalletTransaction = Static<typeof WalletTransaction>;
export type WalletTransactionBody = Static<typeof WalletTransactionBody>;
export type SignedTransactionBody = Static<typeof SignedTransactionBody>;
export type SentTransaction = Static<typeof SentTransaction>;
export type PageCode = Static<typeof PageCode>;
