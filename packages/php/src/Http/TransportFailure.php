<?php

declare(strict_types=1);

namespace Tidegate\Http;

/** No answer arrived. The message must not contain the credentials. */
final class TransportFailure extends \RuntimeException
{
}
