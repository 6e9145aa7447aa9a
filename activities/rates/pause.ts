export interface PauseOptions {
  /** False: a process that has nothing else to do may end meanwhile. */
  readonly keepsProcess?: boolean;
}

/** Waits so long, or until the signal; never rejects. */
export function pause(ms: number, signal: AbortSignal, { keepsProcess = true }: PauseOptions = {}): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (!keepsProcess) timer.unref();
    signal.addEventListener('abort', end);
  });
}
