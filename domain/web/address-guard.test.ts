import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAddressGuard } from './address-guard.ts';

const guard = createAddressGuard([]);

describe('hazard 59: addresses', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    '::',
    '::1',
    'fc00::1',
    'fd12:3456:789a::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '::7f00:1',
    '::808:808',
    '0:0:0:0:0:0:a9fe:a9fe',
    '::ffff:0:7f00:1',
    '1::7f00:1',
    '2606:4700::5efe:7f00:1',
    '2606:4700::200:5efe:10.0.0.1',
    '4000::1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    'fec0::1',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '64:ff9b::a83f:8110',
    '100.100.100.200',
    'fd00:ec2::254',
    'localhost',
    '',
    '1.1.1.1.evil.example',
  ])('%s is refused', (address) => expect(guard(address)).toBe(false));

  test.each([
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::5eff:1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is public', (address) => expect(guard(address)).toBe(true));

  test('the ports of the gateway are refused behind a network that is allowed', () => {
    const local = createAddressGuard(['127.0.0.1/32'], new Set([8025]));
    expect(local('127.0.0.1', 8025)).toBe(false);
    expect(local('::ffff:127.0.0.1', 8025)).toBe(false);
    expect(local('127.0.0.1', 8026)).toBe(true);
    expect(local('8.8.8.8', 8025)).toBe(true);
  });

  test('no private IPv4 address gets through in any IPv6 writing', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const privates = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
    );
    fc.assert(
      fc.property(privates, ([a, b, c, d]) => {
        const dotted = `${a}.${b}.${c}.${d}`;
        const hex = [a * 256 + b, c * 256 + d].map((each) => each.toString(16)).join(':');
        for (const writing of [
          dotted,
          `::ffff:${dotted}`,
          `::ffff:${hex}`,
          `64:ff9b::${hex}`,
          `2002:${hex}::`,
          `::${dotted}`,
          `::${hex}`,
          `::ffff:0:${hex}`,
          `64:ff9b:1::${hex}`,
          `2001::${hex}`,
          `2606:4700::5efe:${hex}`,
        ]) {
          expect(guard(writing)).toBe(false);
        }
      }),
    );
  });

  test('a network named in the configuration is let through, in every writing, and nothing beside it', () => {
    const allowing = createAddressGuard(['127.0.0.1/32', 'fd00::/8']);
    expect(allowing('127.0.0.1')).toBe(true);
    expect(allowing('::ffff:127.0.0.1')).toBe(true);
    expect(allowing('fd12::1')).toBe(true);
    expect(allowing('127.0.0.2')).toBe(false);
    expect(allowing('::1')).toBe(false);
    expect(allowing('10.0.0.1')).toBe(false);
  });
});
