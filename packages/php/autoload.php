<?php

declare(strict_types=1);

// For projects without Composer: require this file once. Composer uses composer.json instead.
spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Tidegate\\')) {
        return;
    }
    $path = strtr(substr($class, strlen('Tidegate\\')), '\\', '/');
    $file = __DIR__ . "/src/{$path}.php";
    if (is_file($file)) {
        require_once $file;
        return;
    }
    // The generated classes lie together in one file for each namespace.
    $generated = ['Model' => 'Models.php', 'Resource' => 'Resources.php'][explode('/', $path)[0]] ?? null;
    if ($generated !== null) {
        require_once __DIR__ . "/src/{$generated}";
    }
});
