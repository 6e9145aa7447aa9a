import { resolve } from 'node:path';
import { say, seconds, timed } from '../progress.ts';
import { announce, type Started } from './announce.ts';
import { checkSettings } from './check-settings.ts';
import { parsePort, requireFree } from './chosen-ports.ts';
import { type DataFolder, takeDataFolder, writeWhole } from './data-folder.ts';
import { makeDemoInvoices, waitForRates } from './demo-invoices.ts';
import { Keeper } from './keeper.ts';
import { whyNot } from './why-not.ts';

/** The context of a start. */
export interface StartUp {
  readonly folder: DataFolder;
  readonly keeper: Keeper;
  readonly port: number;
  /** Further things to close at the end. */
  readonly closers: (() => Promise<void>)[];
}

/** One Ctrl-C may arrive twice (from the terminal and through npm); a second one after this time means "at once". */
const repeatedSignalMs = 1_500;

/**
 * Runs everything on the data folder until Ctrl-C: takes the folder, starts, announces, and stops all of it in order,
 * also when a start fails or a process keeps dying.
 */
export async function conduct(command: string, startAll: (startUp: StartUp) => Promise<Started>): Promise<void> {
  const startedMs = Date.now();
  const path = resolve(process.env.DATA_DIR || '.tidegate');
  let folder: DataFolder | undefined;
  let keeper: Keeper | undefined;
  const closers: (() => Promise<void>)[] = [];
  let leaving: Promise<void> | undefined;

  const leave = (code: number): Promise<void> => {
    leaving ??= (async () => {
      await keeper?.stop();
      await Promise.all(closers.map((close) => close()));
      folder?.release();
      process.exit(code);
    })();
    return leaving;
  };
  const fail = (reason: string): void => {
    say(`\nTidegate stops: ${reason}`);
    void leave(1);
  };
  stopOnSignals(leave);

  try {
    const port = parsePort(process.env.PORT || '8080', 'PORT');
    const taken = await takeDataFolder(path, { port });
    if ('pid' in taken) {
      say(`Tidegate is already running on this data folder: process ${taken.pid}, http://localhost:${taken.port}.`);
      say('Stop it first, or choose another folder and port (DATA_DIR, PORT).');
      process.exit(1);
    }
    folder = taken;
    folder.belongTo(command);
    keeper = new Keeper(folder, fail);
    await requireFree(port, 'PORT');
    checkSettings(folder, port);
    say(`Starting Tidegate (data in ${folder.path})…`);
    const started = await startAll({ folder, keeper, port, closers });
    if (leaving) return;
    const kept = folder;
    await timed('rates and demo invoices', () => addDemoInvoices(started, kept));
    writeWhole(folder.file('started.json'), `${JSON.stringify(started, null, 2)}\n`);
    announce(started, { readyIn: seconds(Date.now() - startedMs), logs: folder.file('logs') });
  } catch (error) {
    if (!leaving) fail(whyNot(error, path));
  }
}

/**
 * Waits for rates; a shop without orders shows little. That neither came about is worth a word, and no reason to stop.
 */
async function addDemoInvoices(started: Started, folder: DataFolder): Promise<void> {
  try {
    if (await waitForRates(started)) await makeDemoInvoices(started, folder.file('demo-invoices-made'));
    else say('There are no rates yet: you can create invoices; payers can choose an asset once there are rates.');
  } catch (error) {
    say(`The demo invoices could not be created: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function stopOnSignals(leave: (code: number) => Promise<void>): void {
  let firstMs: number | undefined;
  const onSignal = (): void => {
    if (firstMs === undefined) {
      firstMs = Date.now();
      say('\nStopping Tidegate…');
      void leave(0);
    } else if (Date.now() - firstMs > repeatedSignalMs) {
      // The guard ends what we leave behind.
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The program that started us has died: nobody is left to stop us later.
  process.on('disconnect', onSignal);
  process.channel?.unref();
  // A terminal that was closed takes no more output; that must not keep us from stopping cleanly.
  process.stdout.on('error', () => {});
}
