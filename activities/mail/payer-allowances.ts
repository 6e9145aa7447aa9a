import { mayTry, withinHour } from '../../db/accounts/lockouts.ts';
import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import type { Tx } from '../../db/core/sequelize.ts';
import type { Mode } from '../../domain/assets/assets.ts';

/** Shops and strangers name the addresses of payers. */
interface ToPayer {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly to: string;
}

/**
 * Whether one more mail may go to a payer within this hour. In sandbox, where anyone has an account, few go to one
 * address, whatever their merchants, and some from one merchant: the gateway relays no spam. In production, where
 * merchants are known, only the mails of one merchant to one address are counted.
 */
export function payerAllowance(secrets: AccountSecrets, { merchantId, mode, to }: ToPayer) {
  const address = to.toLowerCase();
  const allowances =
    mode === 'production'
      ? [{ scope: 'mail:payer', key: `${merchantId} ${address}`, tries: 200 }]
      : [
          { scope: 'mail:payer:sandbox', key: merchantId, tries: 100 },
          { scope: 'mail:payer:sandbox:address', key: address, tries: 20 },
        ];
  return async (tx: Tx): Promise<boolean> => {
    for (const each of allowances) if (!(await mayTry(tx, secrets, withinHour(each)))) return false;
    return true;
  };
}

/**
 * The same for an address that somebody entered on the page of an invoice, which may be a stranger's: within a day few
 * mails go to it, whatever the shops.
 */
export function enteredAllowance(secrets: AccountSecrets, mail: ToPayer) {
  const isAllowed = payerAllowance(secrets, mail);
  const daily = { scope: 'mail:payer:entered', key: mail.to.toLowerCase(), tries: 10, minutes: 1440 } as const;
  return async (tx: Tx): Promise<boolean> => (await mayTry(tx, secrets, daily)) && isAllowed(tx);
}
