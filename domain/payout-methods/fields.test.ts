import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError, isDomainError } from '../errors.ts';
import { readBankAccount, shortIban } from '../payouts/bank-account.ts';
import type { PayoutTarget } from '../payouts/target.ts';
import { METHOD_PERIODS, type MethodFields, type MethodTarget, readMethod, sameTarget } from './fields.ts';

const BIC = 'COBADEFF';

/**
 * Lengths and forms of the account part, from the registry of IBANs: n digits, c letters or digits. Countries without a
 * check of their own inside.
 */
const FORMS: readonly (readonly [country: string, form: string])[] = [
  ['DE', 'n18'],
  ['AT', 'n16'],
  ['DK', 'n14'],
  ['LT', 'n16'],
  ['CY', 'n8c16'],
  ['MT', 'a4n5c18'],
];

/** ISO 7064 MOD 97-10: the two digits that make the whole leave 1. */
function withChecksum(country: string, account: string): string {
  const check = 98 - Number(modulo97(`${account}${country}00`));
  return `${country}${String(check).padStart(2, '0')}${account}`;
}

function modulo97(text: string): bigint {
  return BigInt(inDigits(text)) % 97n;
}

function inDigits(text: string): string {
  return [...text].map((letter) => Number.parseInt(letter, 36).toString()).join('');
}

const LETTERS: Readonly<Record<string, string>> = {
  n: '0123456789',
  a: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  c: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
};

function accountOf(form: string): fc.Arbitrary<string> {
  const parts = [...form.matchAll(/([nac])(\d+)/g)].map(([, kind = 'n', length = '1']) =>
    fc.string({
      unit: fc.constantFrom(...(LETTERS[kind] ?? '')),
      minLength: Number(length),
      maxLength: Number(length),
    }),
  );
  return fc.tuple(...parts).map((texts) => texts.join(''));
}

const ibans = fc
  .constantFrom(...FORMS)
  .chain(([country, form]) => accountOf(form).map((account) => withChecksum(country, account)));

const isValid = (iban: string) => {
  try {
    return readBankAccount({ iban, bic: BIC }).iban === iban;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return false;
  }
};

describe('an account number', () => {
  test('with its country’s form and the checksum is taken, in groups and small letters too', () => {
    fc.assert(
      fc.property(ibans, (iban) => {
        const typed = iban.toLowerCase().replaceAll(/(.{4})/g, '$1 ');
        expect(readBankAccount({ iban: typed, bic: BIC })).toEqual({ iban, bic: BIC, country: iban.slice(0, 2) });
      }),
    );
  });

  test('is refused with one digit changed, wherever it is', () => {
    fc.assert(
      fc.property(ibans, fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, place, by) => {
        const digits = [...iban.matchAll(/\d/g)].map(({ index }) => index);
        const at = digits[place % digits.length] ?? 2;
        const changed = `${iban.slice(0, at)}${(Number(iban[at]) + by) % 10}${iban.slice(at + 1)}`;
        expect(isValid(iban)).toBe(true);
        expect(isValid(changed)).toBe(false);
      }),
    );
  });

  test('is refused with two neighbours swapped', () => {
    fc.assert(
      fc.property(ibans, fc.nat(), (iban, place) => {
        const at = 4 + (place % (iban.length - 5));
        const swapped = `${iban.slice(0, at)}${iban[at + 1]}${iban[at]}${iban.slice(at + 2)}`;
        // ISO 7064 reads letters as numbers: 2M and M2 are both 222, and no checksum tells them apart.
        fc.pre(inDigits(swapped) !== inDigits(iban));
        expect(isValid(swapped)).toBe(false);
      }),
    );
  });

  test('is refused too short, too long, of a country outside SEPA, and as anything else', () => {
    fc.assert(
      fc.property(ibans, (iban) => {
        expect([isValid(iban.slice(0, -1)), isValid(`${iban}0`)]).toEqual([false, false]);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(isValid(text)).toBe(false);
      }),
    );
    expect(isValid(withChecksum('AE', '0331234567890123456'))).toBe(false);
  });

  test('shows its ends only', () => {
    expect(shortIban('DE89370400440532013000')).toBe('DE89 … 3000');
  });
});

describe('a BIC', () => {
  const bics = fc
    .tuple(
      accountOf('a4'),
      fc.constantFrom('DE', 'FR', 'LT', 'MT'),
      accountOf('c2'),
      fc.option(accountOf('c3'), { nil: '' }),
    )
    .map((parts) => parts.join(''));
  const read = (bic: string) => readBankAccount({ iban: 'DE89370400440532013000', bic }).bic;

  test('has four letters, a country, two signs, and three more or none', () => {
    fc.assert(
      fc.property(bics, (bic) => {
        expect(read(` ${bic.toLowerCase()} `)).toBe(bic);
        expect(() => read(bic.slice(0, 7))).toThrow();
        expect(() => read(`${bic}0`)).toThrow();
        expect(() => read(`1${bic.slice(1)}`)).toThrow();
        expect(() => read(`${bic.slice(0, 4)}ZZ${bic.slice(6)}`)).toThrow();
      }),
    );
  });
});

