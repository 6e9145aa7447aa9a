export const WARNING_CODES = [
  'unknown_field',
  'too_long',
  'invalid_email',
  'unknown_locale',
  'not_text',
  'not_an_object',
  'control_characters',
  'host_not_reachable',
  'updated',
  'not_updated',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** What was dropped, cut or changed of a request that was accepted all the same. */
export interface Warning {
  /** Path, e.g. `customer.email`. */
  readonly field: string;
  readonly code: WarningCode;
  readonly message: string;
}
