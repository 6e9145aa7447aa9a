<?php

declare(strict_types=1);

namespace Tidegate\Http;

/** Sends one request. Replace it to use a proxy, or in your tests. */
interface Transport
{
    /** @throws TransportFailure if no answer arrived */
    public function send(Request $request): Response;
}
