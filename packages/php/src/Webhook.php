<?php

declare(strict_types=1);

namespace Tidegate;

use Tidegate\Exception\UnexpectedAnswerException;
use Tidegate\Exception\WebhookVerificationException as Refusal;
use Tidegate\Model\Event;

/** Webhooks of the gateway (Standard Webhooks). */
final class Webhook
{
    /** How far the clock of the gateway may be from yours, as Standard Webhooks suggests. */
    public const TOLERANCE_SECONDS = 300;
    /** More signatures than any change of keys needs. */
    private const MAX_SIGNATURES = 16;
    private const SHORTEST_KEY_BYTES = 16;

    /**
     * Verifies a webhook and returns its event.
     *
     * The same webhook can arrive several times: store `$event->id` and handle each once.
     *
     * @param string $body the bytes as they arrived: `file_get_contents('php://input')`, `$request->getContent()`
     * @param array<array-key, mixed> $headers as `getallheaders()`, `$_SERVER`, Laravel, Symfony or PSR-7 have them
     * @param string|list<string> $secrets the notification key `whsec_…`; several while you change it
     * @param int|null $now the current time in seconds, for tests
     * @throws Refusal if the gateway did not sign it, or not within the tolerance
     * @throws UnexpectedAnswerException if it is signed, but cannot be read
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secrets,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?int $now = null,
    ): Event {
        $keys = self::keysOf($secrets);
        $id = self::required($headers, 'webhook-id');
        $timestamp = self::required($headers, 'webhook-timestamp');
        $signatures = self::required($headers, 'webhook-signature');
        self::checkAge($timestamp, $toleranceSeconds, $now ?? time());
        if (!self::isSigned("{$id}.{$timestamp}.{$body}", $signatures, $keys)) {
            throw new Refusal(
                Refusal::NO_MATCH,
                'No signature matches. Pass the body as it arrived, and the key of this mode.',
            );
        }
        $data = json_decode($body, true, 64, JSON_BIGINT_AS_STRING);
        if (!is_array($data)) {
            throw new Refusal(Refusal::NOT_JSON, 'The body is not JSON.');
        }
        return Event::from(['id' => $id] + $data);
    }

    /** @param list<string> $keys */
    private static function isSigned(string $signed, string $signatures, #[\SensitiveParameter] array $keys): bool
    {
        $isSigned = false;
        foreach (array_slice(explode(' ', $signatures), 0, self::MAX_SIGNATURES) as $signature) {
            foreach ($keys as $key) {
                $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
                // All are compared, so that the time says nothing about which one was right.
                $isSigned = hash_equals($expected, $signature) || $isSigned;
            }
        }
        return $isSigned;
    }

    /**
     * @param string|list<string> $secrets
     * @return non-empty-list<string>
     */
    private static function keysOf(#[\SensitiveParameter] string|array $secrets): array
    {
        $keys = [];
        foreach ((array) $secrets as $secret) {
            $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, strlen('whsec_')), true) : false;
            // A short key could be guessed, and an empty one would let anybody sign.
            if ($key === false || strlen($key) < self::SHORTEST_KEY_BYTES) {
                throw new \InvalidArgumentException('The notification key begins with whsec_. The back office shows it.');
            }
            $keys[] = $key;
        }
        return $keys === [] ? throw new \InvalidArgumentException('The notification key, whsec_…, is missing.') : $keys;
    }

    /**
     * A header that was sent twice could be read in two ways, so it counts as missing.
     *
     * @param array<array-key, mixed> $headers
     */
    private static function required(array $headers, string $name): string
    {
        $values = [];
        foreach ($headers as $key => $value) {
            // In $_SERVER, it is HTTP_WEBHOOK_ID.
            $plain = preg_replace('/\Ahttp-/', '', str_replace('_', '-', strtolower((string) $key)));
            if ($plain === $name) {
                array_push($values, ...array_values((array) $value));
            }
        }
        $value = count($values) === 1 ? $values[0] : null;
        if (!is_string($value) || $value === '') {
            throw new Refusal(Refusal::HEADER_MISSING, "The header {$name} is missing.");
        }
        return $value;
    }

    private static function checkAge(string $timestamp, int $toleranceSeconds, int $now): void
    {
        if (preg_match('/\A[0-9]{1,12}\z/', $timestamp) !== 1) {
            throw new Refusal(Refusal::TIMESTAMP_INVALID, 'The header webhook-timestamp is no time.');
        }
        $age = $now - (int) $timestamp;
        if ($age > $toleranceSeconds) {
            throw new Refusal(Refusal::TOO_OLD, "The webhook was signed {$age} seconds ago. Is your clock right?");
        }
        if ($age < -$toleranceSeconds) {
            $ahead = -$age;
            throw new Refusal(Refusal::TOO_NEW, "The webhook is {$ahead} seconds ahead. Is your clock right?");
        }
    }
}
