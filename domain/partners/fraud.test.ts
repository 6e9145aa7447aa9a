import { describe, expect, test } from 'vitest';
import { FRAUD_SIGNALS, hostOf, mailboxOf, nameKey, type Side, signalsBetween, standingOf } from './fraud.ts';

const PARTNER: Side = {
  merchantId: 'p',
  people: [
    { email: 'vera@reach.example', name: 'Vera Long' },
    { email: 'vera.long@gmail.com', name: 'Vera Long' },
  ],
  browsers: ['b1'],
  devices: ['d1'],
  ibans: ['DE89370400440532013000'],
  company: 'Reach GmbH',
  website: 'https://www.reach.example/',
};
const STRANGER: Side = {
  merchantId: 'm',
  people: [{ email: 'owner@shop.example', name: 'Otto Short' }],
  browsers: ['b2'],
  devices: ['d2'],
  ibans: ['FR7630006000011234567890189'],
  company: 'Shop Ltd',
  website: 'https://shop.example',
};

describe('between a partner and a merchant', () => {
  test('strangers have nothing in common, and nobody who has said nothing yet', () => {
    expect(signalsBetween(PARTNER, STRANGER)).toEqual([]);
    const empty: Side = {
      merchantId: null,
      people: [],
      browsers: [],
      devices: [],
      ibans: [],
      company: null,
      website: null,
    };
    expect(signalsBetween(empty, empty)).toEqual([]);
    expect(signalsBetween({ ...empty, website: 'no website' }, { ...empty, website: 'nor this' })).toEqual([]);
  });

  test.each([
    ['own_account', { merchantId: 'p' }],
    ['same_email', { people: [{ email: 'veralong+shop@googlemail.com', name: 'A' }] }],
    ['same_browser', { browsers: ['b3', 'b1'] }],
    ['same_bank_account', { ibans: ['DE89370400440532013000'] }],
    ['same_device', { devices: ['d1'] }],
    ['same_name', { people: [{ email: 'v@other.example', name: 'LONG, Véra' }] }],
    ['same_company_name', { company: 'REACH Ltd.' }],
    ['employee', { people: [{ email: 'intern@reach.example', name: 'I' }] }],
  ] as const)('%s is found', (signal, change) => {
    expect(signalsBetween(PARTNER, { ...STRANGER, ...change })).toEqual([signal]);
  });

  test('same_website is found, with the address at its domain', () => {
    const signals = signalsBetween(PARTNER, { ...STRANGER, website: 'http://reach.example/shop' });
    expect(signals).toEqual(['same_website', 'employee']);
  });

  test('a partner who works at the merchant is an employee', () => {
    expect(signalsBetween({ ...PARTNER, people: [{ email: 'v@shop.example', name: 'V' }] }, STRANGER)).toEqual([
      'employee',
    ]);
  });
});

describe('the standing of a referred merchant', () => {
  const review = { signals: [], cleared: [], isRefusedByStaff: false } as const;

  test('is counted without a signal', () => expect(standingOf(review)).toBe('counted'));

  test.each(FRAUD_SIGNALS.slice(0, 5))('is refused by %s, which nobody can clear', (signal) => {
    expect(standingOf({ ...review, signals: [signal], cleared: [signal] })).toBe('refused');
  });

  test.each(FRAUD_SIGNALS.slice(5))('is held by %s until a person clears it', (signal) => {
    expect(standingOf({ ...review, signals: [signal] })).toBe('held');
    expect(standingOf({ ...review, signals: [signal], cleared: [signal] })).toBe('counted');
  });

  test('is held again by a signal that was found after the decision', () => {
    expect(standingOf({ ...review, signals: ['same_name', 'employee'], cleared: ['same_name'] })).toBe('held');
  });

  test('is refused if staff refused it', () =>
    expect(standingOf({ ...review, isRefusedByStaff: true })).toBe('refused'));
});

test.each([
  ['A.B+c@GMail.com', 'ab@gmail.com'],
  ['a.b+c@mail.example', 'a.b@mail.example'],
  ['nobody', 'nobody@'],
])('%s is the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));

test('names and hosts are compared without their decoration', () => {
  expect(nameKey('Müller & Söhne GmbH')).toBe(nameKey('sohne, MULLER'));
  expect(hostOf('https://www.shop.example/a')).toBe('shop.example');
  expect(hostOf('https://notwww.shop.example')).toBe('notwww.shop.example');
  expect(hostOf(null)).toBeNull();
  // Words stay apart.
  expect(nameKey('Al Ina')).not.toBe(nameKey('Ali Na'));
});

test.each(['GmbH', 'UG', 'AG', 'Ltd.', 'LLC', 'Inc.', 'BV', 'SA', 'SL', 'SRL', 'SARL', 'SAS', 'Oy', 'AB'])(
  'the legal form %s is no part of the name',
  (form) => expect(nameKey(`Harbor ${form}`)).toBe('harbor'),
);
