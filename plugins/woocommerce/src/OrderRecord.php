<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** What the plugin remembers with an order: its invoices, and how far each of them was applied. */
final class OrderRecord
{
    private const META = '_tidegate_invoices';
    private const CURRENT = '_tidegate_invoice_id';
    private const PAID_BY = '_tidegate_paid_by';
    private const HELD = '_tidegate_held';
    private const REFUNDS = '_tidegate_refund_links';

    public function __construct(private readonly \WC_Order $order)
    {
    }

    /** @return list<string> oldest first */
    public function invoiceIds(): array
    {
        return array_keys($this->all());
    }

    public function knows(string $id): bool
    {
        return isset($this->all()[$id]);
    }

    /** The invoice that the customer is sent to; empty if there is none. */
    public function current(): string
    {
        return (string) $this->order->get_meta(self::CURRENT);
    }

    /** The next attempt of this order: one more than it has invoices. */
    public function nextAttempt(): int
    {
        return count($this->all()) + 1;
    }

    /** Makes an invoice the order's current one. The caller saves the order. */
    public function add(string $id): void
    {
        $all = $this->all();
        $all[$id] ??= ['version' => 0, 'noted' => []];
        $this->order->update_meta_data(self::META, $all);
        $this->order->update_meta_data(self::CURRENT, $id);
    }

    /** The newest version of the invoice that was applied to the order. */
    public function version(string $id): int
    {
        return (int) ($this->all()[$id]['version'] ?? 0);
    }

    /** @return list<string> what was noted of the invoice */
    public function noted(string $id): array
    {
        $noted = $this->all()[$id]['noted'] ?? [];
        return is_array($noted) ? array_values(array_filter($noted, 'is_string')) : [];
    }

    /** @param list<string> $noted */
    public function applied(string $id, int $version, array $noted): void
    {
        $all = $this->all();
        // A payer can send any number of transactions.
        $all[$id] = ['version' => $version, 'noted' => array_slice($noted, -200)];
        $this->order->update_meta_data(self::META, $all);
    }

    public function paidBy(): string
    {
        return (string) $this->order->get_meta(self::PAID_BY);
    }

    public function setPaidBy(string $id): void
    {
        $this->order->update_meta_data(self::PAID_BY, $id);
    }

    /** Whether the plugin put the order on hold, so that it may release it, too. */
    public function isHeld(): bool
    {
        return $this->order->get_meta(self::HELD) === 'yes';
    }

    public function setHeld(bool $held): void
    {
        $this->order->update_meta_data(self::HELD, $held ? 'yes' : 'no');
    }

    public function refundLinks(): int
    {
        return (int) $this->order->get_meta(self::REFUNDS);
    }

    public function addRefundLink(): void
    {
        $this->order->update_meta_data(self::REFUNDS, (string) ($this->refundLinks() + 1));
    }

    /** @return array<string, array<string, mixed>> */
    private function all(): array
    {
        $all = $this->order->get_meta(self::META);
        return is_array($all) ? $all : [];
    }
}
