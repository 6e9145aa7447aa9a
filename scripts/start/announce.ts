import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import { say } from '../progress.ts';

/** Someone of the demo staff, with what an authenticator needs. */
export interface DemoStaff {
  readonly role: StaffRole;
  readonly email: string;
  readonly password: string;
  /** Base32; `npm run staff -- code --email …` tells the code of now. */
  readonly totp_secret: string;
}

/** The content of `DATA_DIR/started.json` once Tidegate is ready; part of the public contract. */
export interface Started {
  readonly url: string;
  readonly temporal_ui: string | null;
  readonly mail_ui: string | null;
  readonly login: { readonly email: string; readonly password: string };
  /**
   * Demo staff of the compliance console, one of each role; null where the database holds none of this folder's making.
   */
  readonly staff: readonly DemoStaff[] | null;
  readonly api: { readonly key: string; readonly secret: string; readonly notification_key: string };
}

/** Tells a person where everything is and how to get in. */
export function announce(started: Started, run: { readyIn: string; logs: string }): void {
  const lines = [
    ['Back office', started.url],
    ['Developers', process.env.SITE === 'off' ? null : `${started.url}/developers`],
    ['API reference', `${started.url}/docs/api`],
    ['Workflows', started.temporal_ui],
    ['Caught mail', started.mail_ui],
    ['Sign in', `${started.login.email}  ${started.login.password}`],
    ['API key', started.api.key],
    ['API secret', started.api.secret],
    ['Webhook key', started.api.notification_key],
    ['Compliance', `${started.url}/compliance`],
    ...(started.staff ?? []).map(({ email, password }): [string, string] => ['  as', `${email}  ${password}`]),
    ['  2FA code', started.staff === null ? null : 'npm run staff -- code --email <one of them>'],
    ['Logs', run.logs],
  ].filter((line): line is [string, string] => line[1] !== null);
  say(`\nTidegate is ready after ${run.readyIn}.\n`);
  for (const [name, value] of lines) say(`  ${name.padEnd(14)} ${value}`);
  if (process.env.WEBHOOK_ALLOWED_NETWORKS === undefined) {
    say('\nWebhooks to this machine (127.0.0.1) are allowed; set WEBHOOK_ALLOWED_NETWORKS to change that.');
  }
  say('\nCtrl-C stops everything; the data stays.');
}
