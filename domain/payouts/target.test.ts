import { describe, expect, it } from 'vitest';
import { encodeXAddress } from '../address/xrp.ts';
import { gates } from '../assets.ts';
import { isDomainError } from '../errors.ts';
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

  it('hazard 42: an X-address with a tag and another tag beside it is refused, an equal one is taken', () => {
    const x = encodeXAddress(RIPPLE, 7n, 'main');
    expect(to('XRP', x)).toEqual({ address: RIPPLE, addressKey: RIPPLE, destinationTag: 7n });
    expect(to('XRP', x, '7').destinationTag).toBe(7n);
    expect(() => to('XRP', x, '8')).toThrow();
    expect(() => to('XRP', RIPPLE, '4294967296')).toThrow();
    expect(() => to('XRP', RIPPLE, '-1')).toThrow();
    expect(() => to('BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1')).toThrow();
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
    expect(readBankAccount({ iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeff' })).toEqual({
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
    expect(() => readBankAccount({ iban: 'BR1800360305000010009795493C1', bic })).toThrow();
    expect(() => readBankAccount({ iban: 'DE89370400440532013000', bic: 'COBA' })).toThrow();
  });
});
