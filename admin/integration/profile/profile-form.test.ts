import { describe, expect, test } from 'vitest';
import { PROFILE_MAIL_EVENTS } from '../../../domain/accounts/merchant-mail.ts';
import { makeProfile } from '../../testing/integration.fixture.ts';
import { type ProfileValues, profileRules, toBody, toValues } from './profile-form.ts';

const values = (changes: Partial<ProfileValues> = {}): ProfileValues => ({ ...toValues(makeProfile()), ...changes });
const converting = (changes: Partial<ProfileValues['autoconversion']>) => ({
  autoconversion: { ...values().autoconversion, ...changes },
});
const wrong = async (changes: Partial<ProfileValues>) => Object.keys(await profileRules(values(changes)));

describe('the form of the profile', () => {
  test('sends what it was given when nothing was changed', async () => {
    const profile = makeProfile({
      email_events: [...PROFILE_MAIL_EVENTS],
      service_fee_payer: 'customer',
      refund_fee_payer: 'customer',
    });
    const { version, name, gates, autoconversion, email_events, notification_url } = profile;
    const { service_fee_payer, network_fee_payer, refund_fee_payer } = profile;
    expect(toBody(toValues(profile), version)).toMatchObject({
      version,
      name,
      gates,
      autoconversion,
      email_events,
      notification_url,
      service_fee_payer,
      network_fee_payer,
      refund_fee_payer,
    });
    expect(await wrong({})).toEqual([]);
  });

  test('shows rates without needless zeros', () => {
    expect(
      toValues(makeProfile({ tax_rate: '19.00', overpaid_tolerance: '0.50', underpaid_tolerance: '0.00' })),
    ).toMatchObject({
      tax_rate: '19',
      overpaid_tolerance: '0.5',
      underpaid_tolerance: '0',
    });
    expect(toValues(makeProfile({ tax_rate: '20.00' })).tax_rate).toBe('20');
  });

  test('tells what is wrong before the server does', async () => {
    expect(await wrong({ name: '' })).toEqual(['name']);
    expect(await wrong({ domain: 'shop' })).toEqual(['domain']);
    expect(await wrong({ url: 'javascript:1' })).toEqual(['url']);
    expect(await wrong({ support_email: 'nobody' })).toEqual(['support_email']);
    expect(await wrong({ tax_rate: '100.01' })).toEqual(['tax_rate']);
    expect(await wrong({ underpaid_tolerance: '10.5' })).toEqual(['underpaid_tolerance']);
    expect(await wrong({ autocomplete: true, late_tolerance: '10.5' })).toEqual(['late_tolerance']);
    expect(await wrong({ notification_url: 'shop.example/hook' })).toEqual(['notification_url']);
    for (const percent of ['100', '0', '1.5', 'half'])
      expect(await wrong(converting({ type: 'partial', percent }))).toEqual(['autoconversion.percent']);
    expect(await profileRules(values({ company_phone: '1'.repeat(41) }))).toEqual({
      company_phone: 'Use at most 40 characters.',
    });
  });

  test('sends the late tolerance only where auto-complete shows it', async () => {
    const sent = (autocomplete: boolean) => toBody({ ...values(), autocomplete, late_tolerance: '2.5' }, 1);
    expect(sent(true)).toMatchObject({ late_tolerance: '2.5' });
    expect(sent(false)).not.toHaveProperty('late_tolerance');
    expect(await wrong({ autocomplete: false, late_tolerance: 'x' })).toEqual([]);
  });

  test('knows that BCH cannot convert to ETH', async () => {
    expect(await wrong({ gates: [] })).toContain('gates');
    const onlyBch = { gates: ['BCH' as const] };
    expect(await wrong({ ...onlyBch, ...converting({ type: 'full', gate_id: 'ETH' }) })).toEqual([
      'autoconversion.gate_id',
    ]);
    expect(await wrong({ ...onlyBch, ...converting({ type: 'full', gate_id: 'BTC' }) })).toEqual([]);
  });
});
