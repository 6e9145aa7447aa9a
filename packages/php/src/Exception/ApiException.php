<?php

declare(strict_types=1);

namespace Tidegate\Exception;

/** The API refused the request. */
class ApiException extends TidegateException
{
    /**
     * @param int $status the HTTP status
     * @param string $errorCode for programs, such as `amount_too_small`; codes can be added
     * @param array<string, list<string>> $fields the problems of each field, by its path, such as `items.0.price`
     * @param string|null $requestId names the request for support
     * @param float|null $retryAfterSeconds after which a retry makes sense, where the API says so
     * @param array<array-key, mixed> $body the whole answer
     */
    final public function __construct(
        string $message,
        public readonly int $status,
        public readonly string $errorCode,
        public readonly array $fields,
        public readonly ?string $requestId,
        public readonly ?float $retryAfterSeconds,
        public readonly array $body,
    ) {
        parent::__construct($message, $status);
    }

    /** The path of the first field with a problem. */
    public function field(): ?string
    {
        return array_key_first($this->fields);
    }

    /**
     * The class of a status.
     *
     * @return class-string<self>
     */
    public static function classOf(int $status): string
    {
        return match (true) {
            $status === 401 => AuthenticationException::class,
            $status === 403 => PermissionException::class,
            $status === 404 => NotFoundException::class,
            $status === 409 => ConflictException::class,
            $status === 429 => RateLimitException::class,
            in_array($status, [400, 413, 415, 422], true) => ValidationException::class,
            $status >= 500 => ServerException::class,
            default => self::class,
        };
    }
}
