<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** Verifies webhooks as Standard Webhooks describes it. */
final class Signature
{
    public const TOLERANCE_SECONDS = 300;
    private const MAX_SIGNATURES = 10;

    /** @var list<string> */
    private array $secrets = [];

    /** @param string $keys one or more notification keys (`whsec_…`), separated by spaces, commas or line breaks */
    public function __construct(string $keys)
    {
        foreach (preg_split('/[\s,]+/', $keys, -1, PREG_SPLIT_NO_EMPTY) ?: [] as $key) {
            $secret = base64_decode(str_starts_with($key, 'whsec_') ? substr($key, 6) : $key, true);
            // A short secret could be guessed, and an empty one would let anybody sign.
            if ($secret !== false && strlen($secret) >= 16) {
                $this->secrets[] = $secret;
            }
        }
    }

    /** Whether there is a key to verify with. */
    public function hasSecret(): bool
    {
        return $this->secrets !== [];
    }

    /** Whether the body was signed with one of the keys, at most five minutes ago or ahead. */
    public function isValid(string $body, string $id, string $timestamp, string $signatures, int $now): bool
    {
        if ($id === '' || strlen($id) > 200 || preg_match('/\A[0-9]{1,12}\z/', $timestamp) !== 1) {
            return false;
        }
        if (abs($now - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            return false;
        }
        $isValid = false;
        foreach (array_slice(explode(' ', $signatures), 0, self::MAX_SIGNATURES) as $signature) {
            if (!str_starts_with($signature, 'v1,')) {
                continue;
            }
            foreach ($this->secrets as $secret) {
                $expected = base64_encode(hash_hmac('sha256', "{$id}.{$timestamp}.{$body}", $secret, true));
                // No early exit: how long it takes must not tell which key or signature matched.
                $isValid = hash_equals($expected, substr($signature, 3)) || $isValid;
            }
        }
        return $isValid;
    }
}
