<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** The calls of the gateway's API that the plugin makes, over WordPress's HTTP client. */
final class Client
{
    private const TIMEOUT_SECONDS = 15;
    private const MAX_ANSWER_BYTES = 1_000_000;
    private const TRIES = 2;
    private const UUID = '/\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\z/';

    public function __construct(
        private readonly string $url,
        private readonly string $key,
        private readonly string $secret,
    ) {
    }

    /**
     * Creates an invoice, or answers with the one that was created under the same key.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    public function createInvoice(array $body, string $idempotencyKey): array
    {
        return $this->object('POST', '/api/v1/invoices', $body, $idempotencyKey);
    }

    /** @return array<string, mixed> */
    public function readInvoice(string $id): array
    {
        return $this->object('GET', '/api/v1/invoices/' . self::idInPath($id));
    }

    /** Cancels an invoice that no money was seen for. @return array<string, mixed> */
    public function cancelInvoice(string $id): array
    {
        return $this->object('POST', '/api/v1/invoices/' . self::idInPath($id) . '/cancel', null, "cancel-{$id}");
    }

    /** The newest invoice of a reference. @return array<string, mixed>|null */
    public function findInvoice(string $reference): ?array
    {
        $answer = $this->call('GET', '/api/v1/invoices?per_page=1&reference=' . rawurlencode($reference));
        $first = is_array($answer['data'] ?? null) ? ($answer['data'][0] ?? null) : null;
        return is_array($first) && ($first['reference'] ?? null) === $reference ? $first : null;
    }

    /**
     * Refunds a fiat amount by a link where the payer enters an address.
     *
     * @return array<string, mixed>
     */
    public function createRefund(string $invoiceId, string $amount, string $currency, string $reason, string $key): array
    {
        $body = ['amount' => $amount, 'currency' => $currency] + ($reason === '' ? [] : ['reason' => $reason]);
        return $this->object('POST', '/api/v1/invoices/' . self::idInPath($invoiceId) . '/refunds', $body, $key);
    }

    /** Checks URL and credentials. @throws ApiError */
    public function check(): void
    {
        $this->call('GET', '/api/v1/invoices?per_page=1');
    }

    /** Whether the text can be the ID of an invoice. */
    public static function isId(mixed $id): bool
    {
        return is_string($id) && preg_match(self::UUID, $id) === 1;
    }

    private static function idInPath(string $id): string
    {
        if (!self::isId($id)) {
            throw new ApiError(404, 'not_found', 'This is not the ID of an invoice.');
        }
        return $id;
    }

    /**
     * @param array<string, mixed>|null $body
     * @return array<string, mixed>
     */
    private function object(string $method, string $path, ?array $body = null, string $key = ''): array
    {
        $data = $this->call($method, $path, $body, $key)['data'] ?? null;
        if (!is_array($data) || !isset($data['id'])) {
            throw new ApiError(0, 'unreadable', 'The gateway sent an answer that cannot be read.');
        }
        return $data;
    }

    /**
     * Each POST has an idempotency key, so a call whose answer was lost can be repeated.
     *
     * @param array<string, mixed>|null $body
     * @return array<string, mixed>
     */
    private function call(string $method, string $path, ?array $body = null, string $key = ''): array
    {
        for ($try = 1; ; $try++) {
            try {
                return $this->callOnce($method, $path, $body, $key);
            } catch (ApiError $error) {
                if ($try >= self::TRIES || !$error->isTemporary()) {
                    throw $error;
                }
            }
        }
    }

    /**
     * @param array<string, mixed>|null $body
     * @return array<string, mixed>
     */
    private function callOnce(string $method, string $path, ?array $body, string $key): array
    {
        $headers = [
            'Authorization' => 'Basic ' . base64_encode("{$this->key}:{$this->secret}"),
            'Accept' => 'application/json',
            'Tidegate-Version' => Plugin::API_VERSION,
            'User-Agent' => 'Tidegate-WooCommerce/' . Plugin::VERSION,
        ];
        $request = [
            'method' => $method,
            'timeout' => self::TIMEOUT_SECONDS,
            // Credentials must not follow a redirect to another host.
            'redirection' => 0,
            'limit_response_size' => self::MAX_ANSWER_BYTES,
        ];
        if ($key !== '') {
            $headers['Idempotency-Key'] = $key;
        }
        if ($body !== null) {
            $headers['Content-Type'] = 'application/json';
            $request['body'] = json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
        }
        $answer = wp_remote_request($this->url . $path, $request + ['headers' => $headers]);
        if (is_wp_error($answer)) {
            throw new ApiError(0, 'unreachable', 'The gateway could not be reached: ' . $answer->get_error_message());
        }
        return self::readAnswer((int) wp_remote_retrieve_response_code($answer), (string) wp_remote_retrieve_body($answer));
    }

    /** @return array<string, mixed> */
    private static function readAnswer(int $status, string $text): array
    {
        $json = json_decode($text, true, 64);
        if ($status >= 200 && $status < 300 && is_array($json)) {
            return $json;
        }
        $about = is_array($json) ? $json : [];
        $text = static fn (string $name, string $else): string =>
            is_string($about[$name] ?? null) ? substr($about[$name], 0, 300) : $else;
        $fields = is_array($about['errors'] ?? null) ? array_map('strval', array_keys($about['errors'])) : [];
        throw new ApiError(
            $status,
            $text('code', 'unexpected_answer'),
            $text('message', 'The gateway sent an unexpected answer.'),
            array_slice($fields, 0, 20),
            $text('request_id', ''),
        );
    }
}
