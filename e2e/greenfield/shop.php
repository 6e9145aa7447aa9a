<?php

declare(strict_types=1);

// A shop in PHP that speaks Greenfield as plugins do: curl without redirects, success is HTTP 200 alone, fields are read
// without asking whether they are there. Every warning of PHP is a failure.
//
//   php shop.php order    creates webhook and invoice, reads and checks every answer, prints their ids as JSON
//   php shop.php paid     reads the paid invoice INVOICE_ID, prepares a refund, prints its link
//   php shop.php webhook  reads a webhook from stdin, checks SIGNATURE with SECRET, prints what it understood
//
// Needs GREENFIELD_URL, GREENFIELD_KEY and, for an order, WEBHOOK_URL.

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

final class Refused extends RuntimeException
{
    public function __construct(public readonly int $status, public readonly mixed $body)
    {
        parent::__construct("HTTP $status: " . json_encode($body));
    }
}

function call(string $method, string $path, ?array $body = null, ?string $authorization = null): mixed
{
    $request = curl_init(rtrim((string) getenv('GREENFIELD_URL'), '/') . '/api/v1/' . ltrim($path, '/'));
    curl_setopt_array($request, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_FOLLOWLOCATION => false,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HTTPHEADER => [
            'Content-Type: application/json',
            'Authorization: ' . ($authorization ?? 'token ' . getenv('GREENFIELD_KEY')),
        ],
    ]);
    if ($body !== null) {
        curl_setopt($request, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR));
    }
    $answer = curl_exec($request);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    if ($answer === false) {
        throw new RuntimeException(curl_error($request));
    }
    $read = json_decode($answer, true);
    if ($status !== 200) {
        throw new Refused($status, $read);
    }
    return $read;
}

function check(bool $holds, string $what): void
{
    if (!$holds) {
        throw new RuntimeException("Wrong: $what");
    }
}

function refusal(int $status, callable $call): mixed
{
    try {
        $call();
    } catch (Refused $refused) {
        check($refused->status === $status, "status {$refused->status} instead of $status: {$refused->getMessage()}");
        return $refused->body;
    }
    throw new RuntimeException("Nothing was refused with $status.");
}

/** Every field that the plugins' getters read, in the type that they declare. */
function checkInvoice(array $invoice, string $store): void
{
    foreach (['id', 'amount', 'paidAmount', 'currency', 'type', 'checkoutLink', 'status', 'additionalStatus'] as $name) {
        check(is_string($invoice[$name]) && $invoice[$name] !== '', "text $name");
    }
    foreach (['createdTime', 'expirationTime', 'monitoringExpiration'] as $name) {
        check(is_int($invoice[$name]), "seconds $name");
    }
    check($invoice['storeId'] === $store, 'storeId');
    check(is_bool($invoice['archived']), 'archived');
    check(is_array($invoice['availableStatusesForManualMarking']), 'availableStatusesForManualMarking');
    check(is_array($invoice['metadata']), 'metadata');
    check(is_string($invoice['checkout']['speedPolicy']), 'speedPolicy');
    check(is_array($invoice['checkout']['paymentMethods']), 'paymentMethods');
    check(is_int($invoice['checkout']['expirationMinutes']), 'expirationMinutes');
    check(is_bool($invoice['checkout']['redirectAutomatically']), 'redirectAutomatically');
    check(array_key_exists('enabled', $invoice['receipt']), 'receipt');
}

function storeOfKey(): string
{
    $needed = [
        'btcpay.store.canviewinvoices', 'btcpay.store.cancreateinvoice', 'btcpay.store.canviewstoresettings',
        'btcpay.store.canmodifyinvoices',
    ];
    $optional = ['btcpay.store.cancreatenonapprovedpullpayments', 'btcpay.store.webhooks.canmodifywebhooks'];
    $permissions = call('GET', 'api-keys/current')['permissions'];
    $names = array_map(static fn (string $each): string => explode(':', $each)[0], $permissions);
    check(array_diff($needed, $names) === [], 'a permission is missing');
    check(array_diff($names, $needed, $optional) === [], 'a permission is superfluous');
    $stores = array_unique(array_map(static fn (string $each): string => explode(':', $each)[1], $permissions));
    check(count($stores) === 1, 'one store');
    return $stores[0];
}

