import { expect, test } from 'vitest';
import { ledgerAssetOf } from './exchanges.ts';

test('currencies of exchanges are booked as gates; the coin of an exchange keeps its name', () => {
  expect(ledgerAssetOf('USDT')).toEqual({ asset: 'USDT_TRC20', decimals: 6 });
  expect(ledgerAssetOf('EUR')).toEqual({ asset: 'EUR', decimals: 2 });
  expect(ledgerAssetOf('BNB')).toEqual({ asset: 'exchange:BNB', decimals: 8 });
});
