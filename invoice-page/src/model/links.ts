/** A link of the merchant's, if it is one a payer may follow: only http and https (hazard 71). */
export function webUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

const NOT_WALLETS = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']);

/** A link that opens a wallet: any scheme save those that run or show content. */
export function walletUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  return NOT_WALLETS.has(new URL(text).protocol) ? null : text;
}

/** The shop's origin, for the frame around the page: the domain as the merchant registered it. */
export function shopOrigin(domain: string | null): string | null {
  if (domain === null || domain === '') return null;
  const text = domain.includes('://') ? domain : `https://${domain}`;
  return URL.canParse(text) ? new URL(text).origin : null;
}

/** The page on which payers ask for what went astray, in their language, with the transaction where it is known. */
export function claimPath(invoiceId: string, locale: string, txid?: string): string {
  const transaction = txid === undefined ? '' : `&transaction=${encodeURIComponent(txid)}`;
  return `/invoice/${invoiceId}/claim?lang=${locale.slice(0, 2)}${transaction}`;
}
