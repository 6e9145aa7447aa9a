import { withoutTrailing } from '../domain/text/trailing.ts';
import { EXCHANGE_NAMES, type ExchangeName } from '../domain/treasury/exchanges.ts';
import type { GetVariable } from './servers.ts';

/** An account at an exchange. */
export interface ExchangeConfig {
  readonly name: ExchangeName;
  readonly key: string;
  readonly secret: string;
  /** Takes the place of the exchange's own address, for a proxy or a test. */
  readonly url: string | undefined;
}

/** The accounts whose key and secret are set, in a fixed order. */
export function readExchanges(get: GetVariable, problems: string[]): ExchangeConfig[] {
  return EXCHANGE_NAMES.flatMap((name) => {
    const prefix = `EXCHANGE_${name.toUpperCase() as Uppercase<ExchangeName>}` as const;
    const [key, secret, url] = [get(`${prefix}_KEY`), get(`${prefix}_SECRET`), get(`${prefix}_URL`)];
    if (key !== undefined && secret !== undefined)
      return [{ name, key, secret, url: url && withoutTrailing(url, '/') }];
    if (key !== undefined) problems.push(`${prefix}_SECRET is required because ${prefix}_KEY is set`);
    if (secret !== undefined) problems.push(`${prefix}_KEY is required because ${prefix}_SECRET is set`);
    return [];
  });
}
