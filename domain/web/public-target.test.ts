import { describe, expect, test } from 'vitest';
import { requirePublicTarget } from './public-target.ts';

const rules = { mode: 'production', field: 'notification_url', allowedNetworks: [] } as const;

describe('hazard 59: a notification URL of production', () => {
  test.each([
    'https://127.0.0.1/hook',
    'https://0x7f000001/hook',
    'https://2130706433/hook',
    'https://10.1.2.3/hook',
    'https://192.168.0.1/hook',
    'https://169.254.169.254/latest',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://[fd00::1]/hook',
    'https://localhost/hook',
    'https://shop.localhost/hook',
    'https://printer.local/hook',
    'https://vault.internal/hook',
    'https://intranet/hook',
    'http://shop.example/hook',
    'https://user:word@shop.example/hook',
  ])('%s is refused', (url) => {
    expect(() => requirePublicTarget(url, rules)).toThrow('The given data was invalid');
  });

  test('is public, or in a network that the gateway allows', () => {
    requirePublicTarget('https://shop.example/hook?a=b', rules);
    requirePublicTarget('https://93.184.216.34/hook', rules);
    requirePublicTarget('https://10.1.2.3/hook', { ...rules, allowedNetworks: ['10.0.0.0/8'] });
  });

  test('may be on the own machine in sandbox', () => {
    requirePublicTarget('http://127.0.0.1:9000/hook', { ...rules, mode: 'sandbox' });
  });
});
