<?php

declare(strict_types=1);

namespace Tidegate\Http;

/** Sends requests with curl. Requests after the first one use its connection again. */
final class CurlTransport implements Transport
{
    private ?\CurlHandle $handle = null;

    public function send(Request $request): Response
    {
        $handle = $this->handle ??= self::open();
        // Keeps the connection, forgets the request before.
        curl_reset($handle);
        $headers = [];
        curl_setopt_array($handle, [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => self::linesOf($request),
            CURLOPT_RETURNTRANSFER => true,
            // A redirect would carry the credentials somewhere else.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => max(1, (int) ($request->timeoutSeconds * 1000)),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_ACCEPT_ENCODING => '',
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$headers): int {
                [$name, $value] = explode(':', $line, 2) + [1 => null];
                if ($value !== null) {
                    $headers[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
        ]);
        if ($request->body !== null) {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $request->body);
        }
        $body = curl_exec($handle);
        if (!is_string($body)) {
            throw new TransportFailure(curl_error($handle) ?: 'curl failed', curl_errno($handle));
        }
        return new Response((int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $headers, $body);
    }

    private static function open(): \CurlHandle
    {
        return curl_init() ?: throw new TransportFailure('curl could not be started.');
    }

    /** @return list<string> */
    private static function linesOf(Request $request): array
    {
        // An empty Expect spares a round trip that curl makes before it sends a larger body.
        $lines = ['expect:', "authorization: {$request->authorization->reveal()}"];
        foreach ($request->headers as $name => $value) {
            $lines[] = "{$name}: {$value}";
        }
        return $lines;
    }
}
