import { expect, test } from 'vitest';
import { type ClaimedMoney, judgeEvidence } from './evidence.ts';

const claimed: ClaimedMoney = {
  output: 'log:0',
  asset: 'USDT_ERC20',
  paymentAddressKey: '0xours',
  amountMinor: 100n,
  requiredConfirmations: 12,
  addressKey: '0xpayer',
  hasSenders: true,
  seenAt: new Date(1_000),
  invoiceCreatedAt: new Date(0),
};
const movement = { output: 'log:0', assetRef: 'USDT_ERC20', addressKey: '0xours', amountMinor: 100n };
const found = { movements: [movement], spends: ['0xpayer:7'], failed: false, blockHeight: 100 };
const judge = (change: Partial<typeof found> | null, tipHeight = 111) =>
  judgeEvidence(claimed, { found: change && { ...found, ...change }, tipHeight, nowMs: 5_000 });

test('is confirmed with enough blocks, and names who sent it', () => {
  expect(judge({})).toEqual({
    outcome: 'confirmed',
    evidence: {
      checked_at: new Date(5_000).toISOString(),
      seen_at: new Date(1_000).toISOString(),
      invoice_created_at: new Date(0).toISOString(),
      block_height: 100,
      confirmations: 12,
      senders: ['0xpayer'],
      address_sent_it: true,
    },
  });
  expect(judge({ spends: ['0xexchange:9'] }).evidence).toMatchObject({ address_sent_it: false });
});

test('hazard 10: waits for a node that does not know the transaction, or has too few blocks on it', () => {
  expect(judge(null).outcome).toBe('waits');
  expect(judge({ blockHeight: null as unknown as number }).outcome).toBe('waits');
  expect(judge({}, 110).outcome).toBe('waits');
});

test('is disproved when a block says something else', () => {
  expect(judge({ failed: true }).outcome).toBe('disproved');
  for (const other of [{ amountMinor: 99n }, { addressKey: '0xother' }, { assetRef: 'ETH' }, { output: 'log:1' }]) {
    expect(judge({ movements: [{ ...movement, ...other }] }).outcome).toBe('disproved');
  }
});

test('coins name no sender', () => {
  const { evidence } = judgeEvidence({ ...claimed, hasSenders: false }, { found, tipHeight: 111, nowMs: 0 });
  expect(evidence).not.toHaveProperty('senders');
});
