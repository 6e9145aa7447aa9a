import type { Command } from 'commander';
import { AuthenticationError, type Me } from '../../node/src/index.ts';
import { connect, readCredentials, removeCredentials, storeCredentials } from './credentials.ts';
import { CliError, EXIT, type Io, readSecret } from './io.ts';
import { show } from './show.ts';

/** Adds `login`, `logout` and `whoami`. */
export function addAccount(program: Command, io: Io): void {
  program
    .command('login')
    .description('store a key for this user; the secret is typed or piped, never an argument')
    .requiredOption('--url <url>', 'your gateway, such as https://pay.example.com')
    .requiredOption('--key <key>', 'the API key: tg_test_… or tg_live_…')
    .action(async ({ url, key }: { url: string; key: string }) => {
      const secret = await readSecret(io, 'Secret (tgs_…):');
      const credentials = { url, key, secret };
      await check(credentials);
      io.say(`Signed in to ${url} in ${modeOf(key)}. The key is in ${storeCredentials(io, credentials)}.`);
    });
  program
    .command('logout')
    .description('forget the key')
    .action(() => {
      removeCredentials(io);
      io.say('The key is forgotten here. To end it everywhere, revoke it in the back office.');
    });
  program
    .command('whoami')
    .description('say which gateway and key are used')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const credentials = readCredentials(io);
      const { permissions, preset, shop } = await check(credentials);
      const { url, key } = credentials;
      show(io, { url, key, mode: modeOf(key), shop: shop.name, permissions, preset }, { json });
    });
}

async function check(credentials: Parameters<typeof connect>[0]): Promise<Me> {
  try {
    return await connect(credentials).me.get();
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    throw new CliError('The gateway does not know this key and secret.', EXIT.noPermission);
  }
}

export function modeOf(key: string): 'sandbox' | 'production' {
  return key.startsWith('tg_test_') ? 'sandbox' : 'production';
}
