<?php
/** Removes the plugin's options when it is deleted. Orders keep their notes and invoice IDs: they are accounting records. */

declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

delete_option('woocommerce_tidegate_settings');
delete_transient('tidegate_connection_state');
wp_clear_scheduled_hook('tidegate_check_open_orders');
