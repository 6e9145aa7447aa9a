<?php
/** Removes the plugin's options when it is deleted. Orders keep their notes and invoice IDs: they are accounting records. */

declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

foreach (['', '_btc', '_ltc', '_bch', '_eth', '_usdt_erc20', '_usdt_trc20', '_trx', '_xrp'] as $suffix) {
    delete_option('woocommerce_tidegate' . $suffix . '_settings');
}
delete_option('tidegate_connection_state');
wp_clear_scheduled_hook('tidegate_check_open_orders');
