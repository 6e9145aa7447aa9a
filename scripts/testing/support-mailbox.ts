import { makeAuthority } from '../../settings/certificates.fixture.ts';
import { startDovecot } from '../services/dovecot.ts';
import { ensureDovecot } from '../toolchain/dovecot.ts';
import { isFound } from '../toolchain/found.ts';
import { noteServer } from './report.ts';
import { makeRunFolder } from './run-folder.ts';

/** The mailbox of support, for a mail server that delivers to it. */
export interface SupportMailbox {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Its authority, in PEM. */
  readonly ca: string;
}

export interface RunningSupportMailbox {
  readonly mailbox: SupportMailbox;
  /** The settings by which the worker reads it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts a real IMAP server with the mailbox of support; undefined where none is installed.
 * @throws Error for that under `CI`
 */
export async function startSupportMailbox(): Promise<RunningSupportMailbox | undefined> {
  const program = await ensureDovecot();
  if (!isFound(program)) {
    noteServer({ name: 'dovecot', missing: program.missing });
    if (process.env.CI) throw new Error(program.missing);
    return undefined;
  }
  noteServer({ name: 'dovecot', origin: program.origin });
  const folder = makeRunFolder();
  const authority = makeAuthority('mail servers');
  const [user, password] = ['support', 'open-sesame'];
  const server = await startDovecot({ dataDir: folder.path, password, certificate: authority.issue() });
  const port = server.ports.imaps;
  return {
    mailbox: { port, user, password, ca: authority.cert },
    env: {
      SUPPORT_IMAP_URL: `imaps://${user}:${password}@localhost:${port}`,
      SUPPORT_IMAP_TLS_CA: authority.cert,
    },
    stop: async () => {
      await server.stop();
      folder.remove();
    },
  };
}
