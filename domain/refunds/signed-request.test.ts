import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { sign as signXrp } from 'ripple-keypairs';
import { TronWeb } from 'tronweb';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { Wallet } from 'xrpl';
import { canSign, refundMessage, type SignedRequest, signerOf } from './signed-request.ts';

const KEY = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
const OTHER_KEY = `${'0'.repeat(63)}7`;
const request = {
  network: 'ETH',
  invoiceId: '0198a1c2-0000-7000-8000-000000000001',
  host: 'pay.example',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  destinationTag: null,
  untilMs: Date.parse('2026-11-30T04:00:00Z'),
} as const satisfies SignedRequest;

const account = privateKeyToAccount(`0x${KEY}`);
const without = (text: string) => ({ signature: text, publicKey: null });

describe('a message for a refund', () => {
  test('says where the money goes, of which invoice, on which network and until when', () => {
    expect(refundMessage(request)).toBe(
      'Refund request on pay.example\n' +
        'I sent the payment for this invoice and ask for the refund to the address below.\n' +
        'Invoice: 0198a1c2-0000-7000-8000-000000000001\nNetwork: Ethereum\n' +
        'Refund to: 0x52908400098527886E0F7030069857D2E4169EE7\nValid until: 2026-11-30T04:00:00.000Z',
    );
    const tagged = refundMessage({ ...request, network: 'XRP', destinationTag: '77' });
    expect(tagged).toContain('\nDestination tag: 77\n');
  });

  test('is another one for every other recipient, invoice, network, tag and deadline', () => {
    const others = [
      { ...request, address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
      { ...request, invoiceId: '0198a1c2-0000-7000-8000-000000000002' },
      { ...request, network: 'TRON' as const },
      { ...request, destinationTag: '0' },
      { ...request, untilMs: request.untilMs + 1_000 },
      { ...request, host: 'evil.example' },
    ];
    expect(new Set([request, ...others].map(refundMessage)).size).toBe(7);
  });

  test('can be signed where payments name their sender', () => {
    expect((['BTC', 'LTC', 'BCH', 'ETH', 'TRON', 'XRP'] as const).filter(canSign)).toEqual(['ETH', 'TRON', 'XRP']);
  });
});

describe('the signer of a message', () => {
  const message = refundMessage(request);

  test('on Ethereum is the account of a wallet (EIP-191), with either form of the last byte', async () => {
    const signature = await account.signMessage({ message });
    const bare = `${signature.slice(2, -2)}${signature.endsWith('1b') ? '00' : '01'}`;
    for (const text of [signature, bare, signature.toUpperCase().replace('0X', '0x')]) {
      expect(signerOf('ETH', message, without(text))).toBe(account.address.toLowerCase());
    }
  });

  test('on TRON is the account of a wallet (TIP-191)', () => {
    const tron = new TronWeb({ fullHost: 'http://127.0.0.1:1', privateKey: KEY });
    const signature = tron.trx.signMessageV2(message);
    expect(signerOf('TRON', message, without(signature))).toBe(tron.defaultAddress.base58);
    expect(signerOf('ETH', message, without(signature))).not.toBe(account.address.toLowerCase());
  });

  test.each(['ed25519', 'ecdsa-secp256k1'] as const)('on the XRP Ledger is the account of a key of %s', (algorithm) => {
    const wallet = Wallet.generate(algorithm as never);
    const hex = Buffer.from(message).toString('hex');
    const signature = signXrp(hex, wallet.privateKey);
    const given = { signature, publicKey: wallet.publicKey };
    expect(signerOf('XRP', message, given)).toBe(wallet.classicAddress);
    expect(signerOf('XRP', `${message} `, given)).toBeNull();
    expect(signerOf('XRP', message, { signature, publicKey: Wallet.generate().publicKey })).toBeNull();
    expect(signerOf('XRP', message, without(signature))).toBeNull();
  });

  test('is somebody else for another message or key', async () => {
    const signature = await account.signMessage({ message });
    const other = refundMessage({ ...request, address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' });
    expect(signerOf('ETH', other, without(signature))).not.toBe(account.address.toLowerCase());
    const thief = await privateKeyToAccount(`0x${OTHER_KEY}`).signMessage({ message });
    expect(signerOf('ETH', message, without(thief))).not.toBe(account.address.toLowerCase());
  });

  test('is nobody for what is no signature', async () => {
    const signature = await account.signMessage({ message });
    const wrong = [
      '',
      '0x',
      'zz',
      signature.slice(0, -2),
      `${signature}00`,
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
    ];
    for (const text of wrong) expect(signerOf('ETH', message, without(text)), text).toBeNull();
    // Signatures of contract wallets (EIP-1271) have other lengths.
    expect(signerOf('ETH', message, without(`0x${'ab'.repeat(130)}`))).toBeNull();
  });

  test('is nobody for the second form that everyone can make of a signature', async () => {
    const bytes = hexToBytes((await account.signMessage({ message })).slice(2));
    const { r, s } = secp256k1.Signature.fromBytes(bytes.slice(0, 64));
    const flipped = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toHex();
    const last = bytes[64] === 27 ? '1c' : '1b';
    expect(signerOf('ETH', message, without(`${flipped}${last}`))).toBeNull();
  });
});
