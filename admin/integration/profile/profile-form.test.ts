import { describe, expect, test } from 'vitest';
import { makeProfile } from '../../testing/integration.fixture.ts';
import { checkProfile, type ProfileValues, toBody, toValues } from './profile-form.ts';

const values = (changes: Record<string, string | boolean> = {}) =>
  ({ ...toValues(makeProfile()), ...changes }) as ProfileValues;
const wrong = (changes: Record<string, string | boolean>) =>
  Object.entries(checkProfile(values(changes)))
    .filter(([, message]) => message !== undefined)
    .map(([name]) => name);

describe('the form of the profile', () => {
  test('sends what it was given when nothing was changed', () => {
    const profile = makeProfile();
    const { version, name, gates, autoconversion, email_events, notification_url } = profile;
    expect(toBody(toValues(profile), version)).toMatchObject({
      version,
      name,
      gates,
      autoconversion,
      email_events,
      notification_url,
    });
    expect(wrong({})).toEqual([]);
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

  test('tells what is wrong before the server does', () => {
    expect(wrong({ name: '' })).toEqual(['name']);
    expect(wrong({ domain: 'shop' })).toEqual(['domain']);
    expect(wrong({ url: 'javascript:1' })).toEqual(['url']);
    expect(wrong({ support_email: 'nobody' })).toEqual(['support_email']);
    expect(wrong({ tax_rate: '100.01' })).toEqual(['tax_rate']);
    expect(wrong({ underpaid_tolerance: '10.5' })).toEqual(['underpaid_tolerance']);
    expect(wrong({ autocomplete: true, late_tolerance: '10.5' })).toEqual(['late_tolerance']);
    expect(wrong({ notification_url: 'shop.example/hook' })).toEqual(['notification_url']);
    expect(wrong({ conversion_type: 'partial', 'autoconversion.percent': '100' })).toEqual(['autoconversion.percent']);
  });

  test('sends the late tolerance only where auto-complete shows it', () => {
    const sent = (autocomplete: boolean) => toBody({ ...values(), autocomplete, late_tolerance: '2.5' }, 1);
    expect(sent(true)).toMatchObject({ late_tolerance: '2.5' });
    expect(sent(false)).not.toHaveProperty('late_tolerance');
    expect(wrong({ autocomplete: false, late_tolerance: 'x' })).toEqual([]);
  });

  test('knows that BCH cannot convert to ETH', () => {
    const none = Object.fromEntries(
      Object.keys(values())
        .filter((key) => key.startsWith('gate_'))
        .map((key) => [key, false]),
    );
    expect(wrong(none)).toContain('gate_BTC');
    const onlyBch = { ...none, gate_BCH: true, conversion_type: 'full' };
    expect(wrong({ ...onlyBch, 'autoconversion.gate_id': 'ETH' })).toEqual(['autoconversion.gate_id']);
    expect(wrong({ ...onlyBch, 'autoconversion.gate_id': 'BTC' })).toEqual([]);
  });
});
