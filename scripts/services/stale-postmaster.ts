import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLineOf, identify, workingFolderOf } from '../process/identity.ts';

const stopTimeoutMs = 10_000;
const pollMs = 50;

/**
 * Makes a cluster startable after its server was killed: a server that still runs on it (its conductor died) is
 * stopped, and a `postmaster.pid` whose number is free or means another program by now is removed.
 */
export async function clearStalePostmaster(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = recordedPid(file);
  if (pid === undefined) return;
  if (isPostmasterOf(pid, cluster)) {
    // SIGINT is Postgres' fast shutdown: sessions are ended, the data is left clean.
    await stopAndWait(pid, 'SIGINT');
    if (isPostmasterOf(pid, cluster)) await stopAndWait(pid, 'SIGQUIT');
  }
  rmSync(file, { force: true });
}

function recordedPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  if (identify(pid) === undefined) return false;
  const command = commandLineOf(pid);
  return command.includes('postgres') && (command.includes(cluster) || workingFolderOf(pid) === cluster);
}

async function stopAndWait(pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
  const deadlineMs = Date.now() + stopTimeoutMs;
  while (identify(pid) !== undefined && Date.now() < deadlineMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
