<?php

use Illuminate\Contracts\Console\Kernel as ConsoleKernel;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel as HttpKernel;
use Illuminate\Foundation\Application;

$app = new Application(dirname(__DIR__));
$app->singleton(HttpKernel::class, App\Http\Kernel::class);
$app->singleton(ConsoleKernel::class, Illuminate\Foundation\Console\Kernel::class);
$app->singleton(ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);

return $app;
