/** Our plugin for WooCommerce shops (spec §2). */
export const WOOCOMMERCE_PLUGIN = {
  version: '1.0.1',
  /** Where the gateway serves the package. */
  path: '/plugins/tidegate-for-woocommerce.zip',
} as const;
