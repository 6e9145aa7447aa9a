import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../domain/ids.ts';
import { obey, takeFile, work } from './bank.ts';
import type { SimulatedAccount } from './messages.ts';
import { type BankCommand, type BankState, newBankState } from './state.ts';

export interface SimulatedBank {
  /** Obeys the commands, takes the gateway's files and answers them. */
  tick(nowMs: number): Promise<void>;
}

export interface SimulatorSettings {
  /** The same folder as the gateway's. */
  readonly folder: string;
  readonly account: SimulatedAccount;
  /** The least time between two statements. */
  readonly statementEveryMs: number;
  /** One statement at the start too, also without movements, as a request to a bank gets one. */
  readonly statesAtStart?: boolean;
  readonly onTrouble?: (words: string) => void;
}

/**
 * A bank that lives in a folder: it takes files from `to-bank`, leaves its own in `from-bank`, and keeps what it knows
 * beside them. Its state is saved before its files appear, and files are written again after a crash, byte for byte.
 */
export async function openSimulatedBank(settings: SimulatorSettings): Promise<SimulatedBank> {
  const { folder, account, statementEveryMs, onTrouble = () => undefined } = settings;
  let statesNow = settings.statesAtStart ?? false;
  const toBank = join(folder, 'to-bank');
  const fromBank = join(folder, 'from-bank');
  const commands = join(folder, 'commands');
  for (const each of [toBank, fromBank, commands]) {
    if ((await mkdir(each, { recursive: true })) !== undefined) await chmod(each, 0o770);
  }
  const stateFile = join(folder, 'simulator.json');
  const state = (await readState(stateFile)) ?? newBankState(account);
  const save = () => writeWhole(stateFile, JSON.stringify(state));
  const flush = async () => {
    for (const { name, text } of state.outbox) await writeWhole(join(fromBank, name), text);
    state.outbox = [];
    await save();
  };
  const each = async (from: string, take: (text: string, name: string) => void) => {
    for (const name of await filesIn(from)) {
      const path = join(from, name);
      try {
        take(await readFile(path, 'utf8'), name);
      } catch (error) {
        onTrouble(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      await save();
      await rm(path);
    }
  };
  await flush();
  return {
    tick: async (nowMs) => {
      await each(commands, (text, name) => {
        if (state.obeyed?.includes(name)) return;
        obey(state, JSON.parse(text) as BankCommand, nowMs);
        state.obeyed = [...(state.obeyed ?? []), name].slice(-REMEMBERED);
      });
      await each(toBank, (text) => takeFile(state, text, nowMs));
      work(state, nowMs, { statementEveryMs, statesNow });
      statesNow = false;
      if (state.outbox.length > 0) {
        await save();
        await flush();
      }
    },
  };
}

/** A command that is left twice is obeyed once. */
const REMEMBERED = 1_000;

/** Leaves a command for the bank in this folder. */
export async function commandBank(folder: string, command: BankCommand): Promise<void> {
  const commands = join(folder, 'commands');
  await mkdir(commands, { recursive: true });
  await writeWhole(join(commands, `${newId()}.json`), JSON.stringify(command));
}

async function readState(path: string): Promise<BankState | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as BankState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

/** Appears whole or not at all. */
async function writeWhole(path: string, text: string): Promise<void> {
  const part = join(path, '..', `.${newId()}.part`);
  await writeFile(part, text, { mode: 0o640 });
  await rename(part, path);
}
