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
