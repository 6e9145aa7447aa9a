<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** Brings an order to what its invoice says. The invoice is always read from the API; nothing is taken from a webhook. */
final class OrderUpdater
{
    public const BUSY = 'busy';
    public const FOREIGN = 'foreign';
    public const UNCHANGED = 'unchanged';
    public const APPLIED = 'applied';

    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Reads the invoice and applies it to its order. Safe to repeat: an invoice is applied once per version, and an
     * older version changes nothing.
     *
     * @throws ApiError
     */
    public function refresh(string $invoiceId): string
    {
        $invoice = $this->client->readInvoice($invoiceId);
        $metadata = is_array($invoice['metadata'] ?? null) ? $invoice['metadata'] : [];
        $orderId = self::orderIdOf($metadata, $invoice);
        if ($orderId === 0) {
            return self::FOREIGN;
        }
        $result = self::FOREIGN;
        $ran = Lock::run($orderId, function () use ($orderId, $invoiceId, &$result): void {
            // Read again under the lock: what was read before may be older than what another process applied.
            $order = wc_get_order($orderId);
            if ($order instanceof \WC_Order && (new OrderRecord($order))->knows($invoiceId)) {
                $result = $this->apply($order, $this->client->readInvoice($invoiceId));
            }
        });
        return $ran ? $result : self::BUSY;
    }

    /** @param array<string, mixed> $metadata @param array<string, mixed> $invoice */
    private static function orderIdOf(array $metadata, array $invoice): int
    {
        $named = $metadata['order_id'] ?? null;
        if (is_string($named) && preg_match('/\A[1-9][0-9]{0,17}\z/', $named) === 1) {
            return (int) $named;
        }
        // An invoice that was created without metadata still has its reference.
        $prefix = preg_quote(Settings::get('reference_prefix') . 'order-', '/');
        $reference = is_string($invoice['reference'] ?? null) ? $invoice['reference'] : '';
        return preg_match("/\\A{$prefix}([1-9][0-9]{0,17})\\z/", $reference, $found) === 1 ? (int) $found[1] : 0;
    }

    /** @param array<string, mixed> $invoice */
    private function apply(\WC_Order $order, array $invoice): string
    {
        $id = (string) $invoice['id'];
        $record = new OrderRecord($order);
        $version = (int) ($invoice['version'] ?? 0);
        if ($version <= $record->version($id)) {
            return self::UNCHANGED;
        }
        $noted = $record->noted($id);
        foreach (array_diff_key(InvoiceNotes::of($invoice), array_flip($noted)) as $key => $note) {
            $order->add_order_note($note);
            $noted[] = $key;
        }
        $this->changeStatus($order, $record, $invoice);
        // Last: after a crash before this line, the same invoice is applied again.
        $record->applied($id, $version, $noted);
        $order->save();
        Log::info("Order {$order->get_id()}: invoice {$id} version {$version} is {$invoice['status']}.");
        return self::APPLIED;
    }

    /** @param array<string, mixed> $invoice */
    private function changeStatus(\WC_Order $order, OrderRecord $record, array $invoice): void
    {
        match (StatusMap::fulfillment($invoice)) {
            StatusMap::SHIP => $this->ship($order, $record, $invoice),
            StatusMap::HOLD => $this->hold($order, $record, $invoice),
            StatusMap::REVERSED => $this->returned($order, $record, $invoice),
            default => $this->wait($order, $record, $invoice),
        };
    }

    /** @param array<string, mixed> $invoice */
    private function ship(\WC_Order $order, OrderRecord $record, array $invoice): void
    {
        $id = (string) $invoice['id'];
        if ($record->paidBy() === $id) {
            // Whatever the order became since then, such as on hold for a check, somebody decided it.
            return;
        }
        if ($order->is_paid() || $order->has_status('refunded')) {
            $order->add_order_note(sprintf(
                /* translators: %s: ID of the invoice */
                __('Invoice %s was paid as well. Refund one of the payments.', 'tidegate-for-woocommerce'),
                $id,
            ));
            return;
        }
        $fits = Decimal::equals($invoice['price'] ?? null, InvoiceRequest::amount($order))
            && ($invoice['currency'] ?? null) === $order->get_currency();
        if (!$fits) {
            $this->setStatus($order, 'on-hold', sprintf(
                /* translators: 1: amount of the invoice, 2: amount of the order */
                __('The paid invoice is for %1$s, but the order is for %2$s. Check both before you ship.', 'tidegate-for-woocommerce'),
                ($invoice['price'] ?? '?') . ' ' . ($invoice['currency'] ?? ''),
                InvoiceRequest::amount($order) . ' ' . $order->get_currency(),
            ));
            return;
        }
        $record->setPaidBy($id);
        $record->setHeld(false);
        $order->payment_complete(self::transactionId($invoice));
    }

