<?php

// For `php artisan serve`.
require __DIR__ . '/public/index.php';
