/** Ends the program at once when it is interrupted: the guard ends what it started, the next run sweeps its folder. */
export function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
  process.on('disconnect', () => process.exit(130));
  process.channel?.unref();
  process.stdout.on('error', () => {});
}
