/** The payee and the purpose of a SEPA credit transfer. */
interface EpcTransfer {
  readonly name: string;
  readonly iban: string;
  readonly bic: string;
  /** ISO 11649. */
  readonly creditorReference: string;
}

/**
 * The content of the QR code of a SEPA credit transfer, for banking apps (EPC069-12, version 002, UTF-8): the payee and
 * the structured reference. The amount is left to the payer.
 */
export function epcPayload({ name, iban, bic, creditorReference }: EpcTransfer): string {
  const payee = [bic, name.slice(0, MOST_NAME), iban];
  // Neither an amount nor a purpose.
  return ['BCD', '002', '1', 'SCT', ...payee, '', '', creditorReference].join('\n');
}

const MOST_NAME = 70;