function invoiceBody(string $order, mixed $amount): array
{
    return [
        'amount' => $amount,
        'currency' => 'EUR',
        'metadata' => [
            'orderId' => $order, 'buyerEmail' => 'c@example.test', 'buyerName' => ' ', 'buyerCity' => '',
            'taxIncluded' => '0', 'posData' => json_encode(['Shop' => ['Order ID' => $order]]), 'itemDesc' => null,
        ],
        'checkout' => [
            'speedPolicy' => null, 'paymentMethods' => ['BTC_CHAIN'], 'expirationMinutes' => null,
            'monitoringMinutes' => null, 'paymentTolerance' => null, 'redirectURL' => 'http://127.0.0.1/thanks',
            'redirectAutomatically' => null, 'defaultLanguage' => null,
        ],
        'somethingNew' => ['nobody' => 'knows'],
    ];
}

function order(): void
{
    check(call('GET', 'health')['synchronized'] === true, 'health');
    $info = call('GET', 'server/info');
    check(version_compare($info['version'], '1.7.6', '>=') && $info['fullySynched'] === true, 'server info');
    $store = storeOfKey();
    check(call('GET', 'stores')[0]['id'] === $store, 'stores');
    check(is_string(call('GET', "stores/$store")['defaultCurrency']), 'store');
    $methods = array_column(call('GET', "stores/$store/payment-methods"), 'enabled', 'paymentMethodId');
    check($methods['BTC-CHAIN'] === true, 'payment methods');

    $webhook = call('POST', "stores/$store/webhooks", [
        'url' => (string) getenv('WEBHOOK_URL'), 'enabled' => true, 'automaticRedelivery' => true, 'secret' => null,
        'authorizedEvents' => ['everything' => true, 'specificEvents' => []],
    ]);
    check(is_string($webhook['secret']) && $webhook['secret'] !== '', 'the secret of the webhook');
    $path = "stores/$store/webhooks/{$webhook['id']}";
    check(!array_key_exists('secret', call('GET', $path)), 'the secret is shown once');
    check(call('PUT', $path, ['url' => getenv('WEBHOOK_URL'), 'secret' => null])['enabled'] === true, 'a kept secret');

    $number = 'php-' . bin2hex(random_bytes(4));
    $invoice = call('POST', "stores/$store/invoices", invoiceBody($number, '49.90'));
    checkInvoice($invoice, $store);
    check($invoice['status'] === 'New' && $invoice['metadata']['orderId'] === $number, 'a new invoice');
    checkInvoice(call('GET', "invoices/{$invoice['id']}"), $store);
    $methods = call('GET', "stores/$store/invoices/{$invoice['id']}/payment-methods");
    foreach (['destination', 'paymentLink', 'rate', 'totalPaid', 'due', 'amount', 'paymentMethodFee'] as $name) {
        check(is_string($methods[0][$name]), "text $name of a payment method");
    }
    check($methods[0]['paymentMethodId'] === 'BTC-CHAIN' && $methods[0]['activated'] === true, 'the payment method');

    $second = call('POST', "stores/$store/invoices", invoiceBody($number, 49.9));
    check($second['id'] !== $invoice['id'] && $second['amount'] === '49.90', 'another invoice of the order');
    $found = call('GET', "stores/$store/invoices?orderId=$number&orderId=other");
    check(array_column($found, 'id') === [$second['id'], $invoice['id']], 'the invoices of the order');
    $marked = call('POST', "stores/$store/invoices/{$second['id']}/status", ['status' => 'Invalid']);
    check($marked['status'] === 'Invalid' && $marked['additionalStatus'] === 'Marked', 'marked as invalid');
    $metadata = $second['metadata'];
    $metadata['note'] = 'changed';
    $changed = call('PUT', "stores/$store/invoices/{$second['id']}", ['metadata' => $metadata]);
    check($changed['metadata']['note'] === 'changed', 'changed metadata');

    refusals($store, $invoice['id']);
    echo json_encode(['invoiceId' => $invoice['id'], 'order' => $number, 'secret' => $webhook['secret'], 'store' => $store]);
}

