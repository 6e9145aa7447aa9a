/** The settings of one connection: those that begin with `TEMPORAL_TLS`, or the parameters of `DATABASE_URL`. */
export type TlsPrefix = 'TEMPORAL_TLS' | 'AMQP_TLS' | 'SMTP_TLS' | 'DATABASE_URL';

/**
 * Advice on an error of a TLS connection, or undefined if it is of another kind. Codes and messages are those of
 * OpenSSL and Node; some drivers keep only the message.
 */
export function tlsAdvice(error: Error, prefix: TlsPrefix): string | undefined {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const found = CASES.find(([codes, messages]) => codes.test(code) || messages.test(message));
  return found?.[2](namesOf(prefix), error);
}

/** Advice on a server that closes a secured connection before its first answer. */
export function closedAdvice(prefix: TlsPrefix, hasClientCertificate: boolean): string {
  const { pair, cert } = namesOf(prefix);
  return hasClientCertificate
    ? 'The server closed the connection once it had our client certificate, so it seems to refuse it. ' +
        `Set ${cert} to one that an authority of the server issued.`
    : 'The server closed the connection before it said anything, so it seems to require a client certificate. ' +
        `Set ${pair} to one that it accepts.`;
}

/** How an operator sets what a connection needs. */
interface SettingNames {
  readonly ca: string;
  readonly cert: string;
  readonly pair: string;
  readonly serverName?: string;
}

function namesOf(prefix: TlsPrefix): SettingNames {
  if (prefix === 'DATABASE_URL') {
    return {
      ca: 'sslrootcert in DATABASE_URL',
      cert: 'sslcert in DATABASE_URL',
      pair: 'sslcert and sslkey in DATABASE_URL',
    };
  }
  return {
    ca: `${prefix}_CA_FILE`,
    cert: `${prefix}_CERT_FILE`,
    pair: `${prefix}_CERT_FILE and ${prefix}_KEY_FILE`,
    ...(prefix === 'SMTP_TLS' ? {} : { serverName: `${prefix}_SERVER_NAME` }),
  };
}

type Advice = (names: SettingNames, error: Error) => string;

const NOTHING = /(?!)/;

const CASES: readonly (readonly [codes: RegExp, messages: RegExp, advice: Advice])[] = [
  [
    /SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE)$|^CERT_SIGNATURE_FAILURE$/,
    /self-signed certificate|unable to (get (local )?issuer certificate|verify the first certificate)|certificate signature failure/,
    ({ ca }) =>
      "The server's certificate was issued by an authority that this process does not trust. " +
      `Set ${ca} to the certificate of the authority that issued it.`,
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    /^certificate has expired$/,
    () => "The server's certificate has expired. Renew it on the server.",
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    /^certificate is not yet valid$/,
    () => "The server's certificate is not valid yet. Check the clocks of both machines.",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    /does not match certificate's altnames/,
    ({ serverName }, { message }) =>
      `The server's certificate is for another name (${message}). Connect to the name in the certificate` +
      `${serverName === undefined ? '' : `, or set ${serverName} to it`}.`,
  ],
  [
    /ALERT_CERTIFICATE_REQUIRED$|ALERT_HANDSHAKE_FAILURE$/,
    /alert certificate required|alert handshake failure/,
    ({ pair }) => `The server requires a client certificate. Set ${pair} to one that it accepts.`,
  ],
  [
    /ALERT_CERTIFICATE_EXPIRED$/,
    /alert certificate expired/,
    ({ cert }) => `Our client certificate has expired. Set ${cert} to a new one, and restart.`,
  ],
  [
    /ALERT_(UNKNOWN_CA|(BAD|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_(REVOKED|UNKNOWN)|ACCESS_DENIED)$/,
    /alert (unknown ca|(bad|unsupported) certificate|certificate (revoked|unknown)|access denied)/,
    ({ cert }) =>
      `The server refuses our client certificate. Set ${cert} to one that an authority of the server issued.`,
  ],
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/,
    /:(wrong version number|packet length too long|http request):/,
    () => 'The server does not speak TLS on this port. Check the port, or turn TLS off.',
  ],
  [
    NOTHING,
    /^Error upgrading connection with STARTTLS/,
    () =>
      'The mail server offers no TLS, and mails are only sent over TLS because SMTP_TLS_CA is set. ' +
      'Turn TLS on at the server, or unset SMTP_TLS_CA.',
  ],
];
