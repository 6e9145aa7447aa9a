import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Environment } from './config.ts';

/**
 * Errors of certificates and keys in PEM settings, whatever server they are for. An expired one is no error: the
 * program must still start, because it may do without that server for a while.
 */
export function certificateProblems(env: Environment): string[] {
  return [
    ...['TEMPORAL_TLS', 'AMQP_TLS'].flatMap((prefix) => pairProblems(env, prefix)),
    ...['TEMPORAL_TLS_CA', 'AMQP_TLS_CA', 'SMTP_TLS_CA', 'SUPPORT_IMAP_TLS_CA'].flatMap((name) => {
      const pem = env[name];
      return pem && !firstCertificate(pem) ? [`${name} has a certificate that cannot be read`] : [];
    }),
  ];
}

function pairProblems(env: Environment, prefix: string): string[] {
  const { [`${prefix}_CERT`]: cert, [`${prefix}_KEY`]: key } = env;
  const certificate = cert ? firstCertificate(cert) : undefined;
  const privateKey = key ? parseKey(key) : undefined;
  const problems: string[] = [];
  if (cert && !certificate) problems.push(`${prefix}_CERT has a certificate that cannot be read`);
  if (key && !privateKey) problems.push(`${prefix}_KEY has a key that cannot be read`);
  if (certificate && privateKey && !certificate.checkPrivateKey(privateKey)) {
    problems.push(`${prefix}_KEY is not the key of the first certificate in ${prefix}_CERT`);
  }
  return problems;
}

/** The first certificate, if all can be read. */
function firstCertificate(pem: string): X509Certificate | undefined {
  try {
    const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
    return blocks.map((block) => new X509Certificate(block))[0];
  } catch {
    return undefined;
  }
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
