import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TEST_MNEMONIC } from '../../settings/config.fixture.ts';
import { examples } from '../examples.fixture.ts';
import { parseAddress } from './addresses.ts';
import { NETWORKS, type Network } from './assets.ts';
import { accountPath, checkAccountXpub, deriveAddress, deriveOwnAddress } from './derivation.ts';
import { DESTINATION_TAGS, destinationTagOf } from './destination-tags.ts';
import { accountXpubsOf } from './seed.ts';

const main = accountXpubsOf({ mnemonic: TEST_MNEMONIC, chain: 'main' });

function first(network: Network, accountXpub: string, index = 0): string {
  return deriveAddress({ network, accountXpub, index, chain: 'main' }).address;
}

describe('derivation', () => {
  test('BIP-84, official vectors: account zpub, first and second receiving address', () => {
    const zpub =
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
    expect(first('BTC', zpub)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(first('BTC', zpub, 1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
    expect(first('BTC', main.BTC)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  });

  test.each<[Network, string]>([
    ['LTC', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
    ['BCH', 'bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6'],
    ['ETH', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['TRON', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
    ['XRP', 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3'],
  ])('BIP-44 and BIP-84: the first %s address of the test phrase is the one every wallet shows', (network, address) => {
    expect(first(network, main[network])).toBe(address);
  });

  test('paths are those of BIP-44, BIP-84 and SLIP-44', () => {
    expect(NETWORKS.map((network) => accountPath(network, 'main'))).toEqual([
      "m/84'/0'/0'",
      "m/84'/2'/0'",
      "m/44'/145'/0'",
      "m/44'/60'/0'",
      "m/44'/195'/0'",
      "m/44'/144'/0'",
    ]);
    expect(accountPath('BCH', 'regtest', 1)).toBe("m/44'/1'/1'");
  });

  test('hazard 20: from seed and counter every address is found again, in any order and past any gap', () => {
    const indexes = fc.array(fc.integer({ min: 0, max: DESTINATION_TAGS - 1 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...NETWORKS), indexes, (network, requested) => {
        const before = requested.map((index) =>
          deriveAddress({ network, accountXpub: main[network], index, chain: 'main' }),
        );
        const restored = accountXpubsOf({ mnemonic: TEST_MNEMONIC, chain: 'main' })[network];
        const after = [...requested]
          .reverse()
          .map((index) => deriveAddress({ network, accountXpub: restored, index, chain: 'main' }));
        expect(after.reverse()).toEqual(before);
      }),
      { numRuns: examples(20) },
    );
  });

  test('no two indexes share an address and tag', () => {
    for (const network of NETWORKS) {
      const all = Array.from({ length: 50 }, (_, index) =>
        deriveAddress({ network, accountXpub: main[network], index, chain: 'main' }),
      );
      expect(new Set(all.map(({ addressKey: key, destinationTag }) => `${key}/${destinationTag}`)).size).toBe(50);
    }
  });

  test('the key is the one the address is found by', () => {
    for (const chain of ['main', 'test', 'regtest'] as const) {
      const xpubs = accountXpubsOf({ mnemonic: TEST_MNEMONIC, chain });
      for (const network of NETWORKS) {
        const derived = deriveAddress({ network, accountXpub: xpubs[network], index: 5, chain });
        expect(parseAddress(network, derived.address, chain).addressKey).toBe(derived.addressKey);
      }
    }
  });

  test('XRP has one account and a tag for each index', () => {
    const at = (index: number) => deriveAddress({ network: 'XRP', accountXpub: main.XRP, index, chain: 'main' });
    expect(at(0).destinationTag).toBe(destinationTagOf(0));
    expect(at(41)).toEqual({ ...at(0), destinationTag: destinationTagOf(41) });
    expect(() => at(DESTINATION_TAGS)).toThrow(RangeError);
  });

  test('what is the gateway’s own is on the internal chain (BIP-84’s first change address); XRP has its one account', () => {
    const own = (network: Network, index = 0) =>
      deriveOwnAddress({ network, accountXpub: main[network], index, chain: 'main' });
    expect(own('BTC').address).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
    for (const network of NETWORKS) {
      const { addressKey: given } = deriveAddress({ network, accountXpub: main[network], index: 0, chain: 'main' });
      expect(own(network).addressKey === given).toBe(network === 'XRP');
    }
    expect(own('ETH', 1).addressKey).not.toBe(own('ETH').addressKey);
    expect(() => own('ETH', -1)).toThrow(RangeError);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 31])('index %s is refused', (index) => {
    expect(() => deriveAddress({ network: 'BTC', accountXpub: main.BTC, index, chain: 'main' })).toThrow(RangeError);
  });

  test('what is no account key is refused, without repeating it', () => {
    const master =
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
    expect(() => checkAccountXpub(master)).toThrow('depth 3');
    for (const wrong of ['', 'xpub', `${main.BTC.slice(0, -1)}1`]) {
      expect(() => checkAccountXpub(wrong)).toThrow(/^not an extended public key$/);
    }
  });

  test('a private key is refused: it has no place in the API or a worker', () => {
    const secret =
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
    expect(() => checkAccountXpub(secret)).toThrow(RangeError);
  });
});
