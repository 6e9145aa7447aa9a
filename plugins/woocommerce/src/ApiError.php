<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** The gateway refused a call, or could not be reached (status 0). */
final class ApiError extends \RuntimeException
{
    /** @param list<string> $fields the fields that were refused */
    public function __construct(
        public readonly int $status,
        public readonly string $errorCode,
        string $message,
        public readonly array $fields = [],
        public readonly string $requestId = '',
    ) {
        parent::__construct($message);
    }

    /** For logs and private notes: never contains credentials. */
    public function describe(): string
    {
        $fields = $this->fields === [] ? '' : ' (' . implode(', ', $this->fields) . ')';
        $request = $this->requestId === '' ? '' : ", request {$this->requestId}";
        return "{$this->getMessage()}{$fields} [{$this->status} {$this->errorCode}{$request}]";
    }

    /** Whether the same call may work a moment later. */
    public function isTemporary(): bool
    {
        return $this->status === 0 || $this->status === 429 || $this->status >= 500;
    }
}
