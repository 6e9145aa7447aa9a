import type { Config } from '../settings/config.ts';
import { useTracer } from './spans.ts';

/** Ends the tracing of the process. */
export type StopTracing = () => Promise<void>;

/**
 * Turns tracing on if the settings name a collector; otherwise nothing is loaded. A collector that is away costs spans
 * and nothing else.
 * @param service `api`, `worker` or `signer`
 * @param onTrouble for the log
 * @returns sends what is left, for two seconds at most
 */
export async function startTracing(
  { tracing }: Pick<Config, 'tracing'>,
  service: string,
  onTrouble: (message: string) => void,
): Promise<StopTracing> {
  if (tracing === undefined) return async () => {};
  const { openExport } = await import('./export.ts');
  const tracer = openExport(tracing, `tidegate-${service}`, onTrouble);
  useTracer(tracer);
  return async () => {
    useTracer(undefined);
    const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
    await Promise.race([tracer.close().catch(() => {}), late]);
  };
}

const CLOSE_MS = 2_000;
