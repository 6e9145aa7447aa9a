<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** What an order's notes say about its invoice: amounts, transactions, refunds. Each note has a key and is written once. */
final class InvoiceNotes
{
    /**
     * @param array<string, mixed> $invoice
     * @return array<string, string> text by key
     */
    public static function of(array $invoice): array
    {
        return self::ofStatus($invoice)
            + self::ofTransactions($invoice)
            + self::ofOtherPayments($invoice)
            + self::ofRefunds($invoice);
    }

    /**
     * @param array<string, mixed> $invoice
     * @return array<string, string>
     */
    private static function ofStatus(array $invoice): array
    {
        $status = self::text($invoice, 'status');
        $reason = self::text($invoice, 'status_reason');
        $text = match ($status) {
            'partially_paid' => sprintf(
                /* translators: 1: amount paid, 2: amount due, 3: amount missing */
                __('Partly paid: %1$s of %2$s. %3$s is missing.', 'tidegate-for-woocommerce'),
                self::coins($invoice, 'amount_paid'),
                self::coins($invoice, 'amount_due'),
                self::coins($invoice, 'amount_remaining'),
            ),
            'confirming' => sprintf(
                /* translators: %s: amount */
                __('Payment of %s detected. Waiting for confirmations by the network.', 'tidegate-for-woocommerce'),
                self::coins($invoice, 'amount_paid'),
            ),
            'done' => sprintf(
                /* translators: 1: amount of the coin, 2: amount in the currency of the order */
                __('Paid: %1$s for %2$s.', 'tidegate-for-woocommerce'),
                self::coins($invoice, 'amount_confirmed'),
                self::text($invoice, 'total') . ' ' . self::text($invoice, 'currency'),
            ),
            'overpaid' => sprintf(
                /* translators: 1: amount paid, 2: amount above what was due */
                __('Overpaid: %1$s, which is %2$s more than due. The customer can request a refund of the difference.', 'tidegate-for-woocommerce'),
                self::coins($invoice, 'amount_confirmed'),
                self::coins($invoice, 'amount_excess'),
            ),
            'expired' => __('The invoice expired unpaid.', 'tidegate-for-woocommerce'),
            'canceled' => __('The invoice was canceled.', 'tidegate-for-woocommerce'),
            'expired_paid' => sprintf(
                /* translators: 1: amount paid, 2: amount due */
                __('Paid late or not completely: %1$s of %2$s. Complete or refund the invoice in the Tidegate back office.', 'tidegate-for-woocommerce'),
                self::coins($invoice, 'amount_paid'),
                self::coins($invoice, 'amount_due'),
            ),
            'refund_requested' => __('The customer requested a refund. Approve or reject it in the Tidegate back office.', 'tidegate-for-woocommerce'),
            'refunded' => __('The payment was refunded.', 'tidegate-for-woocommerce'),
            'partially_refunded' => __('Part of the payment was refunded.', 'tidegate-for-woocommerce'),
            'invalid' => __('The payment did not become valid. Check the invoice in the Tidegate back office.', 'tidegate-for-woocommerce'),
            'error' => __('The payment needs attention. Check the invoice in the Tidegate back office.', 'tidegate-for-woocommerce'),
            default => '',
        };
        if ($text === '') {
            return [];
        }
        // The status may return with another amount, such as a second part of the price.
        $key = "status:{$status}:{$reason}:" . self::text($invoice, 'amount_paid');
        return [$key => $reason === '' ? $text : "{$text} ({$reason})"];
    }

    /**
     * @param array<string, mixed> $invoice
     * @return array<string, string>
     */
    private static function ofTransactions(array $invoice): array
    {
        $notes = [];
        foreach (self::rows($invoice, 'transactions') as $row) {
            $status = self::text($row, 'status');
            $text = match ($status) {
                'seen', 'mined' => __('Transaction %1$s pays %2$s.', 'tidegate-for-woocommerce'),
                'confirmed' => __('Transaction %1$s (%2$s) is confirmed.', 'tidegate-for-woocommerce'),
                'dropped', 'replaced', 'failed' => __('Transaction %1$s (%2$s) no longer counts.', 'tidegate-for-woocommerce'),
                default => '',
            };
            if ($text !== '') {
                $key = "tx:{$row['txid']}:" . self::text($row, 'output') . ':' . ($status === 'mined' ? 'seen' : $status);
                $notes[$key] = sprintf($text, self::text($row, 'txid'), self::coins($row, 'amount'));
            }
        }
        return $notes;
    }

    /**
     * @param array<string, mixed> $invoice
     * @return array<string, string>
     */
    private static function ofOtherPayments(array $invoice): array
    {
        $notes = [];
        foreach (self::rows($invoice, 'other_payments') as $row) {
            /* translators: 1: amount, 2: transaction ID */
            $text = __('%1$s arrived in transaction %2$s, in another coin than chosen. It is safe and does not count for this order.', 'tidegate-for-woocommerce');
            $notes['other:' . self::text($row, 'txid') . ':' . self::text($row, 'output')] =
                sprintf($text, self::coins($row, 'amount'), self::text($row, 'txid'));
        }
        return $notes;
    }

    /**
     * @param array<string, mixed> $invoice
     * @return array<string, string>
     */
    private static function ofRefunds(array $invoice): array
    {
        $notes = [];
        foreach (self::rows($invoice, 'refunds') as $row) {
            $status = self::text($row, 'status');
            $text = match ($status) {
                'done' => __('Refund of %1$s sent in transaction %2$s.', 'tidegate-for-woocommerce'),
                'error' => __('Refund of %1$s needs attention. Check it in the Tidegate back office.', 'tidegate-for-woocommerce'),
                'canceled' => __('Refund of %1$s was canceled.', 'tidegate-for-woocommerce'),
                default => __('Refund of %1$s is under way.', 'tidegate-for-woocommerce'),
            };
            $step = in_array($status, ['done', 'error', 'canceled'], true) ? $status : 'started';
            $notes['refund:' . self::text($row, 'id') . ":{$step}"] =
                sprintf($text, self::coins($row, 'amount'), self::text($row, 'txid'));
        }
        return $notes;
    }

    /** An amount with its coin: `0.0025 BTC`. @param array<string, mixed> $row */
    private static function coins(array $row, string $field): string
    {
        $amount = self::text($row, $field);
        $coin = explode('_', self::text($row, 'gate_id'))[0];
        return trim(($amount === '' ? '?' : $amount) . ' ' . $coin);
    }

    /** @param array<string, mixed> $row */
    private static function text(array $row, string $field): string
    {
        $value = $row[$field] ?? '';
        return is_string($value) ? sanitize_text_field($value) : '';
    }

    /**
     * @param array<string, mixed> $invoice
     * @return list<array<string, mixed>>
     */
    private static function rows(array $invoice, string $field): array
    {
        $rows = is_array($invoice[$field] ?? null) ? $invoice[$field] : [];
        return array_values(array_filter($rows, static fn ($row) => is_array($row) && (isset($row['txid']) || isset($row['id']))));
    }
}
