import { describe, expect, it } from 'vitest';
import { ipAllowed, parseAllowedIps } from './ip-allow-list.ts';

describe('the list of allowed addresses', () => {
  it('lets everyone in when it is empty', () => {
    expect(ipAllowed('203.0.113.1', [])).toBe(true);
  });

  it.each([
    ['203.0.113.1', '203.0.113.1', true],
    ['203.0.113.2', '203.0.113.1', false],
    ['10.255.0.1', '10.0.0.0/8', true],
    ['11.0.0.1', '10.0.0.0/8', false],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['10.1.2.3', '::ffff:10.0.0.0/104', true],
    ['2001:db8::7', '2001:db8::/64', true],
    ['2001:db8:0:1::7', '2001:db8::/64', false],
    ['10.0.0.1', '::/0', false],
    ['2001:db8::1', '0.0.0.0/0', false],
  ])('%s against %s: %s', (ip, entry, allowed) => {
    expect(ipAllowed(ip, [entry])).toBe(allowed);
  });

  it('takes addresses and ranges, trimmed and once each', () => {
    expect(parseAllowedIps([' 10.0.0.1', '10.0.0.1', '', '2001:db8::/32'])).toEqual(['10.0.0.1', '2001:db8::/32']);
  });

  it.each(['10.0.0.0/33', '10.1', '0x7f000001', '2130706433', 'example.com', '10.0.0.1/', '300.1.1.1'])(
    'refuses %s',
    (entry) => {
      expect(() => parseAllowedIps([entry])).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    },
  );
});
