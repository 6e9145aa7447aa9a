import { describe, expect, it } from 'vitest';
import type { ChainKind } from '../assets/assets.ts';
import { judgeAddress, pastedAddresses } from './pasted-address.ts';

const main = (): ChainKind => 'main';
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETH = '0xde709f2102306220921060314715629080e2fb77';

describe('a pasted address', () => {
  it.each([
    [BTC, ['BTC']],
    [` ${BTC}\n`, ['BTC']],
    [`bitcoin:${BTC}?amount=0.1`, ['BTC']],
    [`ethereum:${ETH}@1?value=5`, ['ETH']],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', ['TRON']],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', ['XRP']],
    ['nonsense', []],
    ['', []],
    [`${BTC.slice(0, -1)}x`, []],
    ['a'.repeat(10_000), []],
  ])('is read from %j', (text, networks) => {
    expect(pastedAddresses(text, main).map(({ network }) => network)).toEqual(networks);
  });

  it('is judged by what the invoice gave out, and says nothing of others but that it is ours', () => {
    const [btc] = pastedAddresses(BTC, main);
    const [eth] = pastedAddresses(ETH, main);
    if (btc === undefined || eth === undefined) throw new Error('These are addresses');
    const quotes = [
      { ...btc, isChosen: true },
      { ...eth, isChosen: false },
    ];
    const of = { quotes, isOurs: true, chosenNetwork: 'BTC' as const };
    expect(judgeAddress([btc], of)).toBe('own_address');
    expect(judgeAddress([eth], of)).toBe('earlier_coin');
    expect(judgeAddress([btc], { ...of, quotes: [] })).toBe('our_address');
    expect(judgeAddress([btc], { quotes: [], isOurs: false, chosenNetwork: 'BTC' })).toBe('foreign_address');
    expect(judgeAddress([eth], { quotes: [], isOurs: false, chosenNetwork: 'BTC' })).toBe('wrong_network');
    expect(judgeAddress([eth], { quotes: [], isOurs: false, chosenNetwork: null })).toBe('foreign_address');
  });

  it('of an account that many share is the invoice’s own, unless it names another tag', () => {
    const account = { network: 'XRP' as const, addressKey: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' };
    const of = {
      quotes: [{ ...account, destinationTag: 7n, isChosen: true }],
      isOurs: true,
      chosenNetwork: 'XRP' as const,
    };
    expect(judgeAddress([{ ...account, destinationTag: null }], of)).toBe('own_address');
    expect(judgeAddress([{ ...account, destinationTag: 7n }], of)).toBe('own_address');
    expect(judgeAddress([{ ...account, destinationTag: 8n }], of)).toBe('our_address');
  });
});
