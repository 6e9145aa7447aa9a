import type { Exchange } from 'ccxt';
import { ExchangeRefusedError, ExchangeUnavailableError } from './port.ts';

/** Numbers stay the exchange's own text; ccxt's types say `number`. */
export interface CcxtSettings {
  readonly timeout: number;
  readonly enableRateLimit: boolean;
  readonly apiKey?: string;
  readonly secret?: string;
  readonly options?: object;
}

/**
 * Imports one exchange, not all hundred: a worker starts in half the time and holds 60 MB less. ccxt exports its entry
 * only, so the module is addressed relative to it.
 */
export async function newCcxtExchange<E extends Exchange>(id: string, settings: CcxtSettings): Promise<E> {
  if (!/^[a-z0-9]+$/.test(id)) throw new Error(`${id} is no exchange id`);
  const { default: Constructor } = await importFromCcxt<{
    default: new (settings: CcxtSettings & { number: (value: unknown) => string }) => E;
  }>(`./src/${id}.js`);
  return new Constructor({ ...settings, number: String });
}

/**
 * The errors of ccxt as those of the port: an `ExchangeError` is a definite no, everything else may have had its
 * effect, our own mistakes in reading an answer included.
 */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  const { ExchangeError } = await importFromCcxt<{ ExchangeError: new () => Error }>('./src/base/errors.js');
  try {
    return await call();
  } catch (error) {
    if (error instanceof ExchangeRefusedError || error instanceof ExchangeUnavailableError) throw error;
    const message = error instanceof Error ? error.message.slice(0, 500) : String(error);
    if (error instanceof ExchangeError) throw new ExchangeRefusedError(message, { cause: error });
    throw new ExchangeUnavailableError(message, { cause: error });
  }
}

/** True for the error of ccxt with this name. */
export function isCcxtError(error: unknown, name: 'DuplicateOrderId' | 'OrderNotFound'): boolean {
  return error instanceof Error && error.name === name;
}

function importFromCcxt<Module>(path: string): Promise<Module> {
  return import(new URL(path, import.meta.resolve('ccxt')).href) as Promise<Module>;
}
