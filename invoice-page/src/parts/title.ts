import type { CustomerInvoice } from '../../../api/contract/customer-invoice.ts';
import type { Translate } from '../i18n/translate.ts';
import { coins } from '../model/coin.ts';
import { looks, type ScreenName } from '../model/screen.ts';

/** The heading of a screen. */
export function titleOf(screen: ScreenName, view: CustomerInvoice, t: Translate): string {
  return t(looks[screen].title, { asset: view.gate_id === null ? '' : coins[view.gate_id].name });
}
