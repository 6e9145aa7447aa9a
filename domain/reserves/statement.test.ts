import { expect, test } from 'vitest';
import { proofBalance } from './proof-file.ts';
import { type ReserveStatement, statementToSign } from './statement.ts';

const asset = { gateId: 'BTC', decimals: 8, depth: 10, rootHash: 'ab', owedMinor: 10n ** 20n } as const;
const statement: ReserveStatement = {
  mode: 'production',
  day: '2026-11-29',
  moment: '2026-11-29T00:10:00.000Z',
  gateway: 'https://pay.example',
  previous: 'the one before',
  assets: [
    { ...asset, held: { minor: 7n, source: 'node', at: '2026-11-29T00:09:00.000Z' } },
    { ...asset, gateId: 'EUR', decimals: 2, held: null },
  ],
};

/** Fixed for ever: the verifier of a merchant who kept it reads these words. */
test('a statement names everything that a proof is compared with, amounts as text', () => {
  const [word, key, body = ''] = statementToSign('key', statement).split('.');
  expect([word, key]).toEqual(['TGR1', 'key']);
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toEqual({
    version: 1,
    mode: 'production',
    day: '2026-11-29',
    moment: '2026-11-29T00:10:00.000Z',
    gateway: 'https://pay.example',
    previous: 'the one before',
    assets: [
      {
        gate_id: 'BTC',
        decimals: 8,
        depth: 10,
        root: 'ab',
        owed: '100000000000000000000',
        held: { amount: '7', source: 'node', at: '2026-11-29T00:09:00.000Z' },
      },
      { gate_id: 'EUR', decimals: 2, depth: 10, root: 'ab', owed: '100000000000000000000', held: null },
    ],
  });
});

test('the balance of a proof has bytes in hex and amounts in minor units', () => {
  const path = [{ hash: Uint8Array.of(255, 0), sumMinor: 3n }];
  const inclusion = { merchantId: 'm', amountMinor: 10n ** 20n, place: 5, salt: Uint8Array.of(1, 16), path };
  expect(proofBalance('BTC', inclusion)).toEqual({
    gate_id: 'BTC',
    amount: '100000000000000000000',
    place: 5,
    salt: '0110',
    path: [{ hash: 'ff00', sum: '3' }],
  });
});
