import type { AlertChannel } from '../../domain/alerts/settings.ts';
import type { AlertNews } from './news.ts';

/** The outcome of an attempt. */
export interface SendOutcome {
  readonly delivered: boolean;
  /** For operators, such as `503` or `timeout`; never with a key or a secret. */
  readonly detail: string;
  /** Mailboxes that have it, earlier attempts included; empty for other channels. */
  readonly sentTo: readonly string[];
}

/** A way to tell operators. */
export interface AlertSender {
  readonly channel: AlertChannel;
  /** Never rejects. Takes less than the lease of a notice. @param sentTo mailboxes that have it already */
  send(news: AlertNews, sentTo: readonly string[]): Promise<SendOutcome>;
  close(): Promise<void>;
}
