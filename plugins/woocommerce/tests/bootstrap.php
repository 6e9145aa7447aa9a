<?php

declare(strict_types=1);

require __DIR__ . '/wordpress.php';
require __DIR__ . '/woocommerce.php';

spl_autoload_register(static function (string $class): void {
    $prefix = 'Tidegate\\WooCommerce\\';
    if (str_starts_with($class, $prefix)) {
        require dirname(__DIR__) . '/src/' . substr($class, strlen($prefix)) . '.php';
    }
});
