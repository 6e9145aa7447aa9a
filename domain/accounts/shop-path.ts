import { MODES, type Mode } from '../assets/assets.ts';

/** A mode of one of a merchant's shops; `shopId` is null for the first shop. */
export interface ShopPath {
  readonly mode: Mode;
  readonly shopId: string | null;
}

/** `{profile}` of the back office's paths: a mode for the first shop, `sandbox:<shop id>` for another. */
export const SHOP_PATH = `^(${MODES.join('|')})(:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$`;

/** Reads the output of {@link shopPath}. */
export function readShopPath(path: string): ShopPath {
  const [mode, shopId = null] = path.split(':');
  if (mode !== 'sandbox' && mode !== 'production') throw new Error('The path names no mode.');
  return { mode, shopId };
}

export function shopPath({ mode, shopId }: ShopPath): string {
  return shopId === null ? mode : `${mode}:${shopId}`;
}
