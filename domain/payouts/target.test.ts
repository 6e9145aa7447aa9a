import { bech32m } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { encodeXAddress } from '../address/x-address.fixture.ts';
import { gates } from '../assets/assets.ts';
import { isDomainError } from '../errors.ts';
import { refusalOf } from '../refusal.fixture.ts';
import { readBankAccount } from './bank-account.ts';
import { payoutTarget } from './target.ts';

const main = { chain: 'main' } as const;
const to = (gateId: keyof typeof gates, address: string, destinationTag: string | null = null) =>
  payoutTarget(gates[gateId], { address, destinationTag }, main);
const RIPPLE = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';

describe('the address of a payout', () => {
  it('hazard 17: a legacy address and CashAddr are one target', () => {
    const legacy = to('BCH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu');
    expect(legacy.addressKey).toBe(to('BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a').addressKey);
    expect(() => to('BCH', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toThrow();
  });

  it('hazard 18: MWEB is refused with a reason', () => {
    try {
      to('LTC', 'ltcmweb1qqtkzwz4pewkq');
      expect.unreachable();
    } catch (error) {
      expect(isDomainError(error, 'address_invalid') && error.fields?.address?.[0]).toContain('MWEB');
    }
  });

  it('a witness version without rules is refused: some are never mined, others anybody takes', () => {
    const program = (version: number, bytes: number) => [version, ...bech32m.toWords(new Uint8Array(bytes).fill(7))];
    const refused = { fields: { address: [expect.stringContaining('No wallet uses')] } };
    // Litecoin takes no transaction that pays its version 9, so its coins would stay reserved.
    expect(refusalOf(() => to('LTC', bech32m.encode('ltc', program(9, 32))))).toMatchObject(refused);
    expect(refusalOf(() => to('BTC', bech32m.encode('bc', program(16, 2))))).toMatchObject(refused);
    expect(refusalOf(() => to('BTC', bech32m.encode('bc', program(1, 2))))).toMatchObject(refused);
    const like = [...Uint8Array.of(7, 7, 7, 7, 7, 7, 0x51, 0x20), ...new Uint8Array(32).fill(7)];
    const inner = [2, ...bech32m.toWords(Uint8Array.from(like))];
    expect(refusalOf(() => to('BTC', bech32m.encode('bc', inner)))).toMatchObject(refused);
    expect(to('LTC', bech32m.encode('ltc', program(1, 32))).addressKey).toMatch(/^5120/);
    expect(to('BTC', bech32m.encode('bc', program(1, 32))).addressKey).toMatch(/^5120/);
  });

  it('hazard 42: an X-address with a tag and another tag beside it is refused, an equal one is taken', () => {
    const x = encodeXAddress(RIPPLE, 7n, 'main');
    expect(to('XRP', x)).toEqual({ address: RIPPLE, addressKey: RIPPLE, destinationTag: 7n });
    expect(to('XRP', x, '7').destinationTag).toBe(7n);
    expect(() => to('XRP', x, '8')).toThrow();
    expect(() => to('XRP', RIPPLE, '4294967296')).toThrow();
    expect(() => to('XRP', RIPPLE, '-1')).toThrow();
    expect(() => to('BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1')).toThrow();
  });

  it.each([
    ['ETH', '0x0000000000000000000000000000000000000000'],
    ['ETH', '0x000000000000000000000000000000000000dEaD'],
    ['TRX', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
    ['XRP', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
  ] as const)('of %s is refused when nobody has its key: %s', (gateId, address) => {
    expect(refusalOf(() => to(gateId, address))).toEqual({
      code: 'address_invalid',
      fields: { address: ['Nobody has the key of this address: what is sent there is lost.'] },
    });
  });

  it('is no contract of the token that is sent, however its letters are written, and any other contract', () => {
    const own = '0xe78A0F7E598Cc8b0Bb87894B0F60dD2a88d6a8Ab';
    const send = (address: string, tokenContract: string) =>
      payoutTarget(gates.USDT_ERC20, { address, destinationTag: null }, { chain: 'test', tokenContract });
    for (const written of [own, own.toLowerCase(), `0x${own.slice(2).toUpperCase()}`]) {
      expect(refusalOf(() => send(own, written))).toEqual({
        code: 'address_invalid',
        fields: { address: ['This is the address of the token itself: what is sent there is lost.'] },
      });
    }
    expect(send('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', own).addressKey).toMatch(/^0x5aaeb/);
  });

  it('is no account that payouts are paid from', () => {
    const pay = (ownAccount: string) =>
      payoutTarget(gates.XRP, { address: RIPPLE, destinationTag: null }, { chain: 'main', ownAccount });
    expect(refusalOf(() => pay(RIPPLE))).toEqual({
      code: 'address_invalid',
      fields: { address: ['This is an account of the gateway itself. Use an address of the recipient.'] },
    });
    expect(pay('rrrrrrrrrrrrrrrrrrrrrhoLvTp').address).toBe(RIPPLE);
  });

  it('reads a destination tag of digits alone', () => {
    expect(to('XRP', RIPPLE, '').destinationTag).toBeNull();
    expect(to('XRP', RIPPLE, '0').destinationTag).toBe(0n);
    expect(to('XRP', RIPPLE, '4294967295').destinationTag).toBe(4_294_967_295n);
    for (const text of ['07', '1x', 'x1', '1.5', ' 1', '1e3', '12345678901']) {
      expect(
        refusalOf(() => to('XRP', RIPPLE, text)),
        text,
      ).toEqual({
        code: 'destination_tag_invalid',
        fields: { destination_tag: ['A destination tag is a whole number.'] },
      });
    }
  });

  it('is nobody’s and not the token’s own', () => {
    expect(() => to('ETH', '0x0000000000000000000000000000000000000000')).toThrow();
    const contract = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    const rules = { chain: 'main', tokenContract: contract } as const;
    const target = { address: contract, destinationTag: null };
    expect(() => payoutTarget(gates.USDT_ERC20, target, rules)).toThrow();
    expect(payoutTarget(gates.ETH, target, rules).address).toBe(contract);
    for (const gate of [gates.USDT_ERC20, gates.USDT_TRC20]) {
      const address = gate.network === 'ETH' ? contract : 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
      expect(() => payoutTarget(gate, { address, destinationTag: null }, { chain: 'main' })).toThrow();
    }
  });
});

describe('a bank account', () => {
  it('is read with spaces and small letters', () => {
    expect(readBankAccount({ iban: 'de89\u00a03704 0044\u200b0532 0130 00', bic: 'coba\u00a0deff\u200b' })).toEqual({
      iban: 'DE89370400440532013000',
      bic: 'COBADEFF',
      country: 'DE',
    });
  });

  it('is refused for a wrong checksum, length, country or BIC', () => {
    const bic = 'COBADEFFXXX';
    for (const iban of ['DE88370400440532013000', 'DE8937040044053201300', 'XX89370400440532013000', '']) {
      expect(() => readBankAccount({ iban, bic }), iban).toThrow();
    }
    expect(refusalOf(() => readBankAccount({ iban: 'BR1800360305000010009795493C1', bic }))?.fields).toEqual({
      iban: ['Accounts in this country cannot be reached by SEPA.'],
    });
    expect(refusalOf(() => readBankAccount({ iban: 'DE89370400440532013000', bic: 'COBA' }))?.fields).toEqual({
      bic: ['The BIC is not valid.'],
    });
    expect(refusalOf(() => readBankAccount({ iban: '', bic }))?.fields).toEqual({
      iban: ['The IBAN is not valid: please check it for typing errors.'],
    });
  });
});
