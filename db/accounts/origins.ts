import Bowser from 'bowser';
import type { Origin } from '../../domain/accounts/account-mail.ts';
import type { Client } from './devices.ts';

/** Where a request came from, in words for a mail. */
export function originOf({ ip, userAgent }: Pick<Client, 'ip' | 'userAgent'>): Origin {
  const time = new Date().toISOString();
  return { browser: browserOf(userAgent) ?? '–', ip, time: `${time.slice(0, 10)} ${time.slice(11, 16)} UTC` };
}

/** `Firefox 142 on Linux`; null for what says nothing of the kind. */
export function browserOf(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  if (!browser.name) return null;
  const major = browser.version?.split('.')[0];
  return [browser.name, major, os.name && `on ${os.name}`].filter(Boolean).join(' ');
}

/**
 * Where an address is, as far as the gateway knows by itself: this machine and private networks. Else null: no address
 * is sent to a third party for it.
 */
export function locationOf(ip: string | null): string | null {
  if (ip === null) return null;
  if (/^(127\.|::1$)/.test(ip)) return 'This computer';
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd]|fe80:)/i.test(ip) ? 'Local network' : null;
}
