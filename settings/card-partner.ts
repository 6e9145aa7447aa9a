import type { Mode } from '../domain/assets/assets.ts';
import { withoutTrailing } from '../domain/text/trailing.ts';
import type { GetVariable } from './servers.ts';

/** The seller of coins, as customers know it. */
export interface CardSellerConfig {
  /** Of ours, for the database. */
  readonly id: string;
  readonly name: string;
  readonly termsUrl: string;
  readonly privacyUrl: string;
}

/** An account at the partner that sells coins by card. */
export interface CardPartnerConfig {
  /** Without a slash at its end. */
  readonly url: string;
  /** The partner reference: the first part of each path. */
  readonly partner: string;
  readonly key: string;
  /** Signs what has to be signed. */
  readonly secret: string;
  /** Signs its webhooks. */
  readonly webhookSecret: string;
  readonly seller: CardSellerConfig;
}

export interface CardPartnerSettings {
  /** The real partner, for production mode; undefined: none. */
  readonly cardPartner: CardPartnerConfig | undefined;
  /** Where the simulated partner listens on this machine; undefined: it does not run. Never in production. */
  readonly cardSimulatorPort: number | undefined;
}

const NAMES = [
  'CARD_PARTNER_URL',
  'CARD_PARTNER_NAME',
  'CARD_PARTNER_KEY',
  'CARD_PARTNER_SECRET',
  'CARD_PARTNER_WEBHOOK_SECRET',
  'CARD_PARTNER_TERMS_URL',
  'CARD_PARTNER_PRIVACY_URL',
] as const;

/** All of the partner's settings or none: half of an account would take orders whose end nobody hears of. */
export function readCardPartner(get: GetVariable, isProduction: boolean, problems: string[]): CardPartnerSettings {
  const cardSimulatorPort = get('CARD_SIMULATOR_PORT');
  if (isProduction && cardSimulatorPort !== undefined)
    problems.push('CARD_SIMULATOR_PORT must not be set when NODE_ENV is production');
  const [url, partner, key, secret, webhookSecret, termsUrl, privacyUrl] = NAMES.map((name) => get(name));
  const given = NAMES.filter((name) => get(name) !== undefined);
  if (!url || !partner || !key || !secret || !webhookSecret || !termsUrl || !privacyUrl) {
    const missing = given.length === 0 ? [] : NAMES.filter((name) => !given.includes(name));
    for (const name of missing) problems.push(`${name} is required because ${given[0]} is set`);
    return { cardPartner: undefined, cardSimulatorPort };
  }
  if (isProduction && !url.startsWith('https://'))
    problems.push('CARD_PARTNER_URL must begin with https:// when NODE_ENV is production');
  const seller = { id: 'banxa', name: 'Banxa', termsUrl, privacyUrl };
  const cardPartner = { url: withoutTrailing(url, '/'), partner, key, secret, webhookSecret, seller };
  return { cardPartner, cardSimulatorPort };
}

/** The kind of seller in a mode. Sandbox orders never go to a real partner: it delivers on real chains. */
export function cardPartnerKind(
  { cardPartner, cardSimulatorPort }: CardPartnerSettings,
  mode: Mode,
): 'partner' | 'simulated' | 'none' {
  if (mode === 'production' && cardPartner !== undefined) return 'partner';
  return cardSimulatorPort === undefined ? 'none' : 'simulated';
}
