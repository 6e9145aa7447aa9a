<?php

declare(strict_types=1);

namespace Tidegate\Http;

use Tidegate\Exception\ApiException;
use Tidegate\Exception\ConnectionException;
use Tidegate\Exception\TidegateException;
use Tidegate\Exception\UnexpectedAnswerException;
use Tidegate\LastResponse;
use Tidegate\Model\Warning;
use Tidegate\Tidegate;

/** Sends requests with the credentials, and sends them again where that is safe and helps. */
final class Http
{
    private const FIRST_PAUSE_SECONDS = 0.5;
    /** A longer wait is for the caller to decide. */
    private const LONGEST_PAUSE_SECONDS = 60.0;
    private const SHOWN_FIELDS = 3;

    private readonly string $origin;
    private readonly Secret $authorization;

    public function __construct(
        string $url,
        #[\SensitiveParameter] string $key,
        #[\SensitiveParameter] string $secret,
        private readonly int $maxRetries,
        private readonly float $timeoutSeconds,
        private readonly ?string $appInfo,
        private readonly Transport $transport,
    ) {
        if (preg_match('/\Atg_(test|live)_[\x21-\x39\x3b-\x7e]+\z/', $key) !== 1) {
            throw new \InvalidArgumentException(
                'The API key begins with tg_test_ or tg_live_. Create one in the back office under Integration.',
            );
        }
        if (preg_match('/\Atgs_[\x21-\x7e]+\z/', $secret) !== 1) {
            throw new \InvalidArgumentException('The secret begins with tgs_. It was shown with the key, once.');
        }
        if ($maxRetries < 0 || $timeoutSeconds <= 0) {
            throw new \InvalidArgumentException('maxRetries is 0 or more, and timeoutSeconds is above 0.');
        }
        $this->origin = self::checkedOrigin($url, isSandbox: str_starts_with($key, 'tg_test_'));
        $this->authorization = new Secret('Basic ' . base64_encode("{$key}:{$secret}"));
    }

    /**
     * Sends a request and reads the JSON of its answer.
     *
     * @param array<array-key, mixed>|null $body
     * @param array<array-key, mixed> $query
     * @throws ApiException if the API refused it
     * @throws ConnectionException if no answer arrived
     */
    public function send(
        string $method,
        string $path,
        ?array $body = null,
        array $query = [],
        ?string $idempotencyKey = null,
    ): Answer {
        $key = $method === 'POST' ? self::checkedKey($idempotencyKey ?? self::randomKey()) : null;
        $request = new Request(
            $method,
            $this->origin . '/api/v1' . $path . Encoding::query($query),
            $this->headers($body !== null, $key),
            $this->authorization,
            $body === null ? null : Encoding::json($body),
            $this->timeoutSeconds,
        );
        for ($attempt = 0; ; $attempt++) {
            try {
                return $this->attempt($request, $key);
            } catch (ApiException | ConnectionException $error) {
                $pause = self::pauseAfter($error, $attempt);
                if ($attempt >= $this->maxRetries || $pause === null) {
                    throw $error;
                }
                usleep((int) ($pause * 1_000_000));
            }
        }
    }

    private function attempt(Request $request, ?string $key): Answer
    {
        try {
            $response = $this->transport->send($request);
        } catch (TransportFailure $failure) {
            throw new ConnectionException("No answer from {$this->origin}: {$failure->getMessage()}", $key, $failure);
        }
        if ($response->status >= 300 && $response->status < 400) {
            throw new ConnectionException("{$this->origin} answered with a redirect. Is this your gateway?", $key);
        }
        $content = json_decode($response->body, true, 64, JSON_BIGINT_AS_STRING);
        if ($response->status < 200 || $response->status >= 300) {
            throw self::refusalOf($response, is_array($content) ? $content : []);
        }
        if (!is_array($content) && $response->body !== '') {
            throw new UnexpectedAnswerException("{$this->origin} answered with something that is not JSON.");
        }
        return new Answer($content ?? [], self::lastResponseOf($response, $key, $content ?? []));
    }

