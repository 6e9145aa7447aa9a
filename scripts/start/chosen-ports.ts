import { existsSync, readFileSync } from 'node:fs';
import { freePort, isPortFree, portHolder } from '../process/ports.ts';
import { writeWhole } from './data-folder.ts';

/** The servers of `npm start`, each with the environment variable that sets its port, if there is one. */
export const serverPorts = {
  postgres: 'POSTGRES_PORT',
  temporal: 'TEMPORAL_PORT',
  temporalUi: 'TEMPORAL_UI_PORT',
  temporalHttp: null,
  temporalMetrics: null,
  smtp: 'SMTP_PORT',
  mailUi: 'MAIL_UI_PORT',
  cardPartner: 'CARD_SIMULATOR_PORT',
} as const;

export type ChosenPorts<Name extends string = keyof typeof serverPorts> = Readonly<Record<Name, number>>;

/**
 * A port for each server: the one the environment names, else the one of last time while it is free (so that bookmarks
 * hold), else any free one. The choice is kept in the file.
 *
 * @param variables for each server the environment variable that sets its port; null if there is none
 * @throws Error that names the holder when a port from the environment is taken.
 */
export async function choosePorts<Name extends string>(
  file: string,
  variables: Readonly<Record<Name, string | null>>,
): Promise<ChosenPorts<Name>> {
  const last = readLast(file);
  const chosen: Record<string, number> = {};
  for (const [name, variable] of Object.entries<string | null>(variables)) {
    const requested = variable === null ? undefined : process.env[variable];
    if (variable !== null && requested) {
      chosen[name] = parsePort(requested, variable);
      await requireFree(chosen[name], variable);
    } else {
      chosen[name] = await freePort(last[name]);
    }
  }
  writeWhole(file, JSON.stringify(chosen));
  return chosen as ChosenPorts<Name>;
}

/** @throws Error that says which variable is wrong and how. */
export function parsePort(text: string, variable: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Error(`${variable} must be a port from 1 to 65535, not "${text}".`);
  return port;
}

/** @throws Error that names who listens on the port. */
export async function requireFree(port: number, variable: string): Promise<void> {
  if (await isPortFree(port)) return;
  throw new Error(`Port ${port} is taken by ${portHolder(port)}. Stop it, or choose another port with ${variable}.`);
}

function readLast(file: string): Record<string, number> {
  if (!existsSync(file)) return {};
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof content === 'object' && content !== null ? (content as Record<string, number>) : {};
  } catch {
    return {};
  }
}
