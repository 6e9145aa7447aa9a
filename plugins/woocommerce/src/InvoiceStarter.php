<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** Finds or creates the invoice that an order is paid with. An order never has two invoices that can be paid. */
final class InvoiceStarter
{
    private const MAX_ROUNDS = 3;

    public function __construct(private readonly Client $client)
    {
    }

    /**
     * The invoice to send the customer to.
     *
     * Concurrent calls for the same order use the same idempotency key and get the same invoice. A key is used for one
     * attempt only, and the next attempt begins when the last invoice has ended unpaid.
     *
     * @return array<string, mixed>
     * @throws ApiError
     */
    public function start(\WC_Order $order, ?string $coin, string $successUrl): array
    {
        for ($round = 1; $round <= self::MAX_ROUNDS; $round++) {
            $current = (new OrderRecord($order))->current();
            if ($current !== '') {
                $usable = $this->usable($this->client->readInvoice($current), $order, $coin);
                if ($usable !== null) {
                    return $usable;
                }
            }
            $invoice = $this->createOrAdopt($order, $coin, $successUrl);
            $this->keep($invoice, $order);
            // An answer that is repeated under its key may be of an invoice that has ended since: look at it again.
            $isCurrent = strtotime((string) ($invoice['expires_at'] ?? '')) > time();
            $usable = $isCurrent ? $this->usable($invoice, $order, $coin) : null;
            if ($usable !== null) {
                return $usable;
            }
        }
        throw new ApiError(409, 'no_invoice', 'No invoice could be created for this order.');
    }

    /**
     * The invoice, if the customer should be sent to it; null if another one must be created. Cancels an open invoice
     * that no longer fits the order.
     *
     * @param array<string, mixed> $invoice
     * @return array<string, mixed>|null
     */
    private function usable(array $invoice, \WC_Order $order, ?string $coin): ?array
    {
        if (StatusMap::endedUnpaid($invoice)) {
            return null;
        }
        $fits = Decimal::equals($invoice['price'] ?? null, InvoiceRequest::amount($order))
            && ($invoice['currency'] ?? null) === $order->get_currency()
            && ($coin === null || in_array($invoice['gate_id'] ?? null, [null, $coin], true));
        if ($fits || !StatusMap::isOpen($invoice)) {
            // If money was seen, the customer is shown where it is; a second invoice would be paid twice.
            return $invoice;
        }
        try {
            $this->client->cancelInvoice((string) $invoice['id']);
            return null;
        } catch (ApiError $error) {
            if ($error->status !== 409) {
                throw $error;
            }
            $now = $this->client->readInvoice((string) $invoice['id']);
            return StatusMap::endedUnpaid($now) ? null : $now;
        }
    }

    /** @return array<string, mixed> */
    private function createOrAdopt(\WC_Order $order, ?string $coin, string $successUrl): array
    {
        $body = InvoiceRequest::of($order, $coin, $successUrl);
        $key = InvoiceRequest::reference($order) . '-' . (new OrderRecord($order))->nextAttempt();
        try {
            return $this->create($body, $key);
        } catch (ApiError $error) {
            if (!in_array($error->errorCode, ['reference_taken', 'idempotency_mismatch'], true)) {
                throw $error;
            }
            $lost = $this->findLost($order);
            if ($lost !== null) {
                return $lost;
            }
            if ($error->errorCode === 'reference_taken') {
                throw $error;
            }
            // The key was used for a request that was refused. The reference still prevents a second open invoice.
            return $this->create($body, $key . '-' . substr(hash('sha256', serialize($body)), 0, 12));
        }
    }

    /**
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    private function create(array $body, string $key): array
    {
        try {
            return $this->client->createInvoice($body, $key);
        } catch (ApiError $error) {
            $reduced = $error->status === 422 ? InvoiceRequest::without($body, $error->fields) : null;
            if ($reduced === null) {
                throw $error;
            }
            Log::error("{$key}: created without " . implode(', ', $error->fields) . '. ' . $error->describe());
            return $this->client->createInvoice($reduced, "{$key}-reduced");
        }
    }

    /** An invoice that was created for this order but whose answer was lost. @return array<string, mixed>|null */
    private function findLost(\WC_Order $order): ?array
    {
        $found = $this->client->findInvoice(InvoiceRequest::reference($order));
        $isLost = $found !== null
            && InvoiceRequest::isFor($found, $order)
            && !(new OrderRecord($order))->knows((string) $found['id']);
        return $isLost ? $found : null;
    }

    /** @param array<string, mixed> $invoice */
    private function keep(array $invoice, \WC_Order $order): void
    {
        $record = new OrderRecord($order);
        if (!$record->knows((string) $invoice['id']) || $record->current() !== $invoice['id']) {
            $record->add((string) $invoice['id']);
            $order->add_order_note(sprintf(
                /* translators: 1: ID of the invoice, 2: amount with currency */
                __('Tidegate invoice %1$s created for %2$s.', 'tidegate-for-woocommerce'),
                $invoice['id'],
                ($invoice['total'] ?? '') . ' ' . ($invoice['currency'] ?? ''),
            ));
            $order->save();
        }
    }
}
