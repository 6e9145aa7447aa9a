import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors.ts';
import { lineMinor, readItem, readShopAmount, unitPriceText } from './items.ts';
import { formatAmount } from './money.ts';

const fieldsOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return Object.keys(error.fields ?? {});
  }
};

describe('an amount as shops write it', () => {
  it('may have zeros that lose nothing', () => {
    expect(readShopAmount('amount', '25.0000', 2)).toBe(2_500n);
    expect(readShopAmount('amount', '2500.00', 0)).toBe(2_500n);
    expect(readShopAmount('amount', '1.500', 2)).toBe(150n);
  });

  it('never loses a digit', () => {
    for (const [text, decimals] of [
      ['25.0001', 2],
      ['2500.50', 0],
      ['25.', 2],
      ['25.00.0', 2],
      ['25.00-', 2],
    ] as const)
      expect(fieldsOf(() => readShopAmount('amount', text, decimals))).toEqual(['amount']);
  });

  it('is the same amount with any number of zeros', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 20n), fc.constantFrom(0, 2, 3, 8), fc.nat(10), (minor, decimals, zeros) => {
        const text = formatAmount(minor, decimals);
        const longer = `${text}${text.includes('.') ? '' : '.0'}${'0'.repeat(zeros)}`;
        expect(readShopAmount('amount', longer, decimals)).toBe(minor);
      }),
    );
  });
});

describe('a line of an order', () => {
  const read = (text: Parameters<typeof readItem>[0], decimals = 2) => readItem(text, 'items.0', decimals);

  it('comes to quantity × price, a half rounded away from zero', () => {
    expect(lineMinor(read({ name: 'a', quantity: '0.5', price: '0.01' }))).toBe(1n);
    expect(lineMinor(read({ name: 'a', quantity: 3, price: '3.333' }))).toBe(1_000n);
    expect(lineMinor(read({ name: 'a', type: 'discount', quantity: '0.5', price: '-0.01' }))).toBe(-1n);
    expect(lineMinor(read({ name: 'a', quantity: 2, price: '500.5' }, 0))).toBe(1_001n);
  });

  it('comes to its amount where it has one, and its price of one follows', () => {
    const item = read({ name: 'a', quantity: 3, amount: '10.00' });
    expect([lineMinor(item), item.priceMinor, unitPriceText(item, 2)]).toEqual([1_000n, 333n, '3.33']);
  });

  it('of whole pieces is stored as it always was', () => {
    expect(read({ name: 'a', quantity: 2, price: '10.00' })).toEqual({ name: 'a', quantity: 2, priceMinor: 1_000n });
  });

  it('is negative for a discount alone', () => {
    expect(fieldsOf(() => read({ name: 'a', price: '-1.00' }))).toEqual(['items.0.price']);
    expect(fieldsOf(() => read({ name: 'a', type: 'discount', amount: '1.00' }))).toEqual(['items.0.amount']);
    expect(fieldsOf(() => read({ name: 'a', type: 'tax', amount: '-1.00' }))).toEqual(['items.0.amount']);
  });

  it.each([0, -1, 1_000_001, 1e-9, Number.NaN, '1,5', '0.123456789', ''])('has no quantity of %s', (quantity) => {
    expect(fieldsOf(() => read({ name: 'a', quantity, price: '1.00' }))).toEqual(['items.0.quantity']);
  });

  it('needs a price or an amount', () => {
    expect(fieldsOf(() => read({ name: 'a' }))).toEqual(['items.0.price']);
  });
});
