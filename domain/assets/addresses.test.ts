import { bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeLegacy, encodeSegwit } from '../address/bitcoin.ts';
import { decodeCashAddr, encodeCashAddr } from '../address/cashaddr.ts';
import { toHex } from '../address/hashes.ts';
import { encodeXAddress } from '../address/x-address.fixture.ts';
import { examples } from '../examples.fixture.ts';
import { destinationTagFor, parseAddress } from './addresses.ts';
import { type ChainKind, NETWORKS, type Network } from './assets.ts';

const hash20 = fc.uint8Array({ minLength: 20, maxLength: 20 });
const hash32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const chain = fc.constantFrom<ChainKind>('main', 'test', 'regtest');

function refusal(network: Network, text: string, kind: ChainKind = 'main'): string {
  try {
    parseAddress(network, text, kind);
  } catch (error) {
    expect(error).toMatchObject({ code: 'address_invalid', status: 422 });
    return (error as { fields: { address: string[] } }).fields.address[0] ?? '';
  }
  throw new Error(`${text} was taken`);
}

describe('BTC', () => {
  test.each<[string, ChainKind, string]>([
    // BIP-173 and BIP-350, valid addresses with the scripts that they mean.
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'main', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      'test',
      '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    ],
    ['BC1SW50QGDZ25J', 'main', '6002751e'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'main', '5210751e76e8199196d454941c45d1b3a323'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'main',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
    // Legacy, from the Bitcoin wiki's example of address creation and the genesis block.
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'main', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ])('%s pays to its script', (address, kind, script) =>
    expect(parseAddress('BTC', address, kind).addressKey).toBe(script),
  );

  test.each([
    // BIP-350, invalid addresses: wrong prefix, checksum of the wrong kind, version, length, padding, mixed case,
    // empty.
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'bc1gmk9yu',
    'bc1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    '',
  ])('%j is refused', (address) => expect(refusal('BTC', address)).not.toBe(''));

  test('hazard 19: taproot needs bech32m, bech32 on witness version 1 is refused', () => {
    fc.assert(
      fc.property(hash32, (program) => {
        const words = [1, ...bech32.toWords(program)];
        expect(parseAddress('BTC', bech32m.encode('bc', words), 'main').addressKey).toBe(`5120${toHex(program)}`);
        expect(refusal('BTC', bech32.encode('bc', words))).toContain('bech32m');
        const old = [0, ...bech32.toWords(program)];
        expect(refusal('BTC', bech32m.encode('bc', old))).toContain('bech32m');
      }),
    );
  });

  test('an address of another chain is refused', () => {
    expect(refusal('BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toContain('bc1');
    expect(refusal('BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toContain('another');
  });

  test('a written witness program is read back', () => {
    fc.assert(
      fc.property(fc.oneof(hash20, hash32), chain, (program, kind) => {
        const hrp = { main: 'bc', test: 'tb', regtest: 'bcrt' }[kind];
        const script = `00${program.length === 20 ? '14' : '20'}${toHex(program)}`;
        expect(parseAddress('BTC', encodeSegwit(hrp, 0, program), kind).addressKey).toBe(script);
      }),
    );
  });

  test('one wrong letter is always noticed', () => {
    const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
    fc.assert(
      fc.property(hash20, fc.integer({ min: 0, max: 38 }), fc.integer({ min: 1, max: 31 }), (program, at, shift) => {
        const address = encodeSegwit('bc', 0, program);
        const place = 3 + at;
        const letter = letters[(letters.indexOf(address[place] ?? '') + shift) % 32];
        refusal('BTC', address.slice(0, place) + letter + address.slice(place + 1));
      }),
    );
  });
});

describe('LTC', () => {
  test('hazard 18: M… and the old 3… are one script, shown as M…', () => {
    fc.assert(
      fc.property(hash20, (hash) => {
        const today = encodeLegacy(0x32, hash);
        const old = encodeLegacy(0x05, hash);
        expect(today).toMatch(/^M/);
        expect(old).toMatch(/^3/);
        expect(parseAddress('LTC', old, 'main')).toEqual(parseAddress('LTC', today, 'main'));
        expect(parseAddress('LTC', old, 'main')).toMatchObject({
          canonical: today,
          addressKey: `a914${toHex(hash)}87`,
        });
      }),
    );
  });

  test('hazard 18: an MWEB address is refused with a clear message', () => {
    expect(
      refusal(
        'LTC',
        'ltcmweb1qq0yq03ewm830ugmkkvrvjmyyeslcpwk8ayd7k27qx63sryy6kx3ksqm3k6jd24ld3r5dp5lzx7rm7uyxfujf8sn7v4nlxeqwrcq6k6xxwqdc6tl3',
      ),
    ).toContain('MWEB');
  });

  test('bech32 in capitals is the same address', () => {
    const address = encodeSegwit('ltc', 0, new Uint8Array(20).fill(7));
    expect(parseAddress('LTC', address.toUpperCase(), 'main').canonical).toBe(address);
    expect(refusal('LTC', encodeSegwit('bc', 0, new Uint8Array(20)))).toContain('Bitcoin');
  });
});

describe('BCH', () => {
  // CashAddr specification: the same hash in the legacy and the CashAddr writing.
  test.each([
    ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR', 'bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy'],
    ['16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb', 'bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r'],
    ['3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
    ['3LDsS579y7sruadqu11beEJoTjdFiFCdX4', 'bitcoincash:pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e'],
    ['31nwvkZwyPdgzjBJZXfDmSWsC4ZLKpYyUw', 'bitcoincash:pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37'],
  ])('hazard 17: %s, its CashAddr and the CashAddr without prefix are one script', (legacy, cash) => {
    const bare = cash.slice(cash.indexOf(':') + 1);
    for (const writing of [legacy, bare, bare.toUpperCase(), cash.toUpperCase()]) {
      expect(parseAddress('BCH', writing, 'main')).toEqual(parseAddress('BCH', cash, 'main'));
    }
    expect(parseAddress('BCH', legacy, 'main').canonical).toBe(cash);
    expect(parseAddress('BCH', legacy, 'main').addressKey).toBe(parseAddress('BTC', legacy, 'main').addressKey);
  });

  test('hazard 17: a BTC address is refused where it is recognizable', () => {
    expect(refusal('BCH', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toContain('Bitcoin, not of Bitcoin Cash');
    expect(refusal('BTC', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a')).toContain('Bitcoin Cash');
  });

  test('a token-aware address locks to the plain script (CHIP-2022-02)', () => {
    const plain = parseAddress('BCH', 'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2', 'main');
    const tokens = parseAddress('BCH', 'bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe', 'main');
    expect(tokens).toEqual(plain);
  });

  test('another prefix, a wrong letter and a mixture of cases are refused', () => {
    expect(refusal('BCH', 'bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a')).toContain('bitcoincash:');
    expect(refusal('BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q')).toContain('checksum');
    expect(refusal('BCH', 'bitcoincash:QPM2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a')).toContain('capitals');
    expect(refusal('BCH', 'bitcoincash:')).not.toBe('');
  });

  test('a written address is read back', () => {
    const prefix = fc.constantFrom('bitcoincash', 'bchtest', 'bchreg');
    fc.assert(
      fc.property(hash20, hash32, prefix, (short, long, each) => {
        for (const address of [
          { type: 'p2pkh', hash: short },
          { type: 'p2sh', hash: short },
          { type: 'p2sh', hash: long },
        ] as const) {
          expect(decodeCashAddr(encodeCashAddr(address, each), each)).toEqual(address);
        }
      }),
    );
  });
});

describe('ETH', () => {
  // EIP-55, all test vectors.
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s has the right capitals', (address) => {
    expect(parseAddress('ETH', address, 'main').canonical).toBe(address);
    expect(parseAddress('ETH', address.toLowerCase(), 'main').canonical).toBe(address);
    expect(parseAddress('ETH', address, 'main').addressKey).toBe(address.toLowerCase());
  });

  test.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '0x',
    'vitalik.eth',
  ])('%j is refused', (address) => expect(refusal('ETH', address)).not.toBe(''));
});

describe('TRON', () => {
  test('base58 and the hexadecimal writing of nodes are one address', () => {
    const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    expect(parseAddress('TRON', usdt, 'main').addressKey).toBe(usdt);
    expect(parseAddress('TRON', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'main').addressKey).toBe(usdt);
  });

  test.each([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'T',
    '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  ])('%j is refused', (address) => expect(refusal('TRON', address)).not.toBe(''));
});

describe('XRP', () => {
  // XLS-5, published test vectors.
  test.each<[string, ChainKind, string, bigint | null]>([
    ['X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'main', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', null],
    ['X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', 'main', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', 1n],
    ['X7AcgcsBL6XDcUb289X4mJ8djcdyKaLFuhLRuNXPrDeJd9A', 'main', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', 11747n],
    ['T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ', 'test', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', null],
    ['T719a5UwUCnEs54UsxG9CJYYDhwmFCvbJNZbi37gBGkRkbE', 'test', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', 1n],
  ])('%s on %s is %s with tag %s', (address, kind, classic, tag) => {
    expect(parseAddress('XRP', address, kind)).toMatchObject({
      canonical: classic,
      addressKey: classic,
      destinationTag: tag,
    });
  });

  test('an X-address of another chain is refused', () => {
    expect(refusal('XRP', 'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ', 'main')).toContain('another');
    expect(refusal('XRP', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'test')).toContain('another');
  });

  test.each(['r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk58', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqY', 'rrrr', ''])(
    '%j is refused',
    (address) => expect(refusal('XRP', address)).not.toBe(''),
  );

  test('hazard 42: an X-address with a tag and another tag in the field is refused', () => {
    const tagged = parseAddress('XRP', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', 'main');
    const classic = parseAddress('XRP', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', 'main');
    expect(() => destinationTagFor(tagged, 2n)).toThrow(expect.objectContaining({ code: 'destination_tag_invalid' }));
    expect(destinationTagFor(tagged, 1n)).toBe(1n);
    expect(destinationTagFor(tagged, null)).toBe(1n);
    expect(destinationTagFor(classic, 7n)).toBe(7n);
    expect(destinationTagFor(classic, null)).toBe(null);
  });

  test('a tag has 32 bits, and other networks have none', () => {
    const classic = parseAddress('XRP', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', 'main');
    expect(() => destinationTagFor(classic, 2n ** 32n)).toThrow();
    expect(() => destinationTagFor(classic, -1n)).toThrow();
    const bitcoin = parseAddress('BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'main');
    expect(() => destinationTagFor(bitcoin, 1n)).toThrow();
  });

  test('every tag survives the X-address', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }), chain, (tag, kind) => {
        const text = encodeXAddress('r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', tag, kind);
        expect(parseAddress('XRP', text, kind).destinationTag).toBe(tag);
      }),
    );
  });
});

test('no text makes an address checker fail with anything but a refusal', () => {
  const networks = fc.constantFrom(...NETWORKS);
  const prefix = fc.constantFrom('', 'bc1', 'bitcoincash:', 'ltc1', '0x', 'T', 'r', 'X');
  fc.assert(
    fc.property(networks, prefix, fc.string({ maxLength: 200 }), chain, (network, start, rest, kind) => {
      try {
        parseAddress(network, start + rest, kind);
      } catch (error) {
        expect(error).toMatchObject({ code: 'address_invalid' });
      }
    }),
    { numRuns: examples(500) },
  );
});
