<?php

declare(strict_types=1);

namespace Tidegate\Model;

/** An event of an object that this version of the package does not know. */
final class UnknownEvent extends Event
{
    /** @var array<array-key, mixed> */
    public readonly array $data;

    protected function read(array $data): void
    {
        $this->data = $data;
    }
}
