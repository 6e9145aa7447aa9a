<?php

declare(strict_types=1);

namespace Tidegate;

use Tidegate\Http\CurlTransport;
use Tidegate\Http\Http;
use Tidegate\Http\Transport;
use Tidegate\Resource\Client;

/** A client of your gateway. Use it on servers only: it holds the secret. */
final class Tidegate extends Client
{
    /** The version of this package. */
    public const VERSION = '0.1.0';

    /** The version of the API that its models describe; every call names it. */
    public const API_VERSION = '2026-11-29';

    /**
     * Without arguments, `TIDEGATE_URL`, `TIDEGATE_KEY` and `TIDEGATE_SECRET` of the environment say which gateway.
     *
     * @param string|null $url where your gateway is, such as `https://pay.example.com`
     * @param string|null $key the API key: `tg_test_…` for sandbox, `tg_live_…` for production
     * @param string|null $secret its secret: `tgs_…`
     * @param int $maxRetries how often a request is sent again when no answer arrived or the gateway is busy
     * @param float $timeoutSeconds how long one attempt may take
     * @param string|null $appInfo named in the User-Agent, such as `my-shop/1.2`
     * @param Transport|null $transport sends the requests; curl unless given
     * @throws \InvalidArgumentException if one of them is missing or of the wrong form
     */
    public function __construct(
        ?string $url = null,
        #[\SensitiveParameter] ?string $key = null,
        #[\SensitiveParameter] ?string $secret = null,
        int $maxRetries = 2,
        float $timeoutSeconds = 30.0,
        ?string $appInfo = null,
        ?Transport $transport = null,
    ) {
        parent::__construct(new Http(
            url: $url ?? self::fromEnvironment('TIDEGATE_URL'),
            key: $key ?? self::fromEnvironment('TIDEGATE_KEY'),
            secret: $secret ?? self::fromEnvironment('TIDEGATE_SECRET'),
            maxRetries: $maxRetries,
            timeoutSeconds: $timeoutSeconds,
            appInfo: $appInfo,
            transport: $transport ?? new CurlTransport(),
        ));
    }

    private static function fromEnvironment(string $name): string
    {
        foreach ([getenv($name), $_ENV[$name] ?? null, $_SERVER[$name] ?? null] as $value) {
            if (is_string($value) && $value !== '') {
                return $value;
            }
        }
        return '';
    }
}
