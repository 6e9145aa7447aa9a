/**
 * What to do about an error of a TLS connection, or undefined if it is of another kind. Codes and messages are those of
 * OpenSSL and Node; some drivers keep only the message.
 * @param prefix of the settings: `TEMPORAL_TLS`
 */
export function tlsAdvice(error: Error, prefix: string): string | undefined {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const found = CASES.find(([codes, messages]) => codes.test(code) || messages.test(message));
  return found?.[2](prefix, error);
}

type Advice = (prefix: string, error: Error) => string;

const NOTHING = /(?!)/;
const HAS_SERVER_NAME = /^(TEMPORAL|AMQP)_/;

const CASES: readonly (readonly [codes: RegExp, messages: RegExp, advice: Advice])[] = [
  [
    /SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE)$|^CERT_SIGNATURE_FAILURE$/,
    /self-signed certificate|unable to (get (local )?issuer certificate|verify the first certificate)|certificate signature failure/,
    (prefix) =>
      "The server's certificate was issued by an authority that this process does not trust. " +
      `Set ${prefix}_CA_FILE to the certificate of the authority that issued it.`,
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
    (prefix, { message }) =>
      `The server's certificate is for another name (${message}). Connect to the name in the certificate` +
      `${HAS_SERVER_NAME.test(prefix) ? `, or set ${prefix}_SERVER_NAME to it` : ''}.`,
  ],
  [
    /ALERT_CERTIFICATE_REQUIRED$|ALERT_HANDSHAKE_FAILURE$/,
    /alert certificate required|alert handshake failure/,
    (prefix) =>
      'The server requires a client certificate. ' +
      `Set ${prefix}_CERT_FILE and ${prefix}_KEY_FILE to one that it accepts.`,
  ],
  [
    /ALERT_CERTIFICATE_EXPIRED$/,
    /alert certificate expired/,
    (prefix) => `Our client certificate has expired. Put a new one into ${prefix}_CERT_FILE, and restart.`,
  ],
  [
    /ALERT_(UNKNOWN_CA|(BAD|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_(REVOKED|UNKNOWN)|ACCESS_DENIED)$/,
    /alert (unknown ca|(bad|unsupported) certificate|certificate (revoked|unknown)|access denied)/,
    (prefix) =>
      'The server refuses our client certificate. ' +
      `Set ${prefix}_CERT_FILE to one that an authority of the server issued.`,
  ],
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/,
    NOTHING,
    () => 'The server does not speak TLS on this port. Check the port, or turn TLS off.',
  ],
];
