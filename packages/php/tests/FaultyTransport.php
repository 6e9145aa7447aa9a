<?php

declare(strict_types=1);

use Tidegate\Http\CurlTransport;
use Tidegate\Http\Request;
use Tidegate\Http\Response;
use Tidegate\Http\Transport;
use Tidegate\Http\TransportFailure;

/** Sends with the faults, one for each attempt, and keeps the idempotency key of each. */
final class FaultyTransport implements Transport
{
    /** @var list<string|null> */
    public array $keys = [];

    /** @param list<'answer lost'|'no connection'|Response> $faults */
    public function __construct(private array $faults, private readonly Transport $real = new CurlTransport())
    {
    }

    public static function busy(int $status, string $code = 'service_unavailable', array $headers = []): Response
    {
        return new Response($status, $headers, json_encode(['message' => 'Later', 'code' => $code, 'request_id' => 'r-1']));
    }

    public function send(Request $request): Response
    {
        $this->keys[] = $request->headers['idempotency-key'] ?? null;
        $fault = array_shift($this->faults);
        if ($fault === 'no connection') {
            throw new TransportFailure('Connection refused');
        }
        $response = $fault instanceof Response ? $fault : $this->real->send($request);
        return $fault === 'answer lost' ? throw new TransportFailure('Connection reset') : $response;
    }
}
