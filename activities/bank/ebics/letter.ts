import { createHash } from 'node:crypto';
import { type EbicsKeys, type EbicsSubscriber, keyHashText, type OwnKey } from './keys.ts';

export interface LetterAbout {
  readonly of: EbicsSubscriber;
  readonly keys: EbicsKeys;
  /** The account holder, who signs. */
  readonly holder: string;
  readonly nowMs: number;
}

/** The initialization letter (INI and HIA): the bank compares these hashes with the keys that it got. */
export function initializationLetter({ of, keys, holder, nowMs }: LetterAbout): string {
  const [day, time] = new Date(nowMs).toISOString().split(/[T.]/);
  return [
    'EBICS initialization letter (EBICS 3.0, H005)',
    '',
    `Date: ${day}   Time: ${time} UTC`,
    `Host ID: ${of.hostId}`,
    `Partner ID: ${of.partnerId}`,
    `User ID: ${of.userId}`,
    `Account holder: ${holder}`,
    '',
    ...section('Signature key (INI)', 'A006', keys.signature),
    ...section('Authentication key (HIA)', 'X002', keys.authentication),
    ...section('Encryption key (HIA)', 'E002', keys.encryption),
    'I confirm that these are my public keys.',
    '',
    '',
    '_____________________      _____________________________________________',
    'Place, date                Name and signature',
    '',
  ].join('\n');
}

function section(title: string, version: string, { certificate }: OwnKey): string[] {
  const hash = createHash('sha256').update(certificate.raw).digest('hex').toUpperCase();
  return [
    `${title}, version ${version}`,
    `  SHA-256 of the public key:   ${grouped(keyHashText(certificate.publicKey))}`,
    `  SHA-256 of the certificate:  ${grouped(hash)}`,
    '',
  ];
}

function grouped(hash: string): string {
  return hash.replaceAll(/(..)(?=.)/g, '$1 ');
}
