import { type Static, Type } from 'typebox';
import { Exact, Instant, NetworkSchema } from './basics.ts';
import { DestinationTag, PayoutAddressText } from './payouts.ts';

const target = { address: PayoutAddressText, memo: Type.Optional(DestinationTag) };

/** `POST /customer/invoices/{id}/refund-message`. */
export const RefundMessageBody = Exact(target, { title: 'PrepareSignedRefund' });

export const RefundMessage = Exact(
  {
    network: NetworkSchema,
    message: Type.String({ description: 'To sign as it is, with the address that paid.' }),
    signer: Type.String({ description: 'The account that paid, which has to sign.' }),
    valid_until: { ...Instant, description: 'Send it back with the signature before this.' },
  },
  { title: 'RefundMessage' },
);

/** `POST /customer/invoices/{id}/signed-refund-request`: address and memo are those of the message. */
export const SignedRefundBody = Exact(
  {
    ...target,
    valid_until: Instant,
    signature: Type.String({ minLength: 1, maxLength: 1_000, description: 'Hex.' }),
    public_key: Type.Optional(
      Type.String({
        minLength: 66,
        maxLength: 66,
        description: 'Hex; of the XRP Ledger, whose signatures do not tell it.',
      }),
    ),
  },
  { title: 'CreateSignedRefundRequest' },
);

export type RefundMessageBody = Static<typeof RefundMessageBody>;
export type RefundMessage = Static<typeof RefundMessage>;
export type SignedRefundBody = Static<typeof SignedRefundBody>;
