<?php

declare(strict_types=1);

namespace Tidegate\Model;

use Tidegate\LastResponse;

/** Something that happened. Its class says what `data` is: `$event instanceof InvoiceEvent` has an invoice. */
abstract class Event extends Model
{
    /** The `webhook-id` of the webhook that carried it. Store it, and handle each once. */
    public readonly string $id;
    /** What happened, such as `invoice.done`. Types can be added: ignore those you do not know. */
    public readonly string $type;
    /** When it happened: ISO 8601, UTC. */
    public readonly string $timestamp;

    /** @param array<array-key, mixed> $data */
    final public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        $this->id = self::string($data['id'] ?? null, 'id');
        $this->type = self::string($data['type'] ?? null, 'type');
        $this->timestamp = self::string($data['timestamp'] ?? null, 'timestamp');
        $this->read(self::object($data['data'] ?? null, 'data'));
    }

    /**
     * An event of the class of its type.
     *
     * @param array<array-key, mixed> $data
     */
    public static function from(array $data, ?LastResponse $lastResponse = null): static
    {
        $type = self::string($data['type'] ?? null, 'type');
        $class = EventClasses::BY_OBJECT[explode('.', $type)[0]] ?? UnknownEvent::class;
        return new $class($data, $lastResponse);
    }

    /** @param array<array-key, mixed> $data */
    abstract protected function read(array $data): void;
}
