import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate with its key, both in PEM. */
export interface MadeCertificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority of its own, which nobody trusts by default. */
export interface Authority {
  readonly cert: string;
  /** A certificate for `localhost` and 127.0.0.1, which both servers and clients can use. */
  issue(options?: { readonly isExpired?: boolean; readonly names?: string }): MadeCertificate;
}

/** Makes an authority with the program `openssl`. */
export function makeAuthority(name: string): Authority {
  const extensions = 'basicConstraints=critical,CA:TRUE';
  const own = makeCertificate({ name, extensions: [extensions, 'keyUsage=critical,keyCertSign'], days: 2 });
  return {
    cert: own.cert,
    issue: ({ isExpired = false, names = 'DNS:localhost,IP:127.0.0.1' } = {}) =>
      makeCertificate({
        name: `of ${name}`,
        extensions: ['basicConstraints=critical,CA:FALSE', `subjectAltName=${names}`],
        days: isExpired ? -1 : 2,
        issuer: own,
      }),
  };
}

interface Requested {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly days: number;
  readonly issuer?: MadeCertificate;
}

function makeCertificate({ name, extensions, days, issuer }: Requested): MadeCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'tidegate-certificate-'));
  const file = (own: string, text?: string) => {
    const path = join(folder, own);
    if (text !== undefined) writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  try {
    const config = file('config', ['[req]', 'distinguished_name=dn', '[dn]', '[own]', ...extensions, ''].join('\n'));
    const run = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', file('key')];
    run('req', '-new', ...key, '-config', config, '-subj', `/CN=${name}`, '-out', file('request'));
    const by =
      issuer === undefined
        ? ['-signkey', file('key')]
        : ['-CA', file('ca', issuer.cert), '-CAkey', file('ca-key', issuer.key), '-CAcreateserial'];
    const extended = ['-extfile', config, '-extensions', 'own'];
    run('x509', '-req', '-in', file('request'), ...by, ...extended, '-days', String(days), '-out', file('cert'));
    return { cert: readFileSync(file('cert'), 'utf8'), key: readFileSync(file('key'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
