/**
 * Days for which a merchant's proof can be downloaded: a year and a month, so that the audit of a financial year can
 * ask for its last day. The migration that guards the rows names the same number.
 */
export const PROOF_DAYS = 400;