    /** @return array<string, string> */
    private function headers(bool $hasBody, ?string $key): array
    {
        $agent = 'tidegate-php/' . Tidegate::VERSION . ' php/' . PHP_VERSION;
        return [
            'accept' => 'application/json',
            'tidegate-version' => Tidegate::API_VERSION,
            'user-agent' => $this->appInfo === null ? $agent : $agent . ' ' . self::oneLine($this->appInfo),
        ]
            + ($hasBody ? ['content-type' => 'application/json'] : [])
            + ($key === null ? [] : ['idempotency-key' => $key]);
    }

    /** Secrets travel in every request, so they need TLS unless they stay on this machine. */
    private static function checkedOrigin(string $url, bool $isSandbox): string
    {
        $parts = parse_url($url);
        $scheme = $parts['scheme'] ?? '';
        $host = $parts['host'] ?? '';
        if ($host === '') {
            throw new \InvalidArgumentException(
                'The URL of your gateway is missing, or does not begin with https://. Example: https://pay.example.com.',
            );
        }
        $isHere = in_array($host, ['localhost', '127.0.0.1', '[::1]'], true);
        if ($scheme !== 'https' && !($scheme === 'http' && ($isHere || $isSandbox))) {
            throw new \InvalidArgumentException('The URL of your gateway begins with https://.');
        }
        if (!in_array($parts['path'] ?? '', ['', '/'], true) || isset($parts['query']) || isset($parts['user'])) {
            throw new \InvalidArgumentException('The URL of your gateway has no path, such as https://pay.example.com.');
        }
        return "{$scheme}://{$host}" . (isset($parts['port']) ? ":{$parts['port']}" : '');
    }

    private static function checkedKey(string $key): string
    {
        if (preg_match('/\A[\x20-\x7e]{1,255}\z/', $key) !== 1) {
            throw new \InvalidArgumentException('An idempotency key is 1 to 255 characters of ASCII.');
        }
        return $key;
    }

    private static function randomKey(): string
    {
        return bin2hex(random_bytes(16));
    }

    private static function oneLine(string $text): string
    {
        return preg_replace('/[^\x20-\x7e]/', '', $text) ?? '';
    }

    /** How long to wait before the next attempt; null where another one is of no use. */
    private static function pauseAfter(TidegateException $error, int $attempt): ?float
    {
        $backoff = self::FIRST_PAUSE_SECONDS * 2 ** $attempt * (0.5 + random_int(0, 1000) / 2000);
        if (!$error instanceof ApiException) {
            return $backoff;
        }
        $helps = $error->status === 429 || $error->status >= 500 || $error->errorCode === 'idempotency_running';
        $pause = max($error->retryAfterSeconds ?? 0.0, $backoff);
        return $helps && $pause <= self::LONGEST_PAUSE_SECONDS ? $pause : null;
    }

    /** @param array<array-key, mixed> $body */
    private static function refusalOf(Response $response, array $body): ApiException
    {
        $text = static fn (string $name): ?string => is_string($body[$name] ?? null) ? $body[$name] : null;
        $fields = self::fieldsOf($body['errors'] ?? null);
        $words = $text('message') ?? "The gateway answered {$response->status}.";
        foreach (array_slice($fields, 0, self::SHOWN_FIELDS, true) as $path => $problems) {
            $words .= " {$path}: " . implode(' ', $problems);
        }
        $after = $response->headers['retry-after'] ?? '';
        $class = ApiException::classOf($response->status);
        return new $class(
            $words,
            $response->status,
            $text('code') ?? 'unreadable_answer',
            $fields,
            $text('request_id') ?? $response->headers['x-request-id'] ?? null,
            is_numeric($after) ? (float) $after : null,
            $body,
        );
    }

    /** @return array<string, list<string>> */
    private static function fieldsOf(mixed $errors): array
    {
        $fields = [];
        foreach (is_array($errors) ? $errors : [] as $path => $problems) {
            $fields[(string) $path] = array_values(array_filter((array) $problems, 'is_string'));
        }
        return $fields;
    }

    /** @param array<array-key, mixed> $content */
    private static function lastResponseOf(Response $response, ?string $key, array $content): LastResponse
    {
        $warnings = [];
        foreach (is_array($content['warnings'] ?? null) ? $content['warnings'] : [] as $warning) {
            $warnings[] = new Warning(is_array($warning) ? $warning : []);
        }
        return new LastResponse(
            $response->status,
            $response->headers['x-request-id'] ?? null,
            ($response->headers['idempotent-replayed'] ?? '') === 'true',
            $key,
            $warnings,
        );
    }
}
