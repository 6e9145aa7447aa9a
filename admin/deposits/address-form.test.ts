import '../i18n/back-office-words.ts';
import './deposit-words.ts';
import { describe, expect, it } from 'vitest';
import type { DepositForm } from '../../contract/deposits.ts';
import { type AddressDraft, addressRules, emptyAddress, openGates, toBody } from './address-form.ts';

const gate = (gate_id: DepositForm['gates'][number]['gate_id'], is_open = true) => {
  return { gate_id, is_open, minimum: '0.00004000', confirmations: 2 };
};
const form: Pick<DepositForm, 'gates' | 'autoconversion'> = {
  gates: [gate('TRX', false), gate('LTC'), gate('BTC')],
  autoconversion: { type: 'full', gate_id: 'EUR' },
};
const draft = (changes: Partial<AddressDraft> = {}): AddressDraft => ({
  ...emptyAddress(form),
  reference: 'customer-1001',
  ...changes,
});

describe('the form for an address', () => {
  it('begins with the first asset that is open, converted as the profile says', () => {
    expect(openGates(form).map(({ gate_id }) => gate_id)).toEqual(['LTC', 'BTC']);
    expect(emptyAddress(form)).toMatchObject({ gate_id: 'LTC', autoconversion: { type: 'profile', gate_id: 'EUR' } });
  });

  it('sends only what was chosen', () => {
    expect(toBody(draft())).toEqual({ gate_id: 'LTC', reference: 'customer-1001' });
    const conversion = { type: 'partial', gate_id: 'EUR', percent: '40' } as const;
    expect(toBody(draft({ description: 'Anna', autoconversion: conversion }))).toEqual({
      gate_id: 'LTC',
      reference: 'customer-1001',
      description: 'Anna',
      autoconversion: { type: 'partial', gate_id: 'EUR', percent: 40 },
    });
  });

  it('says at its field what is wrong before the server is asked', async () => {
    expect(await addressRules(draft())).toEqual({});
    expect(Object.keys(await addressRules(draft({ reference: '' })))).toEqual(['reference']);
    expect((await addressRules(draft({ reference: 'a b' }))).reference).toContain('Letters, digits');
    expect(Object.keys(await addressRules(draft({ reference: 'a'.repeat(101) })))).toEqual(['reference']);
    const never = { type: 'full', gate_id: 'USDT_ERC20', percent: '50' } as const;
    expect(Object.keys(await addressRules(draft({ gate_id: 'TRX', autoconversion: never })))).toEqual([
      'autoconversion.gate_id',
    ]);
  });
});
