import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, running, startProcess } from '../process/managed.ts';
import { acceptsConnections, freePort } from '../process/ports.ts';
import { ensureDovecot } from '../toolchain/dovecot.ts';
import { isFound } from '../toolchain/found.ts';
import { unprivileged } from './drop-privileges.ts';

/** A mail store of ours that is read by IMAP. */
export interface RunningDovecot extends RunningServer {
  /** By TLS from the first byte, and by STARTTLS. */
  readonly ports: { readonly imaps: number; readonly imap: number };
}

export interface DovecotOptions {
  readonly dataDir: string;
  /** Any user has a mailbox, with this password. */
  readonly password: string;
  /** In PEM. */
  readonly certificate: { readonly cert: string; readonly key: string };
}

/** @throws Error when it is not installed, or with its last log lines when it does not get ready */
export async function startDovecot({ dataDir, password, certificate }: DovecotOptions): Promise<RunningDovecot> {
  const program = await ensureDovecot();
  if (!isFound(program)) throw new Error(program.missing);
  const ports = { imaps: await freePort(), imap: await freePort() };
  const file = (name: string, text: string) => {
    const path = join(dataDir, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const mails = join(dataDir, 'mails');
  mkdirSync(mails);
  // Its login processes run as a user of their own, who has to reach their sockets.
  chmodSync(dataDir, 0o755);
  const other = unprivileged({ owner: dataDir, readable: '/usr' });
  if (other) chownSync(mails, other.uid, other.gid);
  const own = userInfo();
  const config = `
base_dir = ${join(dataDir, 'run')}
state_dir = ${join(dataDir, 'state')}
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${file('cert.pem', certificate.cert)}
ssl_key = <${file('key.pem', certificate.key)}
mail_location = maildir:${mails}/%u
first_valid_uid = 1
${other ? '' : `default_internal_user = ${own.username}\ndefault_internal_group =\ndefault_login_user = ${own.username}`}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
    ssl = yes
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${other?.uid ?? own.uid} gid=${other?.gid ?? own.gid} home=${mails}/%u
}
`;
  const process = await startProcess({
    name: 'dovecot',
    command: program.path,
    args: ['-F', '-c', file('dovecot.conf', config)],
    ready: async () => (await acceptsConnections(ports.imap)) && acceptsConnections(ports.imaps),
  });
  return { ...running(process), ports };
}
