import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends the servers we started when we die without a chance to do it (kill -9, a crash).
 *
 * One small shell per program reads the process groups to end from its standard input. When the input closes, we are
 * gone: it asks each group to stop and, some seconds later, ends the rest. It runs in its own session, so that Ctrl-C
 * does not reach it.
 */
export function guardGroup(pid: number, stopSignal: NodeJS.Signals): void {
  guard().stdin?.write(`+ ${pid} ${stopSignal.replace('SIG', '')}\n`);
}

/** Takes a group that has ended off the guard's list, before its number can mean another process. */
export function releaseGroup(pid: number): void {
  running?.stdin?.write(`- ${pid} -\n`);
}

let running: ChildProcess | undefined;

/** Seconds between the polite signal and the last one. */
const graceSeconds = 8;

const program = `
trap '' INT TERM HUP
list=
while read -r sign pid signal; do
  rest=
  for item in $list; do [ "\${item%%:*}" = "$pid" ] || rest="$rest $item"; done
  list=$rest
  [ "$sign" = + ] && list="$list $pid:$signal"
done
for item in $list; do kill -s "\${item#*:}" -- "-\${item%%:*}" 2>/dev/null; done
tries=0
while [ $tries -lt ${graceSeconds * 5} ]; do
  alive=
  for item in $list; do kill -0 -- "-\${item%%:*}" 2>/dev/null && alive=1; done
  [ -z "$alive" ] && exit 0
  sleep 0.2
  tries=$((tries + 1))
done
for item in $list; do kill -s KILL -- "-\${item%%:*}" 2>/dev/null; done
`;

function guard(): ChildProcess {
  if (running !== undefined) return running;
  const shell = spawn('/bin/sh', ['-c', program], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.unref();
  // The pipe must not keep us running, and a guard that was ended from outside must not crash us.
  const pipe = shell.stdin as (typeof shell.stdin & { unref?: () => void }) | null;
  pipe?.unref?.();
  pipe?.on('error', () => {});
  shell.on('exit', () => {
    running = undefined;
  });
  running = shell;
  return shell;
}
