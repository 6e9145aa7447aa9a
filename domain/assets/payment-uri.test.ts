import { expect, test } from 'vitest';
import { type PaymentUriInput, paymentUri } from './payment-uri.ts';

const ETH_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const BCH_BODY = 'qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6';

function link(input: Partial<PaymentUriInput> & Pick<PaymentUriInput, 'gateId' | 'address'>) {
  return paymentUri({ tag: null, amountMinor: 150_000n, chain: 'main', ...input });
}

test('BTC and LTC: BIP-21 with the amount in whole coins', () => {
  expect(link({ gateId: 'BTC', address: 'bc1qx' })).toEqual({
    uri: 'bitcoin:bc1qx?amount=0.0015',
    addressOnly: 'bc1qx',
    openInWallet: 'bitcoin:bc1qx?amount=0.0015',
  });
  expect(link({ gateId: 'LTC', address: 'ltc1qx' }).uri).toBe('litecoin:ltc1qx?amount=0.0015');
});

test('BCH: the prefix is the scheme and is not doubled', () => {
  const requested = `bitcoincash:${BCH_BODY}?amount=0.0015`;
  expect(link({ gateId: 'BCH', address: `bitcoincash:${BCH_BODY}` }).uri).toBe(requested);
  expect(link({ gateId: 'BCH', address: BCH_BODY }).uri).toBe(requested);
  expect(link({ gateId: 'BCH', address: 'bchreg:qx', chain: 'regtest' }).uri).toBe('bchreg:qx?amount=0.0015');
});

test('ETH: EIP-681 with the chain and wei', () => {
  const amountMinor = 1_500_000_000_000_000n;
  expect(link({ gateId: 'ETH', address: ETH_ADDRESS, amountMinor }).uri).toBe(
    `ethereum:${ETH_ADDRESS}@1?value=1500000000000000`,
  );
  expect(link({ gateId: 'ETH', address: ETH_ADDRESS, amountMinor, chain: 'regtest' }).uri).toContain('@31337?');
  expect(link({ gateId: 'ETH', address: ETH_ADDRESS, amountMinor, evmChainId: 1337 }).uri).toContain('@1337?');
});

test.each(['USDT_ERC20', 'USDT_TRC20', 'TRX'] as const)('%s: the bare address, and no link to open', (gateId) => {
  expect(link({ gateId, address: 'Tx' })).toEqual({ uri: 'Tx', addressOnly: 'Tx', openInWallet: null });
});

test('XRP: amount and tag, and the address alone beside it', () => {
  expect(link({ gateId: 'XRP', address: 'rX', tag: 42n, amountMinor: 12_500_000n })).toMatchObject({
    uri: 'xrpl:rX?amount=12.5&dt=42',
    addressOnly: 'rX',
  });
});

test('with nothing left to pay the link carries no amount', () => {
  expect(link({ gateId: 'BTC', address: 'bc1qx', amountMinor: 0n }).uri).toBe('bitcoin:bc1qx');
  expect(link({ gateId: 'XRP', address: 'rX', tag: 1n, amountMinor: 0n }).uri).toBe('xrpl:rX?dt=1');
});

test('the whole amount is in the link, to the last unit and never as an exponent', () => {
  expect(link({ gateId: 'BTC', address: 'x', amountMinor: 1n }).uri).toBe('bitcoin:x?amount=0.00000001');
  expect(link({ gateId: 'BTC', address: 'x', amountMinor: 2_100_000_000_000_000n }).uri).toBe(
    'bitcoin:x?amount=21000000',
  );
});
