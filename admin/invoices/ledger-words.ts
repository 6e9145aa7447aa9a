import { t, translateOr } from '../i18n/translate.ts';

/** `custody:BTC` in words: `Custody, BTC wallet`. An account without words is shown by its name. */
export function accountName(account: string): string {
  if (account.startsWith('custody:bank')) return t('ledger.account.bank');
  const [kind = account, detail = ''] = account.split(':');
  return translateOr(`ledger.account.${kind}`, account, { detail });
}

/** The purpose of a ledger entry; the part of a settlement that pays fees has a name of its own. */
export function entryName({ kind, credit }: { kind: string; credit: string }): string {
  if (kind === 'settle' && credit.startsWith('fees:')) return t('ledger.kind.fee');
  return translateOr(`ledger.kind.${kind}`, kind.replaceAll('_', ' '));
}
