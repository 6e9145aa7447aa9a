import { type Static, Type } from 'typebox';
import { ADDRESS_CODES } from '../domain/claims/pasted-address.ts';
import { VERDICTS } from '../domain/claims/verdict.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { Exact, Nullable, Text } from './basics.ts';
import { Confirmations } from './invoice.ts';

export const FindPaymentBody = Exact(
  {
    text: Text(500, 'The ID of a transaction or an address, alone or in a link.'),
    language: Type.Enum(LANGUAGES, { type: 'string', description: 'Of the answer’s words.' }),
  },
  { title: 'FindPayment' },
);

export const PaymentVerdict = Exact(
  {
    code: Type.Enum([...VERDICTS, ...ADDRESS_CODES], { type: 'string' }),
    title: Type.String({ description: 'The verdict in words.' }),
    text: Type.String({ description: 'What it means and what to do.' }),
    hint: Nullable(
      Type.String({
        description:
          'Place of an unconfirmed payment in the fee market, and what a higher network fee would do; of an unpaid address, what “I have paid” suggests.',
      }),
    ),
    amount: Nullable(Type.String({ description: 'Of the payment, with its asset, as the language writes it.' })),
    missing: Nullable(Type.String({ description: 'What the invoice still lacks, with its asset.' })),
    confirmations: Nullable(Confirmations),
    can_claim: Type.Boolean({ description: 'The claim page of the invoice goes on from here.' }),
  },
  { title: 'PaymentVerdict' },
);

export type FindPaymentBody = Static<typeof FindPaymentBody>;
export type PaymentVerdict = Static<typeof PaymentVerdict>;
