import { Amount, CryptoGateIdSchema, Exact } from './basics.ts';
import { FeePayer, PayoutGate, PayoutPreview } from './payouts.ts';

export const PayoutQuoteQuery = Exact({ gate_id: CryptoGateIdSchema, amount: Amount, fee_payer: FeePayer });

const { available, min, max, is_open, network_fee_at } = PayoutGate.properties;

export const PayoutQuote = Exact(
  { gate_id: CryptoGateIdSchema, ...PayoutPreview.properties, available, min, max, is_open, network_fee_at },
  { title: 'PayoutQuote', description: 'What a payout would cost now. Amounts are in coins of the gate.' },
);
