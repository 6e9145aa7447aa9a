import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { CliError, type Io } from './io.ts';
import { formatMinor, ReservesError, type ReservesVerdict, verifyReserves } from './reserves-verifier.ts';

interface Options {
  readonly key?: string;
  readonly json?: true;
}

/** Adds `verify-reserves <file>`, which needs neither network nor sign-in. */
export function addReserves(program: Command, io: Io): void {
  program
    .command('verify-reserves <file>')
    .description('verify a proof of reserves without asking any server')
    .option('--key <public key>', 'the key that must have signed, as the gateway publishes it')
    .option('--json', 'print JSON')
    .action(async (path: string, { key, json }: Options) => {
      const verdict = await verdictOn(path, key);
      for (const line of json === true ? [jsonOf(verdict)] : linesOf(verdict, key)) io.say(line);
    });
}

async function verdictOn(path: string, key: string | undefined): Promise<ReservesVerdict> {
  try {
    return await verifyReserves(await readFile(path, 'utf8'), key);
  } catch (error) {
    if (error instanceof ReservesError) throw new CliError(`Not proven. ${error.message}`);
    throw error;
  }
}

function linesOf({ mode, day, moment, gateway, merchantId, keyId, balances }: ReservesVerdict, key?: string): string[] {
  const note = mode === 'sandbox' ? ' This is sandbox: no real money.' : '';
  const trusted = key === undefined ? `; compare it with the key on ${gateway}/reserves` : ', which you named';
  return [
    `Proven for merchant ${merchantId} at ${moment} (${day}).${note}`,
    ...balances.map(({ gateId, decimals, amount, owed }) => {
      return `  ${formatMinor(amount, decimals)} ${gateId} of ${formatMinor(owed, decimals)} ${gateId} owed in total`;
    }),
    ...(balances.length === 0 ? ['  no balance in any asset'] : []),
    `Signed by the key ${keyId} of ${gateway}${trusted}.`,
  ];
}

function jsonOf({ balances, ...verdict }: ReservesVerdict): string {
  const shown = balances.map(({ gateId, decimals, amount, owed }) => ({
    gate_id: gateId,
    amount: formatMinor(amount, decimals),
    owed: formatMinor(owed, decimals),
  }));
  const { mode, day, moment, gateway, merchantId, keyId } = verdict;
  return JSON.stringify({
    proven: true,
    mode,
    day,
    moment,
    gateway,
    merchant_id: merchantId,
    key: keyId,
    balances: shown,
  });
}
