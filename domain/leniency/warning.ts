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

/** A part of an accepted request that was dropped, cut or changed. */
export interface Warning {
  /** Path, e.g. `customer.email`. */
  readonly field: string;
  readonly code: WarningCode;
  readonly message: string;
}
