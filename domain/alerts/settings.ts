/** Settings for notifying operators of alerts. */
export const ALERT_CHANNELS = ['mail', 'webhook', 'pagerduty'] as const;

export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** A daily span in which only critical alerts are sent, in minutes since midnight; it may go past midnight. */
export interface QuietHours {
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** The people and channels that are notified of alerts, and when. A channel that is undefined is not set up. */
export interface AlertSettings {
  readonly mail: { readonly to: readonly string[]; readonly escalationTo: readonly string[] } | undefined;
  /** The secret is one of Standard Webhooks: `whsec_` and base64. */
  readonly webhook: { readonly url: string; readonly secret: string } | undefined;
  readonly pagerduty: { readonly url: string; readonly routingKey: string } | undefined;
  /** Private networks that alerts may be sent to, in CIDR notation. */
  readonly allowedNetworks: readonly string[];
  /** Where the console is, without a trailing slash. */
  readonly baseUrl: string;
  readonly escalationMinutes: number;
  readonly quietHours: QuietHours | undefined;
  /** An IANA name. */
  readonly timeZone: string;
}

/** The channels that are set up, in a fixed order. */
export function channelsOf(settings: AlertSettings): readonly AlertChannel[] {
  return ALERT_CHANNELS.filter((channel) => settings[channel] !== undefined);
}
