import { expect, test } from 'vitest';
import { readSeal, sealToSign, writeSeal } from './seal.ts';

const [sha256, proofSha256, signature] = ['h'.repeat(43), 'p'.repeat(43), 's'.repeat(86)];

test('the signature of a seal covers the hash of the proof, which the seal does not name', () => {
  const seal = writeSeal('key', sha256, signature);
  expect(seal).toBe(`TGS2.key.${sha256}.${signature}`);
  const signed = sealToSign('key', { sha256, proofSha256 });
  expect(signed).toBe(`TGS2.key.${sha256}.${proofSha256}`);
  expect(readSeal(seal, { proofSha256 })).toEqual({ keyId: 'key', sha256, signed, signature });
  expect(readSeal(seal, { proofSha256: 'q'.repeat(43) })?.signed).not.toBe(signed);
});

test('a seal of an older document is read as it was signed, and nothing else is a seal', () => {
  const older = `TGS1.key.${sha256}.${signature}`;
  expect(readSeal(older, { proofSha256 })?.signed).toBe(`TGS1.key.${sha256}`);
  expect(readSeal(older.replace('TGS1', 'TGS3'), { proofSha256 })).toBeNull();
});
