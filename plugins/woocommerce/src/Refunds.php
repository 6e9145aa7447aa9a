<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** Refunds from the order screen: the customer gets a link and enters the address that the money should go to. */
final class Refunds
{
    /** Creates a refund link. Repeating it after a lost answer gives the same link. */
    public static function create(\WC_Order $order, mixed $amount, string $reason): true|\WP_Error
    {
        $record = new OrderRecord($order);
        $invoiceId = $record->paidBy() !== '' ? $record->paidBy() : $record->current();
        $text = self::amountText($amount);
        if ($invoiceId === '' || $text === null) {
            return self::refused(__('This order was not paid with Tidegate, or the amount is not valid.', 'tidegate-for-woocommerce'));
        }
        $key = InvoiceRequest::reference($order) . '-refund-' . ($record->refundLinks() + 1) . "-{$text}";
        $currency = (string) $order->get_currency();
        try {
            $refund = Settings::client()->createRefund($invoiceId, $text, $currency, mb_substr($reason, 0, 500), $key);
        } catch (ApiError $error) {
            Log::error("Order {$order->get_id()}: refund refused. " . $error->describe());
            return self::refused(self::explain($error));
        }
        $record->addRefundLink();
        self::note($order, $refund, "{$text} {$currency}");
        $order->save();
        return true;
    }

    private static function amountText(mixed $amount): ?string
    {
        $text = is_string($amount) ? $amount : (string) wc_format_decimal($amount, wc_get_price_decimals());
        return Decimal::isValid($text) && !Decimal::isZero($text) ? Decimal::shortest($text) : null;
    }

    /** @param array<string, mixed> $refund */
    private static function note(\WC_Order $order, array $refund, string $amount): void
    {
        $link = self::linkOf($refund);
        $sentTo = is_string($refund['sent_to'] ?? null) ? sanitize_text_field($refund['sent_to']) : '';
        $order->add_order_note(sprintf(
            /* translators: 1: amount, 2: ID of the refund */
            __('Refund of %1$s created: %2$s.', 'tidegate-for-woocommerce'),
            $amount,
            sanitize_text_field((string) $refund['id']),
        ));
        if ($sentTo !== '') {
            // The link decides where the money goes, so it is kept out of notes unless nobody else sends it.
            $order->add_order_note(sprintf(
                /* translators: %s: masked email address */
                __('The refund link was sent to %s.', 'tidegate-for-woocommerce'),
                $sentTo,
            ));
        } elseif ($link !== null) {
            // WooCommerce emails notes for customers.
            $order->add_order_note(sprintf(
                /* translators: 1: amount, 2: link */
                __('Your refund of %1$s is ready. Enter the address that it should be sent to: %2$s', 'tidegate-for-woocommerce'),
                $amount,
                $link,
            ), 1);
        }
    }

    /** The page where the payer enters an address. @param array<string, mixed> $refund */
    private static function linkOf(array $refund): ?string
    {
        $link = $refund['url'] ?? null;
        return is_string($link) && Settings::problemOfUrl(explode('?', $link)[0]) === null ? esc_url_raw($link) : null;
    }

    private static function explain(ApiError $error): string
    {
        if ($error->status === 422 && in_array('address', $error->fields, true)) {
            return __('Your gateway does not support refunds by link yet. Refund this payment in the Tidegate back office.', 'tidegate-for-woocommerce');
        }
        if ($error->status === 403) {
            return __('The API key may not refund. Give it the permission “Refund invoices” in the Tidegate back office.', 'tidegate-for-woocommerce');
        }
        if ($error->isTemporary()) {
            return __('Tidegate cannot be reached right now. Try again: the refund is not made twice.', 'tidegate-for-woocommerce');
        }
        /* translators: %s: message of the gateway */
        return sprintf(__('Tidegate refused the refund: %s', 'tidegate-for-woocommerce'), $error->getMessage());
    }

    private static function refused(string $message): \WP_Error
    {
        return new \WP_Error('tidegate_refund', $message);
    }
}
