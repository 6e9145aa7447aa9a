/** The request that one attempt posts. */
export interface WebhookMessage {
  /** Besides content type and user agent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
