<?php

declare(strict_types=1);

namespace Tidegate\Exception;

/** 404: there is no such object, or it belongs to somebody else. */
final class NotFoundException extends ApiException
{
}
