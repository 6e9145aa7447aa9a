import { parsePort, requireFree } from './chosen-ports.ts';

/**
 * The METRICS_PORT of each program that runs on this machine: the one of the environment for the first, and those that
 * follow it for the others, because no two processes share one. None without METRICS_PORT.
 *
 * @throws Error that names the variable for an invalid port, and who holds one that is taken
 */
export async function metricsPorts<Name extends string>(
  programs: readonly Name[],
  env: NodeJS.ProcessEnv,
): Promise<Readonly<Partial<Record<Name, number>>>> {
  if (!env.METRICS_PORT) return {} as Partial<Record<Name, number>>;
  const first = parsePort(env.METRICS_PORT, 'METRICS_PORT');
  const last = first + programs.length - 1;
  if (last > 65_535) {
    throw new Error(
      `METRICS_PORT ${first} leaves too few ports: ${programs.length} processes use one each, in a row. ` +
        `Set it to ${65_536 - programs.length} or less.`,
    );
  }
  for (let port = first; port <= last; port += 1) await requireFree(port, 'METRICS_PORT');
  return Object.fromEntries(programs.map((name, index) => [name, first + index])) as Record<Name, number>;
}

/** For a person: where each program answers /metrics; undefined where none does. */
export function metricsInWords(ports: Readonly<Record<string, number | undefined>>): string | undefined {
  const each = Object.entries(ports).map(([name, port]) => `${name} ${port}`);
  return each.length === 0 ? undefined : `Metrics: ${each.join(', ')}.`;
}
