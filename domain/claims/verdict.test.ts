import { describe, expect, test } from 'vitest';
import { judgeTransaction, type SuspectPayment, transactionIds } from './verdict.ts';

const HASH = 'ab'.repeat(32);
const payment: SuspectPayment = {
  paymentId: 'p',
  network: 'ETH',
  gateId: 'USDT_ERC20',
  asset: 'USDT_ERC20',
  txid: `0x${HASH}`,
  amountMinor: 100n,
  status: 'confirmed',
  confirmations: 12,
  requiredConfirmations: 12,
  creditedTo: 'suspense',
  isTaken: false,
  isLate: false,
  isShort: false,
  isOtherCoin: true,
  claim: null,
};
const left = { leftOf: () => 80n, isUpToDate: true };
const codeOf = (...changes: readonly Partial<SuspectPayment>[]) =>
  judgeTransaction(
    changes.map((change) => ({ ...payment, ...change })),
    left,
  ).code;

describe('the verdict on a transaction', () => {
  test.each<[string, Partial<SuspectPayment>]>([
    ['claimable', {}],
    ['unconfirmed', { creditedTo: null, status: 'mined' }],
    ['failed', { creditedTo: null, status: 'replaced' }],
    ['other_coin', { creditedTo: 'unsettled', isLate: true }],
    ['late', { creditedTo: 'unsettled', isOtherCoin: false, isLate: true, isShort: true }],
    ['short', { creditedTo: 'unsettled', isOtherCoin: false, isShort: true }],
    ['credited', { creditedTo: 'unsettled', isOtherCoin: false }],
    ['unsupported', { gateId: null, asset: 'ETH:0x1' }],
    ['unsupported', { gateId: null, claim: { id: 'c', status: 'recorded', isOwn: false } }],
    ['claimed', { claim: { id: 'c', status: 'done', isOwn: false } }],
    ['not_ours', { isTaken: true }],
  ])('is %s for %o', (code, change) => {
    expect(codeOf(change)).toBe(code);
  });

  test('says what would be paid back, and nothing where the fees leave too little', () => {
    expect(judgeTransaction([payment], left)).toMatchObject({ code: 'claimable', leftMinor: 80n });
    const poor = { ...left, leftOf: () => null };
    expect(judgeTransaction([payment], poor)).toMatchObject({ code: 'too_small', leftMinor: null });
  });

  test('prefers what can be claimed among the payments of one transaction', () => {
    expect(codeOf({ creditedTo: 'unsettled', isOtherCoin: false }, {})).toBe('claimable');
  });

  test('is certain that nothing came only when the chains are read to their ends', () => {
    expect(judgeTransaction([], left).code).toBe('not_ours');
    expect(judgeTransaction([], { ...left, isUpToDate: false }).code).toBe('unknown_yet');
  });
});

describe('the ID in a pasted text', () => {
  test('is found alone, in a link and in any case, and written as each chain writes it', () => {
    for (const text of [HASH, `0x${HASH}`, ` https://etherscan.io/tx/0x${HASH.toUpperCase()}?a=b `]) {
      expect(transactionIds(text).map((id) => id.toLowerCase())).toEqual([HASH, `0x${HASH}`, HASH]);
    }
    expect(transactionIds(HASH)).toEqual([HASH, `0x${HASH}`, HASH.toUpperCase()]);
  });

  test('is none in anything shorter, longer or else', () => {
    for (const text of ['', 'my payment', HASH.slice(1), `${HASH}a`, "'; DROP TABLE claim; --"]) {
      expect(transactionIds(text)).toEqual([]);
    }
  });
});
