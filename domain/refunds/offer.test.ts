import { expect, test } from 'vitest';
import { gates } from '../assets/assets.ts';
import { quotePayout } from '../outflows/fees.ts';
import { refundOffer } from './offer.ts';

const about = { networkFeeMinor: gates.BTC.networkFeeMinor, serviceFeeBps: 500, excessOnly: false };
const facts = { confirmedMinor: 300_000n, refundedMinor: 0n, excessMinor: 100_001n };

test('a refund is offered as it will be quoted, to the last unit, where the payer pays the fees', () => {
  const offer = refundOffer(facts, { ...about, excessOnly: true });
  const terms = { feePayer: 'recipient', serviceFeeBps: 500, networkFeeMinor: gates.BTC.networkFeeMinor } as const;
  const { netMinor, serviceFeeMinor, networkFeeMinor } = quotePayout(100_001n, terms);
  expect(offer).toEqual({ amountMinor: 100_001n, netMinor, serviceFeeMinor, networkFeeMinor });
});

test('it is of all that is left, or of what is left of the excess', () => {
  const after = { ...facts, refundedMinor: 60_000n };
  expect(refundOffer(after, about)?.amountMinor).toBe(240_000n);
  expect(refundOffer(after, { ...about, excessOnly: true })?.amountMinor).toBe(40_001n);
});

test('fees that eat all of it leave nothing, never less; and nothing left is no offer', () => {
  expect(refundOffer({ ...facts, confirmedMinor: 2_000n, excessMinor: 0n }, about)?.netMinor).toBe(0n);
  expect(refundOffer({ ...facts, refundedMinor: 300_000n }, about)).toBeNull();
});
