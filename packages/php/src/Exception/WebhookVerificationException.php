<?php

declare(strict_types=1);

namespace Tidegate\Exception;

/** A webhook that the gateway did not sign, or that is too old. Answer 400. */
final class WebhookVerificationException extends TidegateException
{
    public const HEADER_MISSING = 'header_missing';
    public const TIMESTAMP_INVALID = 'timestamp_invalid';
    public const TOO_OLD = 'too_old';
    public const TOO_NEW = 'too_new';
    public const NO_MATCH = 'no_match';
    public const NOT_JSON = 'not_json';

    /** @param self::* $problem why it was not accepted */
    public function __construct(public readonly string $problem, string $message)
    {
        parent::__construct($message);
    }
}