    /**
     * Somebody has to decide: the stock stays reserved, and what was paid but has not left is stopped. If the decision
     * is to ship, the order is paid again.
     *
     * @param array<string, mixed> $invoice
     */
    private function hold(\WC_Order $order, OrderRecord $record, array $invoice): void
    {
        $isPaidByIt = $record->paidBy() === $invoice['id'];
        if (($invoice['status'] ?? '') === 'refund_requested' && $record->refundLinks() > 0) {
            // The shop itself refunds and the customer has entered an address: nothing is left to decide about the order.
            return;
        }
        if ($isPaidByIt && $order->has_status('processing')) {
            $record->setPaidBy('');
            $note = __('Do not ship until the invoice is decided.', 'tidegate-for-woocommerce');
            $this->setStatus($order, 'on-hold', $note);
        } elseif (!$isPaidByIt && $order->has_status(['pending', 'failed', 'cancelled', 'checkout-draft'])) {
            $record->setHeld(false);
            $this->setStatus($order, 'on-hold', '');
        }
    }

    /** All money went back. @param array<string, mixed> $invoice */
    private function returned(\WC_Order $order, OrderRecord $record, array $invoice): void
    {
        $isOurs = in_array($record->paidBy(), ['', $invoice['id']], true) && $record->current() === $invoice['id'];
        if (!$isOurs || !$order->has_status(['processing', 'completed', 'on-hold'])) {
            return;
        }
        // WooCommerce records the rest as refunded when an order gets this status. One that was never paid is off.
        $this->setStatus($order, ($invoice['completed_at'] ?? null) !== null ? 'refunded' : 'cancelled', '');
    }

    /** @param array<string, mixed> $invoice */
    private function wait(\WC_Order $order, OrderRecord $record, array $invoice): void
    {
        if (StatusMap::hasMoney($invoice)) {
            // On hold reduces the stock, and WooCommerce does not cancel the order as unpaid meanwhile.
            if ($order->has_status(['pending', 'failed', 'cancelled', 'checkout-draft'])) {
                $record->setHeld(true);
                $this->setStatus($order, 'on-hold', '');
            }
            return;
        }
        $isOurs = $record->current() === $invoice['id'] && str_starts_with((string) $order->get_payment_method(), 'tidegate');
        if (!$isOurs) {
            return;
        }
        if (StatusMap::endedUnpaid($invoice)) {
            $this->endUnpaid($order, $record);
        } elseif ($order->has_status('on-hold') && $record->isHeld()) {
            $record->setHeld(false);
            $this->setStatus($order, 'pending', '');
        }
    }

    private function endUnpaid(\WC_Order $order, OrderRecord $record): void
    {
        $mayChange = $order->has_status('pending') || ($order->has_status('on-hold') && $record->isHeld());
        $wanted = Settings::get('expired_status');
        $status = in_array($wanted, ['failed', 'cancelled'], true) ? $wanted : 'pending';
        if ($mayChange) {
            $record->setHeld(false);
            $this->setStatus($order, $status, '');
        }
    }

    private function setStatus(\WC_Order $order, string $status, string $note): void
    {
        if ($order->has_status($status)) {
            if ($note !== '') {
                $order->add_order_note($note);
            }
            return;
        }
        $order->update_status($status, $note);
    }

    /** The transaction that paid most recently. @param array<string, mixed> $invoice */
    private static function transactionId(array $invoice): string
    {
        $transactions = is_array($invoice['transactions'] ?? null) ? $invoice['transactions'] : [];
        foreach (array_reverse($transactions) as $transaction) {
            if (($transaction['status'] ?? '') === 'confirmed' && is_string($transaction['txid'] ?? null)) {
                return $transaction['txid'];
            }
        }
        return (string) $invoice['id'];
    }
}
