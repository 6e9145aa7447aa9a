<?php

declare(strict_types=1);

namespace Tidegate\Resource;

use Tidegate\Model\Event;

/** For shops that missed webhooks, and for those that have no public address. */
trait FollowsEvents
{
    /**
     * The events from a cursor on, and then each as it happens. Store `$event->id` and begin there the next time.
     *
     * @param string|null $after the id of the last event that you handled, or `latest()`; null: from the first one
     * @param array{types?: string|list<string>, object_id?: string} $query
     * @param float $intervalSeconds how long to wait for further events
     * @param float|null $forSeconds ends after so many seconds, for jobs that cron starts; null: goes on for good
     * @return \Generator<int, Event>
     */
    public function follow(
        ?string $after = null,
        array $query = [],
        float $intervalSeconds = 2.0,
        ?float $forSeconds = null,
    ): \Generator {
        $end = $forSeconds === null ? INF : microtime(true) + $forSeconds;
        while (true) {
            foreach ($this->pagesAfter('/events', ['after' => $after] + $query, Event::from(...)) as $page) {
                foreach ($page->data as $event) {
                    yield $event;
                }
                $after = $page->next;
            }
            if (microtime(true) + $intervalSeconds > $end) {
                return;
            }
            usleep((int) ($intervalSeconds * 1_000_000));
        }
    }

    /** The `after` with which `follow` and `list` give only what is still to come. */
    public function latest(): string
    {
        return $this->pagesAfter('/events', ['after' => 'latest'], Event::from(...))->current()->next;
    }
}
