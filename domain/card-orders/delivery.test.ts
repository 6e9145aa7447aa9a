import { describe, expect, test } from 'vitest';
import { type DeliveredMovement, type DeliveryTransaction, judgeDelivery, transactionIdOn } from './delivery.ts';

const due = { gateId: 'XRP', addressKey: 'r1', destinationTag: 7n, cryptoMinor: 100n, requiredConfirmations: 3 };
const payment: DeliveredMovement = {
  output: '0',
  gateId: 'XRP',
  addressKey: 'r1',
  destinationTag: 7n,
  amountMinor: 100n,
  maturity: 0,
};
const none: ReadonlySet<string> = new Set();

function judge(
  movements: readonly DeliveredMovement[],
  {
    tipHeight = 12,
    taken = none,
    ...more
  }: Partial<DeliveryTransaction> & { tipHeight?: number; taken?: ReadonlySet<string> } = {},
  of: Partial<typeof due> & { readonly destinationTag?: bigint | null } = {},
) {
  const found = { failed: false, blockHeight: 10, ...more, movements };
  return judgeDelivery({ ...due, ...of }, { found, tipHeight, taken });
}

const delivered = { outcome: 'delivered', minor: 100n, output: '0' };

describe('a delivery', () => {
  test('counts with its last confirmation, and not before', () => {
    expect(judge([payment], { tipHeight: 11 })).toEqual({ outcome: 'waits' });
    expect(judge([payment])).toEqual(delivered);
    expect(judge([{ ...payment, maturity: 4 }])).toEqual({ outcome: 'waits' });
    expect(judge([{ ...payment, maturity: 4 }], { tipHeight: 13 })).toEqual(delivered);
    expect(judge([payment], { blockHeight: null })).toEqual({ outcome: 'waits' });
    expect(judge([payment], { tipHeight: 9 })).toEqual({ outcome: 'waits' });
    expect(judgeDelivery(due, { found: null, tipHeight: 99, taken: none })).toEqual({ outcome: 'waits' });
  });

  test('in equal payments is the first of them', () => {
    expect(judge([payment, { ...payment, output: '1' }])).toEqual(delivered);
  });

  test('of more is complete, of less is short', () => {
    expect(judge([{ ...payment, amountMinor: 101n }])).toEqual({ ...delivered, minor: 101n });
    expect(judge([{ ...payment, amountMinor: 99n }])).toEqual({ ...delivered, outcome: 'short', minor: 99n });
  });

  test.each<[string, Partial<DeliveredMovement>]>([
    ['somebody else', { addressKey: 'r2' }],
    ['another tag', { destinationTag: 8n }],
    ['no tag', { destinationTag: null }],
    ['another coin', { gateId: 'TRX' }],
    ['a coin that is no gate', { gateId: null }],
  ])('to %s is elsewhere', (_name, change) => {
    expect(judge([{ ...payment, ...change }])).toEqual({ outcome: 'elsewhere' });
    expect(judge([{ ...payment, ...change }], { tipHeight: 11 })).toEqual({ outcome: 'waits' });
  });

  test('without effect is elsewhere', () => {
    expect(judge([payment], { failed: true })).toEqual({ outcome: 'elsewhere' });
    expect(judge([])).toEqual({ outcome: 'elsewhere' });
  });

  test('to an address without a tag takes any', () => {
    expect(judge([payment], {}, { destinationTag: null as unknown as bigint })).toEqual(delivered);
  });

  test('among many payments is the largest one to the address that delivered nobody else', () => {
    const [small, large] = [
      { ...payment, output: '1', amountMinor: 40n },
      { ...payment, output: '2', amountMinor: 150n },
    ];
    expect(judge([small, large, payment])).toEqual({ outcome: 'delivered', minor: 150n, output: '2' });
    expect(judge([small, large, payment], { taken: new Set(['2']) })).toEqual(delivered);
    expect(judge([small, large, payment], { taken: new Set(['0', '2']) })).toMatchObject({
      outcome: 'short',
      output: '1',
    });
    expect(judge([payment], { taken: new Set(['0']) })).toEqual({ outcome: 'elsewhere' });
  });
});

describe('a transaction that the partner names', () => {
  const digits = 'AB'.repeat(32);

  test('is written as its network writes it', () => {
    expect(transactionIdOn('BTC', digits)).toBe('ab'.repeat(32));
    expect(transactionIdOn('TRON', ` 0x${digits} `)).toBe('ab'.repeat(32));
    expect(transactionIdOn('ETH', digits)).toBe(`0x${'ab'.repeat(32)}`);
    expect(transactionIdOn('XRP', digits.toLowerCase())).toBe(digits);
  });

  test.each([
    '',
    '0',
    digits.slice(1),
    `${digits}00`,
    `${digits.slice(2)}zz`,
    `${digits}/../x`,
    `${digits}\n${digits}`,
  ])('is none if it is %j', (text) => expect(transactionIdOn('BTC', text)).toBeNull());
});
