<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** What a shop does for each status of an invoice. The one place that knows the statuses. */
final class StatusMap
{
    public const WAIT = 'wait';
    public const SHIP = 'ship';
    public const HOLD = 'hold';
    public const REVERSED = 'reversed';

    /** For gateways whose invoices have no `fulfillment` field. */
    private const BY_STATUS = [
        'new' => self::WAIT,
        'pending' => self::WAIT,
        'partially_paid' => self::WAIT,
        'confirming' => self::WAIT,
        'processing' => self::WAIT,
        'done' => self::SHIP,
        'overpaid' => self::SHIP,
        'expired' => self::WAIT,
        'canceled' => self::WAIT,
        'expired_paid' => self::HOLD,
        'invalid' => self::HOLD,
        'error' => self::HOLD,
        'refund_requested' => self::HOLD,
        'refunded' => self::REVERSED,
        'partially_refunded' => self::SHIP,
    ];

    /** Statuses in which the payer can still pay and no money was seen. */
    private const OPEN = ['new', 'pending'];
    /** Statuses in which an invoice has ended without money. */
    private const ENDED_UNPAID = ['expired', 'canceled'];

    /** @param array<string, mixed> $invoice */
    public static function fulfillment(array $invoice): string
    {
        $named = $invoice['fulfillment'] ?? null;
        if (in_array($named, [self::WAIT, self::SHIP, self::HOLD, self::REVERSED], true)) {
            return $named;
        }
        $byStatus = self::BY_STATUS[$invoice['status'] ?? ''] ?? self::HOLD;
        // `paid` decides about shipping. Without it, a person should look.
        return $byStatus === self::SHIP && ($invoice['paid'] ?? false) !== true ? self::HOLD : $byStatus;
    }

    /** @param array<string, mixed> $invoice */
    public static function isOpen(array $invoice): bool
    {
        return in_array($invoice['status'] ?? '', self::OPEN, true) && !self::hasMoney($invoice);
    }

    /** @param array<string, mixed> $invoice */
    public static function endedUnpaid(array $invoice): bool
    {
        return in_array($invoice['status'] ?? '', self::ENDED_UNPAID, true) && !self::hasMoney($invoice);
    }

    /** Whether money for the invoice was seen, confirmed or not. @param array<string, mixed> $invoice */
    public static function hasMoney(array $invoice): bool
    {
        $paid = $invoice['amount_paid'] ?? null;
        return Decimal::isValid($paid) && !Decimal::isZero($paid);
    }
}