function refusals(string $store, string $invoice): void
{
    $wrongKey = static fn () => call('GET', 'server/info', null, 'token tgb_' . str_repeat('x', 43));
    check(refusal(401, $wrongKey)['code'] === 'unauthenticated', '401');
    $otherStore = static fn () => call('GET', 'stores/01a00000-0000-7000-8000-000000000000/invoices');
    check(refusal(403, $otherStore)['missingPermission'] === 'btcpay.store.canviewinvoices', '403');
    $unknown = static fn () => call('GET', "stores/$store/invoices/01a00000-0000-7000-8000-000000000000");
    check(refusal(404, $unknown)['code'] === 'invoice-not-found', '404');
    $body = invoiceBody('x', '10');
    $body['checkout']['paymentMethods'] = ['BTC_CHAIN', 'NO_CHAIN'];
    $faults = refusal(422, static fn () => call('POST', "stores/$store/invoices", $body));
    check($faults[0]['path'] === 'checkout.paymentMethods[1]' && is_string($faults[0]['message']), '422');
    $topUp = static fn () => call('POST', "stores/$store/invoices", ['amount' => null, 'currency' => 'EUR']);
    check(refusal(422, $topUp)[0]['path'] === 'amount', 'no amount');
    $paid = static fn () => call('POST', "stores/$store/invoices/$invoice/status", ['status' => 'Settled']);
    check(refusal(422, $paid)[0]['path'] === 'status', 'settled without money');
}

function paid(): void
{
    $store = storeOfKey();
    $invoice = call('GET', "stores/$store/invoices/" . getenv('INVOICE_ID'));
    checkInvoice($invoice, $store);
    check($invoice['status'] === 'Settled' && $invoice['additionalStatus'] === 'None', 'settled');
    check($invoice['paidAmount'] === '49.90', 'paidAmount');
    $payment = call('GET', "stores/$store/invoices/{$invoice['id']}/payment-methods")[0]['payments'][0];
    check($payment['status'] === 'Settled' && is_int($payment['receivedDate']), 'the payment');
    $number = $invoice['metadata']['orderId'];
    $refund = call('POST', "stores/$store/pull-payments", [
        'name' => "Refund of order $number; broken", 'description' => null, 'amount' => '10.00', 'currency' => 'EUR',
        'period' => null, 'BOLT11Expiration' => null, 'autoApproveClaims' => false, 'startsAt' => null,
        'expiresAt' => null, 'paymentMethods' => ['BTC_CHAIN'], 'payoutMethods' => ['BTC_CHAIN'],
    ]);
    check($refund['amount'] === '10.00' && $refund['autoApproveClaims'] === false, 'the refund');
    echo json_encode(['txid' => explode('-', $payment['id'])[0], 'viewLink' => $refund['viewLink']]);
}

function webhook(): void
{
    $body = (string) stream_get_contents(STDIN);
    $expected = 'sha256=' . hash_hmac('sha256', $body, (string) getenv('SECRET'));
    check(hash_equals($expected, (string) getenv('SIGNATURE')), 'the signature');
    $event = json_decode($body, false, 512, JSON_THROW_ON_ERROR);
    $facts = match ($event->type) {
        'InvoiceReceivedPayment', 'InvoicePaymentSettled' => [$event->afterExpiration, $event->payment->id],
        'InvoiceProcessing' => [$event->overPaid],
        'InvoiceSettled' => [$event->manuallyMarked, $event->overPaid],
        'InvoiceInvalid' => [$event->manuallyMarked],
        'InvoiceExpired' => [$event->partiallyPaid],
        'InvoiceCreated' => [],
    };
    check(is_bool($event->isRedelivery) && is_int($event->timestamp) && is_string($event->deliveryId), 'the event');
    echo json_encode([$event->type, $event->invoiceId, $event->metadata->orderId, ...$facts]);
}

match ($argv[1] ?? '') {
    'order' => order(),
    'paid' => paid(),
    'webhook' => webhook(),
};
