import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { Translate } from '../i18n/translate.ts';
import type { MissingView } from '../live/store.ts';
import { coins } from '../model/coin.ts';
import { type ScreenName, screenOf } from '../model/screen.ts';

/** The heading of a screen. */
export function titleOf(screen: ScreenName, view: CustomerInvoice, t: Translate): string {
  return t(`${screen}.title`, { asset: view.gate_id === null ? '' : coins[view.gate_id].name });
}

/** The title of the browser's tab and of link previews: for a demo, without any text that a visitor typed. */
export function tabTitle(title: string, { mode, merchant, demo }: CustomerInvoice, t: Translate): string {
  if (demo) return `${t('demo.title')} · ${title}`;
  return `${mode === 'sandbox' ? `${t('test.prefix')} · ` : ''}${title} · ${merchant.name}`;
}

/** The same for the page as the server draws it. */
export function pageTitle(state: CustomerInvoice | MissingView, t: Translate): string {
  if (typeof state === 'string') return t(`${state}.title`);
  const screen = screenOf(state, Date.parse(state.server_time) >= Date.parse(state.expires_at));
  return tabTitle(titleOf(screen, state, t), state, t);
}