describe('the fields of a payment method', () => {
  const target: PayoutTarget = { address: 'a', addressKey: 'k', destinationTag: null };
  const read = (fields: Partial<MethodFields>) =>
    readMethod({ operation: 'withdrawal', gateId: 'EUR', ...fields }, () => target);
  const fieldsOf = (fields: Partial<MethodFields>) => {
    try {
      read(fields);
      return null;
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return error.fields;
    }
  };
  const bank = { iban: 'DE89 3704 0044 0532 0130 00', bic: 'cobadeffxxx', accountName: 'Quay & Sons', town: 'Bremen' };

  test('name everything that is missing or does not belong there at once', () => {
    expect(fieldsOf({ automatic: true, address: 'x' })).toEqual({
      period: ['Period is required'],
      address: ['Euro is sent to a bank account.'],
      iban: ['The iban field is required.'],
      bic: ['The bic field is required.'],
      account_name: ['The account name field is required.'],
      town: ['The town field is required.'],
    });
    expect(fieldsOf({ gateId: 'BTC', iban: 'x', period: 'day' })).toEqual({
      period: ['Only an automatic method has a period.'],
      iban: ['Coins are not sent to a bank account.'],
      address: ['The address field is required.'],
    });
    expect(fieldsOf({ ...bank, operation: 'payout' })).toEqual({
      gate_id: ['Payouts are in coins; euro is withdrawn.'],
    });
  });

  test.each([
    ['iban', { iban: undefined }],
    ['bic', { bic: undefined }],
    ['account_name', { accountName: '  ' }],
    ['town', { town: ' ' }],
  ])('without %s alone are refused for it alone', (field, missing) => {
    expect(Object.keys(fieldsOf({ ...bank, ...missing }) ?? {})).toEqual([field]);
  });

  test('are checked as an account once all of it is there', () => {
    expect(Object.keys(fieldsOf({ ...bank, iban: 'x', accountName: undefined }) ?? {})).toEqual(['account_name']);
    expect(fieldsOf({ ...bank, iban: undefined })).toEqual({ iban: ['The iban field is required.'] });
  });

  test('refuse what belongs to coins beside a whole bank account, and the other way round', () => {
    expect(fieldsOf({ ...bank, destinationTag: '1' })).toEqual({
      destination_tag: ['Euro is sent to a bank account.'],
    });
    const words = 'Coins are not sent to a bank account.';
    const bankOnly = {
      bankName: 'B',
      country: 'DE',
      bic: 'x',
      accountName: 'n',
      town: 't',
      street: 's',
      postCode: '1',
    };
    expect(fieldsOf({ gateId: 'BTC', address: 'a', ...bankOnly })).toEqual({
      bic: [words],
      account_name: [words],
      bank_name: [words],
      country: [words],
      town: [words],
      street: [words],
      post_code: [words],
    });
  });

  test('of a company that banks abroad have its own country, and another country is another destination', () => {
    const abroad = read({ ...bank, country: 'FR' }).target;
    expect(abroad).toMatchObject({ iban: 'DE89370400440532013000', country: 'FR' });
    expect(sameTarget(abroad, read(bank).target)).toBe(false);
  });

  test('take the country of the IBAN unless one is given, and names and addresses without spaces around them', () => {
    expect(read({ ...bank, country: 'DE', accountName: ' Quay & Sons ' }).target).toEqual(read(bank).target);
    const seen: unknown[] = [];
    const fields = { operation: 'payout', gateId: 'XRP', address: ' r ', destinationTag: '7' } as const;
    readMethod(fields, (gate, address, tag) => {
      seen.push(gate.id, address, tag);
      return target;
    });
    expect(seen).toEqual(['XRP', 'r', '7']);
  });

  test('let through what is no refusal of a field', () => {
    const fields = { operation: 'payout', gateId: 'BTC', address: 'a' } as const;
    const failing = (error: unknown) => () =>
      readMethod(fields, () => {
        throw error;
      });
    expect(failing(new TypeError('broken'))).toThrow('broken');
    expect(failing(new DomainError('conflict'))).toThrow(new DomainError('conflict').message);
  });

  test('make a bank account or an address, and a period where the method is automatic', () => {
    expect(read(bank)).toEqual({
      target: {
        type: 'fiat',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        country: 'DE',
        accountName: 'Quay & Sons',
        bankName: null,
        town: 'Bremen',
        street: null,
        postCode: null,
      },
      period: null,
    });
    for (const period of METHOD_PERIODS) {
      const read_ = read({ gateId: 'BTC', operation: 'payout', address: 'a', automatic: true, period });
      expect(read_).toEqual({ target: { type: 'crypto', ...target }, period });
    }
  });

  test('say the same place only when all of it is the same', () => {
    const [one, other] = [read(bank).target, read({ ...bank, bankName: 'Commerzbank' }).target];
    const coin = read({ gateId: 'BTC', address: 'a' }).target;
    expect([sameTarget(one, read(bank).target), sameTarget(one, other), sameTarget(one, coin)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(sameTarget(coin, { type: 'crypto', ...target, destinationTag: 7n })).toBe(false);
    expect(sameTarget(coin, { type: 'crypto', ...target, addressKey: 'other' })).toBe(false);
    expect(sameTarget(coin, { type: 'crypto', ...target, address: 'written otherwise' })).toBe(true);
    expect(sameTarget(coin, one)).toBe(false);
    const changes = ['iban', 'bic', 'accountName', 'bankName', 'town', 'street', 'postCode'].map((key) => ({
      [key]: 'x',
    }));
    for (const changed of changes) {
      expect(sameTarget(one, { ...one, ...changed } as MethodTarget), JSON.stringify(changed)).toBe(false);
    }
  });
});
