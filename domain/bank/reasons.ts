/** Reasons of ISO 20022 (external status, return and cancellation codes) as sentences for merchants and staff. */
const REASONS: Readonly<Record<string, string>> = {
  AC01: 'The account number is not correct.',
  AC03: 'The payee’s account number is not valid.',
  AC04: 'The payee’s account is closed.',
  AC06: 'The payee’s account is blocked.',
  AC13: 'The payee’s account does not accept this kind of payment.',
  AG01: 'The payee’s account does not accept credit transfers.',
  AG02: 'The payee’s bank does not accept this kind of payment.',
  AM02: 'The amount is higher than the payee’s bank accepts.',
  AM04: 'Our account at the bank is not sufficiently funded.',
  AM05: 'The bank believes that it has this payment twice.',
  AM09: 'The amount differs from the one agreed.',
  BE01: 'The name does not belong to the account.',
  BE04: 'The payee’s address is missing or not correct.',
  BE05: 'The bank does not know the party that ordered the payment.',
  BE06: 'The payee is unknown to the bank.',
  BE07: 'The address of the party that ordered the payment is missing or not correct.',
  CNOR: 'The payee’s bank cannot be reached by SEPA.',
  CUST: 'The payment was canceled by us before it was made.',
  CURR: 'The currency is not correct.',
  DNOR: 'Our bank cannot be reached by SEPA.',
  DT01: 'The execution date is not valid.',
  DU01: 'The bank believes that it has this file twice.',
  DU02: 'The bank believes that it has this part of a file twice.',
  DU03: 'The bank believes that it has this payment twice.',
  DU04: 'The bank believes that it has this payment twice.',
  DU05: 'The bank believes that it has this payment twice.',
  DUPL: 'The bank believes that it has this payment twice.',
  ED05: 'The settlement between the banks failed.',
  ERIN: 'The bank cannot process the reference.',
  FF01: 'The bank cannot read the file.',
  FOCR: 'The payment was returned because it was recalled.',
  FR01: 'The bank suspects fraud.',
  FRAD: 'The payment was recalled because of suspected fraud.',
  MD07: 'The account holder has died.',
  MS02: 'The payee refused the payment.',
  MS03: 'The bank gives no reason.',
  NARR: 'The bank gives its reason in its own words.',
  NOAS: 'The payee did not answer.',
  RC01: 'The BIC is not correct.',
  RC07: 'The payee’s BIC is not correct.',
  RF01: 'The reference is not unique.',
  RR01: 'Required details of our account are missing.',
  RR02: 'Our name or address is missing.',
  RR03: 'The payee’s name or address is missing.',
  RR04: 'Regulations do not allow the payment.',
  RVMC: 'The name is similar to the account holder’s, but not the same.',
  RVNA: 'The name could not be compared with the account holder’s.',
  RVNM: 'The name does not belong to the account.',
  SL01: 'The payee’s bank offers no service for this payment.',
  TECH: 'The bank had a technical problem.',
  TM01: 'The file came too late for this day.',
  UPAY: 'The payment was not due.',
};

/** The bank has a file, a part or a payment twice: it says nothing of the first one. */
const DUPLICATES: ReadonlySet<string> = new Set(['AM05', 'DUPL', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'RF01']);
const DUPLICATE_WORDS =
  /\bdupli[ck]a[dt]|\bdoppel|\bdubb?lett|\bdoublon|\bdubbel|already (?:been )?(?:received|processed|submitted)|bereits (?:verarbeitet|empfangen|eingereicht)/i;

/** Whether a rejection only says that the same thing came before; some banks say so in words alone. */
export function isDuplicate({ reasonCode, words }: { reasonCode: string | null; words: string | null }): boolean {
  return DUPLICATES.has(reasonCode ?? '') || DUPLICATE_WORDS.test(words ?? '');
}

/** The reason as a sentence; the bank's own words follow where it has some. */
export function reasonInWords(code: string, bankWords: string | null): string {
  const known = REASONS[code] ?? `The bank gives the reason ${code}.`;
  return bankWords === null || bankWords === '' ? known : `${known} (${bankWords})`;
}
