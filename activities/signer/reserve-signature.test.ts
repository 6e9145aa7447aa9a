import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { utils as tronUtils } from 'tronweb';
import { verifyMessage } from 'viem';
import { expect, test } from 'vitest';
import { verifyKeypairSignature } from 'xrpl';
import { evmAddressOfKey } from '../../domain/address/evm.ts';
import { tronAddressOfKey } from '../../domain/address/tron.ts';
import { xrpAddressOfKey } from '../../domain/address/xrp.ts';
import { NETWORKS, type Network } from '../../domain/assets/assets.ts';
import { type ReserveMessage, reserveMessage } from '../../domain/reserves/message.ts';
import { type MessageKey, signBip322, signBitcoinMessage, signReserveMessage } from './reserve-signature.ts';

const key = keyOf(Uint8Array.from({ length: 32 }, (_, at) => at + 1));

function keyOf(privateKey: Uint8Array): MessageKey {
  return { privateKey, publicKey: secp256k1.getPublicKey(privateKey, true) };
}

const uncompressed = secp256k1.getPublicKey(key.privateKey, false);
const addresses: Readonly<Record<Network, string>> = {
  BTC: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  LTC: 'ltc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  BCH: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  ETH: evmAddressOfKey(uncompressed),
  TRON: tronAddressOfKey(uncompressed),
  XRP: xrpAddressOfKey(key.publicKey),
};
const messageOn = (network: Network): ReserveMessage => ({
  mode: 'production',
  network,
  address: addresses[network],
  day: '2026-11-29',
  statementSha256: 's'.repeat(43),
});

/** The test vectors of BIP-322 for its simple form. */
test('BTC: signs as BIP-322 prints it', () => {
  const wif = createBase58check(sha256).decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k');
  const bip = keyOf(wif.slice(1, 33));
  expect(signBip322(Buffer.from('Hello World'), bip)).toBe(
    'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGh' +
      'owEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  );
  expect(signBip322(Buffer.from(''), bip)).toBe(
    'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVg' +
      'zAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  );
});

/** As the library bitcoinjs-message has it in its tests. */
test('BCH: signs as wallets of Bitcoin do', () => {
  const wif = createBase58check(sha256).decode('L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1');
  expect(signBitcoinMessage(Buffer.from('This is an example of a signed message.'), keyOf(wif.slice(1, 33)))).toBe(
    'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
  );
});

test('ETH, TRON and XRP: libraries of those networks verify it, and not for another text', async () => {
  const ether = { address: evmAddressOfKey(uncompressed), signature: signReserveMessage(messageOn('ETH'), key) };
  const signature = ether.signature as `0x${string}`;
  const address = ether.address as `0x${string}`;
  expect(await verifyMessage({ address, signature, message: reserveMessage(messageOn('ETH')) })).toBe(true);
  expect(await verifyMessage({ address, signature, message: `${reserveMessage(messageOn('ETH'))} ` })).toBe(false);

  const tron = signReserveMessage(messageOn('TRON'), key);
  expect(tronUtils.message.verifyMessage(reserveMessage(messageOn('TRON')), tron)).toBe(addresses.TRON);

  const hex = Buffer.from(reserveMessage(messageOn('XRP'))).toString('hex');
  const publicKey = Buffer.from(key.publicKey).toString('hex').toUpperCase();
  expect(verifyKeypairSignature(hex, signReserveMessage(messageOn('XRP'), key), publicKey)).toBe(true);
  expect(verifyKeypairSignature(`${hex}20`, signReserveMessage(messageOn('XRP'), key), publicKey)).toBe(false);
});

test('nothing else can be signed: each part has its form', () => {
  for (const network of NETWORKS) {
    expect(() => signReserveMessage({ ...messageOn(network), statementSha256: 'Pay me' }, key)).toThrow(RangeError);
  }
});
