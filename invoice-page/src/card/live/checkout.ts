import { isFramed } from '../../live/embed.ts';
import { webUrl } from '../../model/links.ts';

/**
 * Leads to the seller's page: in this tab, or from a frame in a tab of its own, because sellers let nobody frame their
 * checkout. A browser opens a tab only at the click itself, so it is opened before its address is known.
 * @throws what `read` throws, and an Error for an address that is none
 */
export async function openCheckout(read: () => Promise<string>): Promise<void> {
  const tab = isFramed() ? window.open('about:blank', '_blank') : null;
  // The seller's page must not reach back into this one.
  if (tab !== null) tab.opener = null;
  try {
    const url = webUrl(await read());
    if (url === null) throw new Error('The seller has no page to pay on.');
    if (tab !== null) tab.location.replace(url);
    else window.location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
