<?php
/**
 * Plugin Name: WooCommerce
 * Description: Doubles of WooCommerce for a real WordPress in tests. Their state is in a file.
 */

declare(strict_types=1);

require_once getenv('TIDEGATE_PLUGIN') . '/tests/site.php';
require_once getenv('TIDEGATE_PLUGIN') . '/tests/woocommerce.php';

// A request of the web server; the command line keeps the state itself.
if (PHP_SAPI === 'cli-server') {
    Site::load((string) getenv('SHOP_STATE'));
    register_shutdown_function(static fn () => Site::store((string) getenv('SHOP_STATE')));
}
