import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestGateway } from '../../node/src/gateway.fixture.ts';
import { runCli } from './program.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A user with a folder for settings, who runs commands. */
export function openUser(gateway: TestGateway, shop: Pick<TestGateway['shop'], 'token'> = gateway.shop) {
  const folder = mkdtempSync(join(tmpdir(), 'tidegate-cli-'));
  const { key, secret } = shop.token;
  const home = { TIDEGATE_CONFIG: join(folder, 'credentials.json') };
  const signedIn = { ...home, TIDEGATE_URL: gateway.url, TIDEGATE_KEY: key, TIDEGATE_SECRET: secret };

  async function run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCli(args, {
      env: { ...signedIn, ...options.env },
      stdin: Readable.from([Buffer.from(options.input ?? '')]),
      say: (line) => {
        out.push(line);
        options.onLine?.(line);
      },
      warn: (line) => {
        err.push(line);
        options.onLine?.(line);
      },
      signal: options.signal ?? new AbortController().signal,
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }

  const signedOut = { TIDEGATE_URL: undefined, TIDEGATE_KEY: undefined, TIDEGATE_SECRET: undefined };
  return { run, folder, file: home.TIDEGATE_CONFIG, signedOut, remove: () => rmSync(folder, { recursive: true }) };
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  readonly signal?: AbortSignal;
  readonly onLine?: (line: string) => void;
}
