import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import type { EbicsKeys, EbicsSubscriber, OwnKey } from './keys.ts';

const KEY_BITS = 3_072;
const YEARS_VALID = 10;

/** Makes our three keys. EBICS 3.0 sends public keys in certificates, so each has one, signed by itself. */
export function makeEbicsKeys(of: EbicsSubscriber, nowMs: number): EbicsKeys {
  return {
    signature: makeKey(of, nowMs, { nonRepudiation: true }),
    authentication: makeKey(of, nowMs, { digitalSignature: true }),
    encryption: makeKey(of, nowMs, { keyEncipherment: true }),
  };
}

function makeKey({ partnerId, userId }: EbicsSubscriber, nowMs: number, usage: Record<string, true>): OwnKey {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: KEY_BITS });
  const own = forge.pki.privateKeyFromPem(key.export({ type: 'pkcs1', format: 'pem' }).toString());
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(own.n, own.e);
  certificate.serialNumber = serialNumberOf(randomBytes(16));
  certificate.validity.notBefore = new Date(nowMs);
  certificate.validity.notAfter = new Date(nowMs);
  certificate.validity.notAfter.setUTCFullYear(certificate.validity.notAfter.getUTCFullYear() + YEARS_VALID);
  const name = [
    { name: 'commonName', value: userId },
    { name: 'organizationName', value: partnerId },
  ];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', critical: true, ...usage },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(own, forge.md.sha256.create());
  return { key, certificate: new X509Certificate(forge.pki.certificateToPem(certificate)) };
}

/**
 * A serial number in hex, positive and in its shortest form, as RFC 5280 and DER demand. A leading zero byte before a
 * small one would make a certificate that OpenSSL refuses ("illegal padding").
 */
export function serialNumberOf(random: Uint8Array): string {
  const bytes = Buffer.from(random);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}
