<?php

declare(strict_types=1);

/** The gateway's API in memory: invoices, idempotency keys and references as the real one treats them. */
final class FakeGateway
{
    /** @var array<string, array<string, mixed>> */
    public array $invoices = [];
    /** @var list<array{0: string, 1: string, 2: array<string, mixed>}> */
    public array $calls = [];
    /** @var array<string, array{0: string, 1: array<string, mixed>}> */
    private array $keys = [];
    /** @var list<array<string, mixed>|WP_Error> answers given before anything is done */
    public array $first = [];
    /** Whether the answer of the next create is lost on its way. */
    public bool $losesAnswer = false;

    public function install(): void
    {
        Site::$http = $this->answer(...);
        Site::$options['woocommerce_tidegate_settings'] = [
            'enabled' => 'yes',
            'gateway_url' => 'https://pay.test',
            'api_key' => 'tg_test_key',
            'api_secret' => 'secret-of-the-shop',
            'notification_keys' => self::KEY,
        ];
    }

    public const KEY = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

    /** @param array<string, mixed> $change */
    public function change(string $id, array $change): void
    {
        $this->invoices[$id] = $change + $this->invoices[$id];
        $this->invoices[$id]['version']++;
    }

    public function newestId(): string
    {
        return (string) array_key_last($this->invoices);
    }

    /** @return array{id: string, time: string, signature: string, body: string} */
    public static function webhook(string $type, array $data, ?int $time = null, string $key = self::KEY): array
    {
        $body = json_encode(['type' => $type, 'data' => $data], JSON_THROW_ON_ERROR);
        $time ??= time();
        $secret = base64_decode(substr($key, 6), true);
        $signature = 'v1,' . base64_encode(hash_hmac('sha256', "msg_1.{$time}.{$body}", (string) $secret, true));
        return ['id' => 'msg_1', 'time' => (string) $time, 'signature' => $signature, 'body' => $body];
    }

    /** @param array<string, mixed> $request @return array<string, mixed>|WP_Error */
    private function answer(string $method, string $url, array $request): array|WP_Error
    {
        $path = substr($url, strlen('https://pay.test'));
        $body = isset($request['body']) ? json_decode($request['body'], true) : [];
        $this->calls[] = [$method, $path, $request];
        if ($this->first !== []) {
            return array_shift($this->first);
        }
        if ($method === 'POST' && $path === '/api/v1/invoices') {
            $answer = $this->create($body, $request['headers']['Idempotency-Key']);
            if ($this->losesAnswer) {
                return new WP_Error('http', 'timed out');
            }
            return $answer;
        }
        if (str_contains($path, '?')) {
            parse_str(explode('?', $path)[1], $query);
            $found = array_filter($this->invoices, static fn ($each) => $each['reference'] === ($query['reference'] ?? ''));
            return self::json(200, ['data' => array_slice(array_reverse(array_values($found)), 0, 1)]);
        }
        $id = explode('/', $path)[4];
        if (!isset($this->invoices[$id])) {
            return self::refusal(404, 'not_found');
        }
        if (str_ends_with($path, '/cancel')) {
            if (!in_array($this->invoices[$id]['status'], ['new', 'pending'], true)) {
                return self::refusal(409, 'illegal_transition');
            }
            $this->change($id, ['status' => 'canceled']);
        }
        return self::json(200, ['data' => $this->invoices[$id]]);
    }

    /** @param array<string, mixed> $body @return array<string, mixed> */
    private function create(array $body, string $key): array
    {
        $hash = hash('sha256', json_encode($body));
        if (isset($this->keys[$key])) {
            [$known, $answer] = $this->keys[$key];
            return $known === $hash ? $answer : self::refusal(409, 'idempotency_mismatch');
        }
        foreach ($this->invoices as $each) {
            if ($each['reference'] === $body['reference'] && !in_array($each['status'], ['expired', 'canceled'], true)) {
                return self::refusal(409, 'reference_taken');
            }
        }
        $id = sprintf('0199a3c2-7b1e-7c53-9d0a-%012d', count($this->invoices) + 1);
        $this->invoices[$id] = [
            'id' => $id,
            'version' => 1,
            'status' => 'new',
            'status_reason' => null,
            'paid' => false,
            'price' => $body['amount'],
            'total' => $body['amount'],
            'currency' => $body['currency'],
            'reference' => $body['reference'],
            'metadata' => $body['metadata'] ?? [],
            'gate_id' => $body['gate_id'] ?? null,
            'amount_due' => '0.00100000',
            'amount_paid' => '0.00000000',
            'amount_confirmed' => '0.00000000',
            'amount_remaining' => '0.00100000',
            'amount_excess' => '0.00000000',
            'transactions' => [],
            'other_payments' => [],
            'refunds' => [],
            'checkout_url' => "https://pay.test/invoice/{$id}",
            'completed_at' => null,
            'expires_at' => gmdate('Y-m-d\TH:i:s.000\Z', time() + 900),
        ];
        return ($this->keys[$key] = [$hash, self::json(201, ['data' => $this->invoices[$id]])])[1];
    }

    /** @param array<string, list<string>> $errors @return array<string, mixed> */
    public static function refusal(int $status, string $code, array $errors = []): array
    {
        return self::json($status, ['code' => $code, 'message' => 'Refused.', 'errors' => $errors]);
    }

    /** @param array<string, mixed> $body @return array<string, mixed> */
    private static function json(int $status, array $body): array
    {
        return ['status' => $status, 'body' => json_encode($body, JSON_THROW_ON_ERROR)];
    }
}
