<?php

// Generated from docs/openapi/2026-11-29.json by `node scripts/generate.ts`.

declare(strict_types=1);

namespace Tidegate\Model;

use Tidegate\LastResponse;

final class AddressBank extends Model
{
    public readonly string $name;
    public readonly string $iban;
    public readonly string $bic;
    /** Every transfer must name it (ISO 11649): it says whose money it is. */
    public readonly string $creditor_reference;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['name'])) {
            $this->name = self::string($data['name'], 'name');
        }
        if (isset($data['iban'])) {
            $this->iban = self::string($data['iban'], 'iban');
        }
        if (isset($data['bic'])) {
            $this->bic = self::string($data['bic'], 'bic');
        }
        if (isset($data['creditor_reference'])) {
            $this->creditor_reference = self::string($data['creditor_reference'], 'creditor_reference');
        }
    }
}

final class Autoconversion extends Model
{
    public readonly string $type;
    public readonly ?string $gate_id;
    /** Of a partial conversion. */
    public readonly ?int $percent;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['type'])) {
            $this->type = self::string($data['type'], 'type');
        }
        $this->gate_id = isset($data['gate_id']) ? self::string($data['gate_id'], 'gate_id') : null;
        $this->percent = isset($data['percent']) ? self::int($data['percent'], 'percent') : null;
    }
}

final class Balance extends Model
{
    public readonly string $gate_id;
    public readonly string $asset;
    /** Can be paid out. */
    public readonly string $available;
    /** Received, and its invoice not done. */
    public readonly string $pending;
    /** For what is going out. */
    public readonly string $held;
    public readonly bool $frozen;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['asset'])) {
            $this->asset = self::string($data['asset'], 'asset');
        }
        if (isset($data['available'])) {
            $this->available = self::string($data['available'], 'available');
        }
        if (isset($data['pending'])) {
            $this->pending = self::string($data['pending'], 'pending');
        }
        if (isset($data['held'])) {
            $this->held = self::string($data['held'], 'held');
        }
        if (isset($data['frozen'])) {
            $this->frozen = self::bool($data['frozen'], 'frozen');
        }
    }
}

final class CardOrder extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    /** Only grows; a webhook of a lower version is older. */
    public readonly int $version;
    public readonly string $status;
    /** Null where the status says everything. */
    public readonly ?string $status_reason;
    public readonly string $mode;
    /** UUID version 7. */
    public readonly ?string $invoice_id;
    /** A coin on a network. */
    public readonly string $gate_id;
    /** ISO 4217 code of a fiat currency. */
    public readonly string $fiat;
    /** All that the card is charged, fees included. */
    public readonly string $fiat_amount;
    /** In units of the gate. */
    public readonly string $crypto_amount;
    /** Where the customer lives, ISO 3166-1 alpha-2. */
    public readonly string $country;
    public readonly string $method;
    /** Masked. */
    public readonly ?string $customer_email;
    /** Where the coins go. */
    public readonly ?string $address;
    public readonly ?string $destination_tag;
    public readonly ?string $txid;
    /** Your share of the commission, in euro; once delivered. */
    public readonly ?string $earnings;
    /** `pending`: not in your balance yet. `reversed`: taken back after a chargeback. */
    public readonly ?string $earnings_status;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $earnings_available_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $delivered_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $closed_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['version'])) {
            $this->version = self::int($data['version'], 'version');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        $this->status_reason = isset($data['status_reason']) ? self::string($data['status_reason'], 'status_reason') : null;
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        $this->invoice_id = isset($data['invoice_id']) ? self::string($data['invoice_id'], 'invoice_id') : null;
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['fiat'])) {
            $this->fiat = self::string($data['fiat'], 'fiat');
        }
        if (isset($data['fiat_amount'])) {
            $this->fiat_amount = self::string($data['fiat_amount'], 'fiat_amount');
        }
        if (isset($data['crypto_amount'])) {
            $this->crypto_amount = self::string($data['crypto_amount'], 'crypto_amount');
        }
        if (isset($data['country'])) {
            $this->country = self::string($data['country'], 'country');
        }
        if (isset($data['method'])) {
            $this->method = self::string($data['method'], 'method');
        }
        $this->customer_email = isset($data['customer_email']) ? self::string($data['customer_email'], 'customer_email') : null;
        $this->address = isset($data['address']) ? self::string($data['address'], 'address') : null;
        $this->destination_tag = isset($data['destination_tag']) ? self::string($data['destination_tag'], 'destination_tag') : null;
        $this->txid = isset($data['txid']) ? self::string($data['txid'], 'txid') : null;
        $this->earnings = isset($data['earnings']) ? self::string($data['earnings'], 'earnings') : null;
        $this->earnings_status = isset($data['earnings_status']) ? self::string($data['earnings_status'], 'earnings_status') : null;
        $this->earnings_available_at = isset($data['earnings_available_at']) ? self::string($data['earnings_available_at'], 'earnings_available_at') : null;
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        $this->delivered_at = isset($data['delivered_at']) ? self::string($data['delivered_at'], 'delivered_at') : null;
        $this->closed_at = isset($data['closed_at']) ? self::string($data['closed_at'], 'closed_at') : null;
    }
}

final class Confirmations extends Model
{
    public readonly int $current;
    public readonly int $required;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['current'])) {
            $this->current = self::int($data['current'], 'current');
        }
        if (isset($data['required'])) {
            $this->required = self::int($data['required'], 'required');
        }
    }
}

final class Conversion extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $from;
    public readonly string $to;
    /** What leaves the balance of `from`. */
    public readonly string $amount_from;
    /** What arrives on the balance of `to`, exactly: spread and fee are taken off. */
    public readonly string $amount_to;
    /** Units of `to` for one unit of `from`, after the spread and before the fee. */
    public readonly string $rate;
    /** Basis points off the market price, included in `rate`. */
    public readonly int $spread_bps;
    /** In `to`. */
    public readonly string $fee;
    public readonly int $version;
    /** A conversion is done at once, or not at all. */
    public readonly string $status;
    public readonly string $mode;
    /** UUID version 7. */
    public readonly ?string $invoice_id;
    /** UUID version 7. */
    public readonly ?string $deposit_id;
    /** Priced at the rate locked for the invoice, or at the rate of the moment. */
    public readonly string $at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['from'])) {
            $this->from = self::string($data['from'], 'from');
        }
        if (isset($data['to'])) {
            $this->to = self::string($data['to'], 'to');
        }
        if (isset($data['amount_from'])) {
            $this->amount_from = self::string($data['amount_from'], 'amount_from');
        }
        if (isset($data['amount_to'])) {
            $this->amount_to = self::string($data['amount_to'], 'amount_to');
        }
        if (isset($data['rate'])) {
            $this->rate = self::string($data['rate'], 'rate');
        }
        if (isset($data['spread_bps'])) {
            $this->spread_bps = self::int($data['spread_bps'], 'spread_bps');
        }
        if (isset($data['fee'])) {
            $this->fee = self::string($data['fee'], 'fee');
        }
        if (isset($data['version'])) {
            $this->version = self::int($data['version'], 'version');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        $this->invoice_id = isset($data['invoice_id']) ? self::string($data['invoice_id'], 'invoice_id') : null;
        $this->deposit_id = isset($data['deposit_id']) ? self::string($data['deposit_id'], 'deposit_id') : null;
        if (isset($data['at'])) {
            $this->at = self::string($data['at'], 'at');
        }
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
    }
}

final class Deposit extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    /** Only grows; a webhook of a lower version is older. */
    public readonly int $version;
    public readonly string $type;
    public readonly string $mode;
    public readonly string $gate_id;
    public readonly string $currency;
    /** The sum of its transactions or bank transfers. */
    public readonly string $amount;
    /** What reaches the balance, before any conversion. */
    public readonly string $net_amount;
    /** Below it, it waits for further payments to the address. */
    public readonly string $minimum;
    public readonly DepositFees $fees;
    public readonly string $reference;
    /** UUID version 7. */
    public readonly ?string $address_id;
    public readonly string $status;
    /** Null where the status says everything. */
    public readonly ?string $status_reason;
    /** @var list<InvoiceTransaction> */
    public readonly array $transactions;
    /** Who sent it, of euro by bank transfer. */
    public readonly ?DepositBank $bank;
    public readonly ?InvoiceConversion $conversion;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $completed_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['version'])) {
            $this->version = self::int($data['version'], 'version');
        }
        if (isset($data['type'])) {
            $this->type = self::string($data['type'], 'type');
        }
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['currency'])) {
            $this->currency = self::string($data['currency'], 'currency');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['net_amount'])) {
            $this->net_amount = self::string($data['net_amount'], 'net_amount');
        }
        if (isset($data['minimum'])) {
            $this->minimum = self::string($data['minimum'], 'minimum');
        }
        if (isset($data['fees'])) {
            $this->fees = new DepositFees(self::object($data['fees'], 'fees'));
        }
        if (isset($data['reference'])) {
            $this->reference = self::string($data['reference'], 'reference');
        }
        $this->address_id = isset($data['address_id']) ? self::string($data['address_id'], 'address_id') : null;
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        $this->status_reason = isset($data['status_reason']) ? self::string($data['status_reason'], 'status_reason') : null;
        if (isset($data['transactions'])) {
            $this->transactions = InvoiceTransaction::listFrom($data['transactions'], 'transactions');
        }
        $this->bank = isset($data['bank']) ? new DepositBank(self::object($data['bank'], 'bank')) : null;
        $this->conversion = isset($data['conversion']) ? new InvoiceConversion(self::object($data['conversion'], 'conversion')) : null;
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        $this->completed_at = isset($data['completed_at']) ? self::string($data['completed_at'], 'completed_at') : null;
    }
}

final class DepositBank extends Model
{
    public readonly string $name;
    public readonly string $iban_last4;
    public readonly string $booked_on;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['name'])) {
            $this->name = self::string($data['name'], 'name');
        }
        if (isset($data['iban_last4'])) {
            $this->iban_last4 = self::string($data['iban_last4'], 'iban_last4');
        }
        if (isset($data['booked_on'])) {
            $this->booked_on = self::string($data['booked_on'], 'booked_on');
        }
    }
}

final class DepositFees extends Model
{
    public readonly string $service;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['service'])) {
            $this->service = self::string($data['service'], 'service');
        }
    }
}

final class EmulatedCredit extends Model
{
    public readonly string $amount;
    public readonly ?string $reference;
    public readonly string $name;
    public readonly string $iban;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        $this->reference = isset($data['reference']) ? self::string($data['reference'], 'reference') : null;
        if (isset($data['name'])) {
            $this->name = self::string($data['name'], 'name');
        }
        if (isset($data['iban'])) {
            $this->iban = self::string($data['iban'], 'iban');
        }
    }
}

final class EmulatedDeposit extends Model
{
    public readonly string $scenario;
    public readonly string $txid;
    /** The transaction that takes its place, in `replaced`. */
    public readonly ?string $replaced_by;
    public readonly string $network;
    /** A coin on a network. */
    public readonly ?string $gate_id;
    public readonly string $output;
    public readonly string $address;
    public readonly ?string $destination_tag;
    public readonly string $amount;
    /** UUID version 7. */
    public readonly string $address_id;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['scenario'])) {
            $this->scenario = self::string($data['scenario'], 'scenario');
        }
        if (isset($data['txid'])) {
            $this->txid = self::string($data['txid'], 'txid');
        }
        $this->replaced_by = isset($data['replaced_by']) ? self::string($data['replaced_by'], 'replaced_by') : null;
        if (isset($data['network'])) {
            $this->network = self::string($data['network'], 'network');
        }
        $this->gate_id = isset($data['gate_id']) ? self::string($data['gate_id'], 'gate_id') : null;
        if (isset($data['output'])) {
            $this->output = self::string($data['output'], 'output');
        }
        if (isset($data['address'])) {
            $this->address = self::string($data['address'], 'address');
        }
        $this->destination_tag = isset($data['destination_tag']) ? self::string($data['destination_tag'], 'destination_tag') : null;
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['address_id'])) {
            $this->address_id = self::string($data['address_id'], 'address_id');
        }
    }
}

final class EmulatedPayment extends Model
{
    /** UUID version 7. */
    public readonly string $invoice_id;
    public readonly string $scenario;
    public readonly string $txid;
    /** The transaction that takes its place, in `replaced`. */
    public readonly ?string $replaced_by;
    public readonly string $network;
    /** A coin on a network. */
    public readonly ?string $gate_id;
    public readonly string $output;
    public readonly string $address;
    public readonly ?string $destination_tag;
    public readonly string $amount;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['invoice_id'])) {
            $this->invoice_id = self::string($data['invoice_id'], 'invoice_id');
        }
        if (isset($data['scenario'])) {
            $this->scenario = self::string($data['scenario'], 'scenario');
        }
        if (isset($data['txid'])) {
            $this->txid = self::string($data['txid'], 'txid');
        }
        $this->replaced_by = isset($data['replaced_by']) ? self::string($data['replaced_by'], 'replaced_by') : null;
        if (isset($data['network'])) {
            $this->network = self::string($data['network'], 'network');
        }
        $this->gate_id = isset($data['gate_id']) ? self::string($data['gate_id'], 'gate_id') : null;
        if (isset($data['output'])) {
            $this->output = self::string($data['output'], 'output');
        }
        if (isset($data['address'])) {
            $this->address = self::string($data['address'], 'address');
        }
        $this->destination_tag = isset($data['destination_tag']) ? self::string($data['destination_tag'], 'destination_tag') : null;
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
    }
}

final class Gate extends Model
{
    public readonly string $id;
    public readonly string $asset;
    public readonly string $title;
    /** EUR is moved by SEPA. */
    public readonly string $network;
    public readonly string $network_title;
    public readonly int $decimals;
    /** Needed before a payment counts. */
    public readonly int $confirmations;
    public readonly string $destination_tag;
    /** Usual time until confirmed. */
    public readonly int $minutes;
    /** In the profile of this token. */
    public readonly bool $enabled;
    /** The minimum amount of an invoice: twice the network fee. */
    public readonly string $minimum_amount;
    /** Charged for one payout now, in the asset: quoted from the present conditions of the network. */
    public readonly string $network_fee;
    /** When the node reported these conditions; null: the typical fee is charged. */
    public readonly ?string $network_fee_at;
    public readonly GateInvoiceLimits $invoice_limits;
    /**
     * Operation to per cent.
     * @var array<string, string>
     */
    public readonly array $fees;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['asset'])) {
            $this->asset = self::string($data['asset'], 'asset');
        }
        if (isset($data['title'])) {
            $this->title = self::string($data['title'], 'title');
        }
        if (isset($data['network'])) {
            $this->network = self::string($data['network'], 'network');
        }
        if (isset($data['network_title'])) {
            $this->network_title = self::string($data['network_title'], 'network_title');
        }
        if (isset($data['decimals'])) {
            $this->decimals = self::int($data['decimals'], 'decimals');
        }
        if (isset($data['confirmations'])) {
            $this->confirmations = self::int($data['confirmations'], 'confirmations');
        }
        if (isset($data['destination_tag'])) {
            $this->destination_tag = self::string($data['destination_tag'], 'destination_tag');
        }
        if (isset($data['minutes'])) {
            $this->minutes = self::int($data['minutes'], 'minutes');
        }
        if (isset($data['enabled'])) {
            $this->enabled = self::bool($data['enabled'], 'enabled');
        }
        if (isset($data['minimum_amount'])) {
            $this->minimum_amount = self::string($data['minimum_amount'], 'minimum_amount');
        }
        if (isset($data['network_fee'])) {
            $this->network_fee = self::string($data['network_fee'], 'network_fee');
        }
        $this->network_fee_at = isset($data['network_fee_at']) ? self::string($data['network_fee_at'], 'network_fee_at') : null;
        if (isset($data['invoice_limits'])) {
            $this->invoice_limits = new GateInvoiceLimits(self::object($data['invoice_limits'], 'invoice_limits'));
        }
        if (isset($data['fees'])) {
            $this->fees = self::map($data['fees'], 'fees');
        }
    }
}

final class GateInvoiceLimits extends Model
{
    public readonly string $minimum;
    public readonly string $maximum;
    /** ISO 4217 code of a fiat currency. */
    public readonly string $currency;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['minimum'])) {
            $this->minimum = self::string($data['minimum'], 'minimum');
        }
        if (isset($data['maximum'])) {
            $this->maximum = self::string($data['maximum'], 'maximum');
        }
        if (isset($data['currency'])) {
            $this->currency = self::string($data['currency'], 'currency');
        }
    }
}

final class Invoice extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    /** Only grows; a webhook of a lower version is older. */
    public readonly int $version;
    public readonly string $status;
    /** Null where the status says everything. */
    public readonly ?string $status_reason;
    /** Ship the goods. Turns false again only by a reorganisation of the chain. */
    public readonly bool $paid;
    /**
     * What to do with the order: `wait` (not paid yet), `ship` (once), `hold` (a person has to decide), `reversed`
     * (the money went back).
     */
    public readonly string $fulfillment;
    public readonly string $mode;
    public readonly ?string $reference;
    public readonly ?string $description;
    /** @var list<InvoiceItem> */
    public readonly array $items;
    /** ISO 4217 code of a fiat currency. */
    public readonly string $currency;
    /** The amount, or the sum of the items, before exclusive taxes and fees. */
    public readonly string $amount;
    /** @var list<InvoiceTax> */
    public readonly array $taxes;
    /** In the invoice currency. */
    public readonly InvoiceFees $fees;
    /** What the payer owes. */
    public readonly string $total;
    /** @var list<string> */
    public readonly array $gates;
    /** A coin on a network. */
    public readonly ?string $gate_id;
    public readonly ?string $amount_due;
    /** Seen on the network. */
    public readonly ?string $amount_paid;
    /** Has reached its number of confirmations. */
    public readonly ?string $amount_confirmed;
    public readonly ?string $amount_remaining;
    public readonly ?string $amount_excess;
    /** Has gone back to the payer. */
    public readonly ?string $amount_refunded;
    /** Fiat for one coin, locked when the gate was chosen. */
    public readonly ?InvoiceRate $rate;
    public readonly ?string $address;
    public readonly ?string $destination_tag;
    public readonly ?string $payment_uri;
    public readonly Confirmations $confirmations;
    /** @var list<InvoiceTransaction> */
    public readonly array $transactions;
    /**
     * What came in another coin than the chosen one. It is safe and does not count towards the amount due.
     * @var list<OtherPayment>
     */
    public readonly array $other_payments;
    /** @var list<InvoiceRefund> */
    public readonly array $refunds;
    public readonly Autoconversion $autoconversion;
    public readonly ?InvoiceConversion $conversion;
    public readonly bool $autocomplete;
    /** @var array<string, string> */
    public readonly array $metadata;
    public readonly InvoiceCustomer $customer;
    public readonly ?string $success_url;
    public readonly ?string $cancel_url;
    public readonly ?string $notification_url;
    /** The page to send the payer to. */
    public readonly string $checkout_url;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $expires_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $completed_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['version'])) {
            $this->version = self::int($data['version'], 'version');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        $this->status_reason = isset($data['status_reason']) ? self::string($data['status_reason'], 'status_reason') : null;
        if (isset($data['paid'])) {
            $this->paid = self::bool($data['paid'], 'paid');
        }
        if (isset($data['fulfillment'])) {
            $this->fulfillment = self::string($data['fulfillment'], 'fulfillment');
        }
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        $this->reference = isset($data['reference']) ? self::string($data['reference'], 'reference') : null;
        $this->description = isset($data['description']) ? self::string($data['description'], 'description') : null;
        if (isset($data['items'])) {
            $this->items = InvoiceItem::listFrom($data['items'], 'items');
        }
        if (isset($data['currency'])) {
            $this->currency = self::string($data['currency'], 'currency');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['taxes'])) {
            $this->taxes = InvoiceTax::listFrom($data['taxes'], 'taxes');
        }
        if (isset($data['fees'])) {
            $this->fees = new InvoiceFees(self::object($data['fees'], 'fees'));
        }
        if (isset($data['total'])) {
            $this->total = self::string($data['total'], 'total');
        }
        if (isset($data['gates'])) {
            $this->gates = self::strings($data['gates'], 'gates');
        }
        $this->gate_id = isset($data['gate_id']) ? self::string($data['gate_id'], 'gate_id') : null;
        $this->amount_due = isset($data['amount_due']) ? self::string($data['amount_due'], 'amount_due') : null;
        $this->amount_paid = isset($data['amount_paid']) ? self::string($data['amount_paid'], 'amount_paid') : null;
        $this->amount_confirmed = isset($data['amount_confirmed']) ? self::string($data['amount_confirmed'], 'amount_confirmed') : null;
        $this->amount_remaining = isset($data['amount_remaining']) ? self::string($data['amount_remaining'], 'amount_remaining') : null;
        $this->amount_excess = isset($data['amount_excess']) ? self::string($data['amount_excess'], 'amount_excess') : null;
        $this->amount_refunded = isset($data['amount_refunded']) ? self::string($data['amount_refunded'], 'amount_refunded') : null;
        $this->rate = isset($data['rate']) ? new InvoiceRate(self::object($data['rate'], 'rate')) : null;
        $this->address = isset($data['address']) ? self::string($data['address'], 'address') : null;
        $this->destination_tag = isset($data['destination_tag']) ? self::string($data['destination_tag'], 'destination_tag') : null;
        $this->payment_uri = isset($data['payment_uri']) ? self::string($data['payment_uri'], 'payment_uri') : null;
        if (isset($data['confirmations'])) {
            $this->confirmations = new Confirmations(self::object($data['confirmations'], 'confirmations'));
        }
        if (isset($data['transactions'])) {
            $this->transactions = InvoiceTransaction::listFrom($data['transactions'], 'transactions');
        }
        if (isset($data['other_payments'])) {
            $this->other_payments = OtherPayment::listFrom($data['other_payments'], 'other_payments');
        }
        if (isset($data['refunds'])) {
            $this->refunds = InvoiceRefund::listFrom($data['refunds'], 'refunds');
        }
        if (isset($data['autoconversion'])) {
            $this->autoconversion = new Autoconversion(self::object($data['autoconversion'], 'autoconversion'));
        }
        $this->conversion = isset($data['conversion']) ? new InvoiceConversion(self::object($data['conversion'], 'conversion')) : null;
        if (isset($data['autocomplete'])) {
            $this->autocomplete = self::bool($data['autocomplete'], 'autocomplete');
        }
        if (isset($data['metadata'])) {
            $this->metadata = self::map($data['metadata'], 'metadata');
        }
        if (isset($data['customer'])) {
            $this->customer = new InvoiceCustomer(self::object($data['customer'], 'customer'));
        }
        $this->success_url = isset($data['success_url']) ? self::string($data['success_url'], 'success_url') : null;
        $this->cancel_url = isset($data['cancel_url']) ? self::string($data['cancel_url'], 'cancel_url') : null;
        $this->notification_url = isset($data['notification_url']) ? self::string($data['notification_url'], 'notification_url') : null;
        if (isset($data['checkout_url'])) {
            $this->checkout_url = self::string($data['checkout_url'], 'checkout_url');
        }
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        if (isset($data['expires_at'])) {
            $this->expires_at = self::string($data['expires_at'], 'expires_at');
        }
        $this->completed_at = isset($data['completed_at']) ? self::string($data['completed_at'], 'completed_at') : null;
    }
}

final class InvoiceConversion extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $from;
    public readonly string $to;
    public readonly string $amount_from;
    /** What arrived on the balance of `to`, after fees. */
    public readonly string $amount_to;
    public readonly string $rate;
    /** At the rate locked for the invoice; `present` if a part was late, more than due or completed by a choice. */
    public readonly string $at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['from'])) {
            $this->from = self::string($data['from'], 'from');
        }
        if (isset($data['to'])) {
            $this->to = self::string($data['to'], 'to');
        }
        if (isset($data['amount_from'])) {
            $this->amount_from = self::string($data['amount_from'], 'amount_from');
        }
        if (isset($data['amount_to'])) {
            $this->amount_to = self::string($data['amount_to'], 'amount_to');
        }
        if (isset($data['rate'])) {
            $this->rate = self::string($data['rate'], 'rate');
        }
        if (isset($data['at'])) {
            $this->at = self::string($data['at'], 'at');
        }
    }
}

final class InvoiceCustomer extends Model
{
    public readonly ?string $email;
    public readonly ?string $name;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        $this->email = isset($data['email']) ? self::string($data['email'], 'email') : null;
        $this->name = isset($data['name']) ? self::string($data['name'], 'name') : null;
    }
}

/** In the invoice currency. */
final class InvoiceFees extends Model
{
    public readonly string $service;
    /** Paid by the customer; 0 where the merchant pays it. */
    public readonly string $network;
    /** Paid by the customer for an automatic conversion; 0 where the merchant pays it. */
    public readonly string $conversion;
    /** Of the service fee. */
    public readonly string $payer;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['service'])) {
            $this->service = self::string($data['service'], 'service');
        }
        if (isset($data['network'])) {
            $this->network = self::string($data['network'], 'network');
        }
        if (isset($data['conversion'])) {
            $this->conversion = self::string($data['conversion'], 'conversion');
        }
        if (isset($data['payer'])) {
            $this->payer = self::string($data['payer'], 'payer');
        }
    }
}

/** A line of the order, in the invoice currency. */
final class InvoiceItem extends Model
{
    public readonly string $type;
    public readonly string $name;
    /** Up to eight decimals. */
    public readonly int|float $quantity;
    public readonly ?string $unit;
    /** Of one; up to eight decimals. */
    public readonly string $price;
    /** Of the line; negative for discounts. */
    public readonly string $amount;
    /** Contained in the amount. */
    public readonly ?string $tax;
    public readonly ?string $sku;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['type'])) {
            $this->type = self::string($data['type'], 'type');
        }
        if (isset($data['name'])) {
            $this->name = self::string($data['name'], 'name');
        }
        if (isset($data['quantity'])) {
            $this->quantity = self::number($data['quantity'], 'quantity');
        }
        $this->unit = isset($data['unit']) ? self::string($data['unit'], 'unit') : null;
        if (isset($data['price'])) {
            $this->price = self::string($data['price'], 'price');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        $this->tax = isset($data['tax']) ? self::string($data['tax'], 'tax') : null;
        $this->sku = isset($data['sku']) ? self::string($data['sku'], 'sku') : null;
    }
}

final class InvoiceRate extends Model
{
    public readonly string $value;
    public readonly string $source;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $locked_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $expires_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['value'])) {
            $this->value = self::string($data['value'], 'value');
        }
        if (isset($data['source'])) {
            $this->source = self::string($data['source'], 'source');
        }
        if (isset($data['locked_at'])) {
            $this->locked_at = self::string($data['locked_at'], 'locked_at');
        }
        if (isset($data['expires_at'])) {
            $this->expires_at = self::string($data['expires_at'], 'expires_at');
        }
    }
}

final class InvoiceRefund extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $status;
    /** A coin on a network. */
    public readonly string $gate_id;
    /** Of what was paid. */
    public readonly string $amount;
    /** What reaches the payer. */
    public readonly string $net_amount;
    /** Where the payer took another coin: the coins of the invoice that it counts as. */
    public readonly ?string $covered_amount;
    public readonly ?string $txid;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['net_amount'])) {
            $this->net_amount = self::string($data['net_amount'], 'net_amount');
        }
        $this->covered_amount = isset($data['covered_amount']) ? self::string($data['covered_amount'], 'covered_amount') : null;
        $this->txid = isset($data['txid']) ? self::string($data['txid'], 'txid') : null;
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
    }
}

final class InvoiceTax extends Model
{
    public readonly string $name;
    /** Per cent. */
    public readonly string $rate;
    public readonly string $amount;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['name'])) {
            $this->name = self::string($data['name'], 'name');
        }
        if (isset($data['rate'])) {
            $this->rate = self::string($data['rate'], 'rate');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
    }
}

final class InvoiceTransaction extends Model
{
    public readonly string $txid;
    public readonly string $output;
    /** A coin on a network. */
    public readonly string $gate_id;
    public readonly string $amount;
    public readonly int $confirmations;
    /** What the chain says of the transaction. */
    public readonly string $status;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $first_seen_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['txid'])) {
            $this->txid = self::string($data['txid'], 'txid');
        }
        if (isset($data['output'])) {
            $this->output = self::string($data['output'], 'output');
        }
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['confirmations'])) {
            $this->confirmations = self::int($data['confirmations'], 'confirmations');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        if (isset($data['first_seen_at'])) {
            $this->first_seen_at = self::string($data['first_seen_at'], 'first_seen_at');
        }
    }
}

final class LoggedRequest extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    /** When the answer ended. */
    public readonly string $created_at;
    /** `X-Request-Id` of the answer. */
    public readonly string $request_id;
    public readonly string $method;
    public readonly string $route;
    /** With the ids that were called, and without the query. */
    public readonly string $path;
    public readonly int $status;
    public readonly ?string $error_code;
    public readonly int $duration_ms;
    /** True: it had an `Idempotency-Key`. */
    public readonly bool $idempotency_key;
    /** Null: from before versions existed, or refused before one was chosen. */
    public readonly ?string $api_version;
    public readonly LoggedRequestToken $token;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        if (isset($data['request_id'])) {
            $this->request_id = self::string($data['request_id'], 'request_id');
        }
        if (isset($data['method'])) {
            $this->method = self::string($data['method'], 'method');
        }
        if (isset($data['route'])) {
            $this->route = self::string($data['route'], 'route');
        }
        if (isset($data['path'])) {
            $this->path = self::string($data['path'], 'path');
        }
        if (isset($data['status'])) {
            $this->status = self::int($data['status'], 'status');
        }
        $this->error_code = isset($data['error_code']) ? self::string($data['error_code'], 'error_code') : null;
        if (isset($data['duration_ms'])) {
            $this->duration_ms = self::int($data['duration_ms'], 'duration_ms');
        }
        if (isset($data['idempotency_key'])) {
            $this->idempotency_key = self::bool($data['idempotency_key'], 'idempotency_key');
        }
        $this->api_version = isset($data['api_version']) ? self::string($data['api_version'], 'api_version') : null;
        if (isset($data['token'])) {
            $this->token = new LoggedRequestToken(self::object($data['token'], 'token'));
        }
    }
}

final class LoggedRequestToken extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly ?string $name;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        $this->name = isset($data['name']) ? self::string($data['name'], 'name') : null;
    }
}

final class MassPayout extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    /** Only grows; a webhook of a lower version is older. */
    public readonly int $version;
    public readonly string $status;
    /** Null where the status says everything. */
    public readonly ?string $status_reason;
    public readonly string $mode;
    public readonly string $source;
    public readonly ?string $file_name;
    public readonly string $fee_payer;
    public readonly MassPayoutLines $lines;
    /** @var list<MassPayoutTotal> */
    public readonly array $totals;
    /** Another person than the one who ran it has to approve it. */
    public readonly bool $approval_required;
    /** New addresses cool off until then. */
    public readonly ?string $not_before;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $run_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $approved_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $completed_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['version'])) {
            $this->version = self::int($data['version'], 'version');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        $this->status_reason = isset($data['status_reason']) ? self::string($data['status_reason'], 'status_reason') : null;
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        if (isset($data['source'])) {
            $this->source = self::string($data['source'], 'source');
        }
        $this->file_name = isset($data['file_name']) ? self::string($data['file_name'], 'file_name') : null;
        if (isset($data['fee_payer'])) {
            $this->fee_payer = self::string($data['fee_payer'], 'fee_payer');
        }
        if (isset($data['lines'])) {
            $this->lines = new MassPayoutLines(self::object($data['lines'], 'lines'));
        }
        if (isset($data['totals'])) {
            $this->totals = MassPayoutTotal::listFrom($data['totals'], 'totals');
        }
        if (isset($data['approval_required'])) {
            $this->approval_required = self::bool($data['approval_required'], 'approval_required');
        }
        $this->not_before = isset($data['not_before']) ? self::string($data['not_before'], 'not_before') : null;
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        $this->run_at = isset($data['run_at']) ? self::string($data['run_at'], 'run_at') : null;
        $this->approved_at = isset($data['approved_at']) ? self::string($data['approved_at'], 'approved_at') : null;
        $this->completed_at = isset($data['completed_at']) ? self::string($data['completed_at'], 'completed_at') : null;
    }
}

final class MassPayoutLine extends Model
{
    /** As an editor counts the lines of the file. */
    public readonly int $line;
    /** Of its payout; null before the run. */
    public readonly ?string $status;
    public readonly ?string $status_reason;
    /** A coin on a network. */
    public readonly ?string $gate_id;
    public readonly ?string $address;
    public readonly ?string $destination_tag;
    public readonly ?string $reference;
    public readonly ?string $amount;
    /** What reaches the address. */
    public readonly ?string $net_amount;
    public readonly ?string $fees;
    public readonly ?string $payout_id;
    public readonly ?string $txid;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $completed_at;
    /**
     * What is wrong with a line that is not valid.
     * @var list<MassPayoutLineProblems>
     */
    public readonly array $problems;
    /**
     * Of a line that is not valid: as it was read.
     * @var list<string>
     */
    public readonly array $cells;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['line'])) {
            $this->line = self::int($data['line'], 'line');
        }
        $this->status = isset($data['status']) ? self::string($data['status'], 'status') : null;
        $this->status_reason = isset($data['status_reason']) ? self::string($data['status_reason'], 'status_reason') : null;
        $this->gate_id = isset($data['gate_id']) ? self::string($data['gate_id'], 'gate_id') : null;
        $this->address = isset($data['address']) ? self::string($data['address'], 'address') : null;
        $this->destination_tag = isset($data['destination_tag']) ? self::string($data['destination_tag'], 'destination_tag') : null;
        $this->reference = isset($data['reference']) ? self::string($data['reference'], 'reference') : null;
        $this->amount = isset($data['amount']) ? self::string($data['amount'], 'amount') : null;
        $this->net_amount = isset($data['net_amount']) ? self::string($data['net_amount'], 'net_amount') : null;
        $this->fees = isset($data['fees']) ? self::string($data['fees'], 'fees') : null;
        $this->payout_id = isset($data['payout_id']) ? self::string($data['payout_id'], 'payout_id') : null;
        $this->txid = isset($data['txid']) ? self::string($data['txid'], 'txid') : null;
        $this->completed_at = isset($data['completed_at']) ? self::string($data['completed_at'], 'completed_at') : null;
        if (isset($data['problems'])) {
            $this->problems = MassPayoutLineProblems::listFrom($data['problems'], 'problems');
        }
        if (isset($data['cells'])) {
            $this->cells = self::strings($data['cells'], 'cells');
        }
    }
}

final class MassPayoutLineProblems extends Model
{
    public readonly string $field;
    public readonly string $reason;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['field'])) {
            $this->field = self::string($data['field'], 'field');
        }
        if (isset($data['reason'])) {
            $this->reason = self::string($data['reason'], 'reason');
        }
    }
}

final class MassPayoutLines extends Model
{
    public readonly int $total;
    public readonly int $valid;
    public readonly int $not_valid;
    public readonly int $sent;
    public readonly int $done;
    public readonly int $failed;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['total'])) {
            $this->total = self::int($data['total'], 'total');
        }
        if (isset($data['valid'])) {
            $this->valid = self::int($data['valid'], 'valid');
        }
        if (isset($data['not_valid'])) {
            $this->not_valid = self::int($data['not_valid'], 'not_valid');
        }
        if (isset($data['sent'])) {
            $this->sent = self::int($data['sent'], 'sent');
        }
        if (isset($data['done'])) {
            $this->done = self::int($data['done'], 'done');
        }
        if (isset($data['failed'])) {
            $this->failed = self::int($data['failed'], 'failed');
        }
    }
}

/** Of one asset, in its coins. */
final class MassPayoutTotal extends Model
{
    /** A coin on a network. */
    public readonly string $gate_id;
    public readonly MassPayoutTotalValid $valid;
    public readonly MassPayoutTotalNotValid $not_valid;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['valid'])) {
            $this->valid = new MassPayoutTotalValid(self::object($data['valid'], 'valid'));
        }
        if (isset($data['not_valid'])) {
            $this->not_valid = new MassPayoutTotalNotValid(self::object($data['not_valid'], 'not_valid'));
        }
    }
}

final class MassPayoutTotalNotValid extends Model
{
    public readonly int $lines;
    /** As far as it could be read. */
    public readonly string $amount;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['lines'])) {
            $this->lines = self::int($data['lines'], 'lines');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
    }
}

final class MassPayoutTotalValid extends Model
{
    public readonly int $lines;
    /** What they ask for. */
    public readonly string $amount;
    /** What leaves the balance. */
    public readonly string $total;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['lines'])) {
            $this->lines = self::int($data['lines'], 'lines');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['total'])) {
            $this->total = self::string($data['total'], 'total');
        }
    }
}

final class Me extends Model
{
    public readonly string $mode;
    public readonly MeMerchant $merchant;
    public readonly MeShop $shop;
    public readonly MeToken $token;
    /** Of this call. */
    public readonly string $api_version;
    /**
     * The supported versions, newest first.
     * @var list<string>
     */
    public readonly array $api_versions;
    /** @var list<string> */
    public readonly array $permissions;
    /**
     * The restricted key that has exactly these permissions. `drafts`: its payouts and refunds wait until a person
     * approves them.
     */
    public readonly ?string $preset;
    /**
     * The events that it may read, as an endpoint names them.
     * @var list<string>
     */
    public readonly array $event_types;
    /** ISO 4217 code of a fiat currency. */
    public readonly string $currency;
    /**
     * Assets that the shop receives.
     * @var list<string>
     */
    public readonly array $gates;
    public readonly MeLimits $limits;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        if (isset($data['merchant'])) {
            $this->merchant = new MeMerchant(self::object($data['merchant'], 'merchant'));
        }
        if (isset($data['shop'])) {
            $this->shop = new MeShop(self::object($data['shop'], 'shop'));
        }
        if (isset($data['token'])) {
            $this->token = new MeToken(self::object($data['token'], 'token'));
        }
        if (isset($data['api_version'])) {
            $this->api_version = self::string($data['api_version'], 'api_version');
        }
        if (isset($data['api_versions'])) {
            $this->api_versions = self::strings($data['api_versions'], 'api_versions');
        }
        if (isset($data['permissions'])) {
            $this->permissions = self::strings($data['permissions'], 'permissions');
        }
        $this->preset = isset($data['preset']) ? self::string($data['preset'], 'preset') : null;
        if (isset($data['event_types'])) {
            $this->event_types = self::strings($data['event_types'], 'event_types');
        }
        if (isset($data['currency'])) {
            $this->currency = self::string($data['currency'], 'currency');
        }
        if (isset($data['gates'])) {
            $this->gates = self::strings($data['gates'], 'gates');
        }
        if (isset($data['limits'])) {
            $this->limits = new MeLimits(self::object($data['limits'], 'limits'));
        }
    }
}

final class MeLimits extends Model
{
    public readonly int $requests_per_minute;
    public readonly int $event_streams;
    public readonly int $webhook_endpoints;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['requests_per_minute'])) {
            $this->requests_per_minute = self::int($data['requests_per_minute'], 'requests_per_minute');
        }
        if (isset($data['event_streams'])) {
            $this->event_streams = self::int($data['event_streams'], 'event_streams');
        }
        if (isset($data['webhook_endpoints'])) {
            $this->webhook_endpoints = self::int($data['webhook_endpoints'], 'webhook_endpoints');
        }
    }
}

final class MeMerchant extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly ?string $name;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        $this->name = isset($data['name']) ? self::string($data['name'], 'name') : null;
    }
}

final class MeShop extends Model
{
    /** Null: the first shop, whose tokens alone see or make payouts. */
    public readonly ?string $id;
    /** UUID version 7. */
    public readonly string $profile_id;
    public readonly string $name;
    /** True: it takes no new payments. */
    public readonly bool $closed;
    /** Of webhooks to notification URLs. */
    public readonly string $api_version;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        $this->id = isset($data['id']) ? self::string($data['id'], 'id') : null;
        if (isset($data['profile_id'])) {
            $this->profile_id = self::string($data['profile_id'], 'profile_id');
        }
        if (isset($data['name'])) {
            $this->name = self::string($data['name'], 'name');
        }
        if (isset($data['closed'])) {
            $this->closed = self::bool($data['closed'], 'closed');
        }
        if (isset($data['api_version'])) {
            $this->api_version = self::string($data['api_version'], 'api_version');
        }
    }
}

final class MeToken extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $name;
    /** Of calls that name none in `Tidegate-Version`. */
    public readonly string $api_version;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['name'])) {
            $this->name = self::string($data['name'], 'name');
        }
        if (isset($data['api_version'])) {
            $this->api_version = self::string($data['api_version'], 'api_version');
        }
    }
}

final class Movement extends Model
{
    /** Of the movement; grows with time. */
    public readonly string $id;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $at;
    public readonly string $gate_id;
    public readonly string $kind;
    /** Below zero: it went out. */
    public readonly string $amount;
    /** Available after it. */
    public readonly string $balance;
    /** What it was worth at the rate of its hour; null where none of that hour is known. */
    public readonly ?string $value;
    /** ISO 4217 code of a fiat currency. */
    public readonly string $currency;
    /** UUID version 7. */
    public readonly ?string $invoice_id;
    /** UUID version 7. */
    public readonly ?string $payout_id;
    /** UUID version 7. */
    public readonly ?string $refund_id;
    /** UUID version 7. */
    public readonly ?string $mass_payout_id;
    /** UUID version 7. */
    public readonly ?string $withdrawal_id;
    /** UUID version 7. */
    public readonly ?string $conversion_id;
    /** UUID version 7. */
    public readonly ?string $deposit_id;
    public readonly ?string $reference;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['at'])) {
            $this->at = self::string($data['at'], 'at');
        }
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['kind'])) {
            $this->kind = self::string($data['kind'], 'kind');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['balance'])) {
            $this->balance = self::string($data['balance'], 'balance');
        }
        $this->value = isset($data['value']) ? self::string($data['value'], 'value') : null;
        if (isset($data['currency'])) {
            $this->currency = self::string($data['currency'], 'currency');
        }
        $this->invoice_id = isset($data['invoice_id']) ? self::string($data['invoice_id'], 'invoice_id') : null;
        $this->payout_id = isset($data['payout_id']) ? self::string($data['payout_id'], 'payout_id') : null;
        $this->refund_id = isset($data['refund_id']) ? self::string($data['refund_id'], 'refund_id') : null;
        $this->mass_payout_id = isset($data['mass_payout_id']) ? self::string($data['mass_payout_id'], 'mass_payout_id') : null;
        $this->withdrawal_id = isset($data['withdrawal_id']) ? self::string($data['withdrawal_id'], 'withdrawal_id') : null;
        $this->conversion_id = isset($data['conversion_id']) ? self::string($data['conversion_id'], 'conversion_id') : null;
        $this->deposit_id = isset($data['deposit_id']) ? self::string($data['deposit_id'], 'deposit_id') : null;
        $this->reference = isset($data['reference']) ? self::string($data['reference'], 'reference') : null;
    }
}

final class OtherPayment extends Model
{
    public readonly string $txid;
    public readonly string $output;
    public readonly string $network;
    /** Null for a token that no gate accepts. */
    public readonly ?string $gate_id;
    /** Null for a token whose decimals are unknown. */
    public readonly ?string $amount;
    public readonly string $status;
    /** How it goes back: by a refund of the invoice, or by support. */
    public readonly string $returned_by;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $first_seen_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['txid'])) {
            $this->txid = self::string($data['txid'], 'txid');
        }
        if (isset($data['output'])) {
            $this->output = self::string($data['output'], 'output');
        }
        if (isset($data['network'])) {
            $this->network = self::string($data['network'], 'network');
        }
        $this->gate_id = isset($data['gate_id']) ? self::string($data['gate_id'], 'gate_id') : null;
        $this->amount = isset($data['amount']) ? self::string($data['amount'], 'amount') : null;
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        if (isset($data['returned_by'])) {
            $this->returned_by = self::string($data['returned_by'], 'returned_by');
        }
        if (isset($data['first_seen_at'])) {
            $this->first_seen_at = self::string($data['first_seen_at'], 'first_seen_at');
        }
    }
}

final class OutgoingTransaction extends Model
{
    public readonly string $txid;
    public readonly string $status;
    public readonly int $confirmations;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['txid'])) {
            $this->txid = self::string($data['txid'], 'txid');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        if (isset($data['confirmations'])) {
            $this->confirmations = self::int($data['confirmations'], 'confirmations');
        }
    }
}

final class Pagination extends Model
{
    public readonly int $total;
    public readonly int $page;
    public readonly int $per_page;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['total'])) {
            $this->total = self::int($data['total'], 'total');
        }
        if (isset($data['page'])) {
            $this->page = self::int($data['page'], 'page');
        }
        if (isset($data['per_page'])) {
            $this->per_page = self::int($data['per_page'], 'per_page');
        }
    }
}

final class PaymentLink extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $title;
    public readonly ?string $description;
    public readonly string $amount;
    /** ISO 4217 code of a fiat currency. */
    public readonly string $currency;
    /**
     * Null: the profile's assets.
     * @var list<string>|null
     */
    public readonly ?array $gates;
    public readonly ?string $success_url;
    public readonly bool $active;
    public readonly int $invoice_count;
    /** Each payer who opens it and continues gets a separate invoice. */
    public readonly string $url;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['title'])) {
            $this->title = self::string($data['title'], 'title');
        }
        $this->description = isset($data['description']) ? self::string($data['description'], 'description') : null;
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['currency'])) {
            $this->currency = self::string($data['currency'], 'currency');
        }
        $this->gates = isset($data['gates']) ? self::strings($data['gates'], 'gates') : null;
        $this->success_url = isset($data['success_url']) ? self::string($data['success_url'], 'success_url') : null;
        if (isset($data['active'])) {
            $this->active = self::bool($data['active'], 'active');
        }
        if (isset($data['invoice_count'])) {
            $this->invoice_count = self::int($data['invoice_count'], 'invoice_count');
        }
        if (isset($data['url'])) {
            $this->url = self::string($data['url'], 'url');
        }
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
    }
}

final class PaymentRequest extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $mode;
    public readonly string $status;
    public readonly string $recipient_name;
    public readonly string $recipient_email;
    /** Of the email and the page. */
    public readonly string $language;
    public readonly string $description;
    public readonly string $amount;
    /** ISO 4217 code of a fiat currency. */
    public readonly string $currency;
    /**
     * Null: the profile's assets.
     * @var list<string>|null
     */
    public readonly ?array $gates;
    public readonly ?string $success_url;
    /** Default: as the profile says. */
    public readonly ?string $service_fee_payer;
    /** Default: as the profile says. */
    public readonly ?string $network_fee_payer;
    /** Default: as the profile says. */
    public readonly ?string $conversion_fee_payer;
    /** Default: as the profile says. */
    public readonly ?string $refund_fee_payer;
    public readonly ?bool $autocomplete;
    public readonly ?string $underpaid_tolerance;
    public readonly ?string $overpaid_tolerance;
    /** The page of the recipient. Who has the address can pay. */
    public readonly string $url;
    /** The newest invoice that the recipient made, or the one paid. */
    public readonly ?string $invoice_id;
    public readonly ?string $invoice_status;
    /** Emails sent to the recipient; 0 while a limit of emails has stopped the first. */
    public readonly int $mail_count;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $mailed_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $expires_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $canceled_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        if (isset($data['recipient_name'])) {
            $this->recipient_name = self::string($data['recipient_name'], 'recipient_name');
        }
        if (isset($data['recipient_email'])) {
            $this->recipient_email = self::string($data['recipient_email'], 'recipient_email');
        }
        if (isset($data['language'])) {
            $this->language = self::string($data['language'], 'language');
        }
        if (isset($data['description'])) {
            $this->description = self::string($data['description'], 'description');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['currency'])) {
            $this->currency = self::string($data['currency'], 'currency');
        }
        $this->gates = isset($data['gates']) ? self::strings($data['gates'], 'gates') : null;
        $this->success_url = isset($data['success_url']) ? self::string($data['success_url'], 'success_url') : null;
        $this->service_fee_payer = isset($data['service_fee_payer']) ? self::string($data['service_fee_payer'], 'service_fee_payer') : null;
        $this->network_fee_payer = isset($data['network_fee_payer']) ? self::string($data['network_fee_payer'], 'network_fee_payer') : null;
        $this->conversion_fee_payer = isset($data['conversion_fee_payer']) ? self::string($data['conversion_fee_payer'], 'conversion_fee_payer') : null;
        $this->refund_fee_payer = isset($data['refund_fee_payer']) ? self::string($data['refund_fee_payer'], 'refund_fee_payer') : null;
        $this->autocomplete = isset($data['autocomplete']) ? self::bool($data['autocomplete'], 'autocomplete') : null;
        $this->underpaid_tolerance = isset($data['underpaid_tolerance']) ? self::string($data['underpaid_tolerance'], 'underpaid_tolerance') : null;
        $this->overpaid_tolerance = isset($data['overpaid_tolerance']) ? self::string($data['overpaid_tolerance'], 'overpaid_tolerance') : null;
        if (isset($data['url'])) {
            $this->url = self::string($data['url'], 'url');
        }
        $this->invoice_id = isset($data['invoice_id']) ? self::string($data['invoice_id'], 'invoice_id') : null;
        $this->invoice_status = isset($data['invoice_status']) ? self::string($data['invoice_status'], 'invoice_status') : null;
        if (isset($data['mail_count'])) {
            $this->mail_count = self::int($data['mail_count'], 'mail_count');
        }
        if (isset($data['mailed_at'])) {
            $this->mailed_at = self::string($data['mailed_at'], 'mailed_at');
        }
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        if (isset($data['expires_at'])) {
            $this->expires_at = self::string($data['expires_at'], 'expires_at');
        }
        $this->canceled_at = isset($data['canceled_at']) ? self::string($data['canceled_at'], 'canceled_at') : null;
    }
}

final class Payout extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    /** Only grows; a webhook of a lower version is older. */
    public readonly int $version;
    public readonly string $status;
    /** Null where the status says everything. */
    public readonly ?string $status_reason;
    /** With `address_refused`: why this address cannot be paid, in words. */
    public readonly ?string $status_words;
    public readonly string $mode;
    /** A coin on a network. */
    public readonly string $gate_id;
    /** As asked. */
    public readonly string $amount;
    /** What reaches the address. */
    public readonly string $net_amount;
    /** What leaves the balance: net amount and fees. */
    public readonly string $total;
    /** In coins of the gate. */
    public readonly PayoutFees $fees;
    public readonly string $address;
    public readonly ?string $destination_tag;
    public readonly ?string $reference;
    public readonly ?string $description;
    /** The newest transaction; null until one is signed. */
    public readonly ?string $txid;
    public readonly Confirmations $confirmations;
    /** @var list<OutgoingTransaction> */
    public readonly array $transactions;
    /** Another person than its creator has to approve it. */
    public readonly bool $approval_required;
    /** A new address cools off until then. */
    public readonly ?string $not_before;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $approved_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $completed_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $canceled_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['version'])) {
            $this->version = self::int($data['version'], 'version');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        $this->status_reason = isset($data['status_reason']) ? self::string($data['status_reason'], 'status_reason') : null;
        $this->status_words = isset($data['status_words']) ? self::string($data['status_words'], 'status_words') : null;
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['net_amount'])) {
            $this->net_amount = self::string($data['net_amount'], 'net_amount');
        }
        if (isset($data['total'])) {
            $this->total = self::string($data['total'], 'total');
        }
        if (isset($data['fees'])) {
            $this->fees = new PayoutFees(self::object($data['fees'], 'fees'));
        }
        if (isset($data['address'])) {
            $this->address = self::string($data['address'], 'address');
        }
        $this->destination_tag = isset($data['destination_tag']) ? self::string($data['destination_tag'], 'destination_tag') : null;
        $this->reference = isset($data['reference']) ? self::string($data['reference'], 'reference') : null;
        $this->description = isset($data['description']) ? self::string($data['description'], 'description') : null;
        $this->txid = isset($data['txid']) ? self::string($data['txid'], 'txid') : null;
        if (isset($data['confirmations'])) {
            $this->confirmations = new Confirmations(self::object($data['confirmations'], 'confirmations'));
        }
        if (isset($data['transactions'])) {
            $this->transactions = OutgoingTransaction::listFrom($data['transactions'], 'transactions');
        }
        if (isset($data['approval_required'])) {
            $this->approval_required = self::bool($data['approval_required'], 'approval_required');
        }
        $this->not_before = isset($data['not_before']) ? self::string($data['not_before'], 'not_before') : null;
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        $this->approved_at = isset($data['approved_at']) ? self::string($data['approved_at'], 'approved_at') : null;
        $this->completed_at = isset($data['completed_at']) ? self::string($data['completed_at'], 'completed_at') : null;
        $this->canceled_at = isset($data['canceled_at']) ? self::string($data['canceled_at'], 'canceled_at') : null;
    }
}

/** In coins of the gate. */
final class PayoutFees extends Model
{
    public readonly string $service;
    public readonly string $network;
    public readonly string $payer;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['service'])) {
            $this->service = self::string($data['service'], 'service');
        }
        if (isset($data['network'])) {
            $this->network = self::string($data['network'], 'network');
        }
        if (isset($data['payer'])) {
            $this->payer = self::string($data['payer'], 'payer');
        }
    }
}

/** What a payout would cost now. Amounts are in coins of the gate. */
final class PayoutQuote extends Model
{
    /** A coin on a network. */
    public readonly string $gate_id;
    public readonly string $fee_payer;
    public readonly string $net_amount;
    public readonly string $total;
    public readonly PayoutQuoteFees $fees;
    /** What leaves the balance, in the currency of the profile. */
    public readonly ?string $value;
    /** Why this amount would be refused. */
    public readonly ?string $problem;
    public readonly string $available;
    public readonly string $min;
    /** Of one payout; null is no bound. */
    public readonly ?string $max;
    /** Payouts of this asset can be requested. */
    public readonly bool $is_open;
    /** When the node reported them; null: the typical fee. */
    public readonly ?string $network_fee_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['fee_payer'])) {
            $this->fee_payer = self::string($data['fee_payer'], 'fee_payer');
        }
        if (isset($data['net_amount'])) {
            $this->net_amount = self::string($data['net_amount'], 'net_amount');
        }
        if (isset($data['total'])) {
            $this->total = self::string($data['total'], 'total');
        }
        if (isset($data['fees'])) {
            $this->fees = new PayoutQuoteFees(self::object($data['fees'], 'fees'));
        }
        $this->value = isset($data['value']) ? self::string($data['value'], 'value') : null;
        $this->problem = isset($data['problem']) ? self::string($data['problem'], 'problem') : null;
        if (isset($data['available'])) {
            $this->available = self::string($data['available'], 'available');
        }
        if (isset($data['min'])) {
            $this->min = self::string($data['min'], 'min');
        }
        $this->max = isset($data['max']) ? self::string($data['max'], 'max') : null;
        if (isset($data['is_open'])) {
            $this->is_open = self::bool($data['is_open'], 'is_open');
        }
        $this->network_fee_at = isset($data['network_fee_at']) ? self::string($data['network_fee_at'], 'network_fee_at') : null;
    }
}

final class PayoutQuoteFees extends Model
{
    public readonly string $service;
    public readonly string $network;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['service'])) {
            $this->service = self::string($data['service'], 'service');
        }
        if (isset($data['network'])) {
            $this->network = self::string($data['network'], 'network');
        }
    }
}

/** A fiat currency in which an invoice may be priced. */
final class PricingCurrency extends Model
{
    /** ISO 4217 code of a fiat currency. */
    public readonly string $code;
    /** Places of its amounts. */
    public readonly int $decimals;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['code'])) {
            $this->code = self::string($data['code'], 'code');
        }
        if (isset($data['decimals'])) {
            $this->decimals = self::int($data['decimals'], 'decimals');
        }
    }
}

final class Rate extends Model
{
    public readonly string $gate_id;
    public readonly string $asset;
    /** ISO 4217 code of a fiat currency. */
    public readonly string $currency;
    /** Fiat for one coin. */
    public readonly string $value;
    public readonly string $source;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $sampled_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $expires_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['asset'])) {
            $this->asset = self::string($data['asset'], 'asset');
        }
        if (isset($data['currency'])) {
            $this->currency = self::string($data['currency'], 'currency');
        }
        if (isset($data['value'])) {
            $this->value = self::string($data['value'], 'value');
        }
        if (isset($data['source'])) {
            $this->source = self::string($data['source'], 'source');
        }
        if (isset($data['sampled_at'])) {
            $this->sampled_at = self::string($data['sampled_at'], 'sampled_at');
        }
        if (isset($data['expires_at'])) {
            $this->expires_at = self::string($data['expires_at'], 'expires_at');
        }
    }
}

final class Refund extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    /** Only grows; a webhook of a lower version is older. */
    public readonly int $version;
    public readonly string $status;
    /** Null where the status says everything. */
    public readonly ?string $status_reason;
    /** With `address_refused`: why this address cannot be paid, in words. */
    public readonly ?string $status_words;
    public readonly string $mode;
    /** A coin on a network. */
    public readonly string $gate_id;
    /** As asked. */
    public readonly string $amount;
    /** What reaches the address. */
    public readonly string $net_amount;
    /** What leaves the balance: net amount and fees. */
    public readonly string $total;
    /** In coins of the gate. */
    public readonly PayoutFees $fees;
    public readonly string $address;
    public readonly ?string $destination_tag;
    /** The newest transaction; null until one is signed. */
    public readonly ?string $txid;
    public readonly Confirmations $confirmations;
    /** @var list<OutgoingTransaction> */
    public readonly array $transactions;
    /** Another person than its creator has to approve it. */
    public readonly bool $approval_required;
    /** A new address cools off until then. */
    public readonly ?string $not_before;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $approved_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $completed_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $canceled_at;
    /** UUID version 7. */
    public readonly string $invoice_id;
    /** For the merchant’s records and webhooks. */
    public readonly ?string $reason;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['version'])) {
            $this->version = self::int($data['version'], 'version');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        $this->status_reason = isset($data['status_reason']) ? self::string($data['status_reason'], 'status_reason') : null;
        $this->status_words = isset($data['status_words']) ? self::string($data['status_words'], 'status_words') : null;
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['net_amount'])) {
            $this->net_amount = self::string($data['net_amount'], 'net_amount');
        }
        if (isset($data['total'])) {
            $this->total = self::string($data['total'], 'total');
        }
        if (isset($data['fees'])) {
            $this->fees = new PayoutFees(self::object($data['fees'], 'fees'));
        }
        if (isset($data['address'])) {
            $this->address = self::string($data['address'], 'address');
        }
        $this->destination_tag = isset($data['destination_tag']) ? self::string($data['destination_tag'], 'destination_tag') : null;
        $this->txid = isset($data['txid']) ? self::string($data['txid'], 'txid') : null;
        if (isset($data['confirmations'])) {
            $this->confirmations = new Confirmations(self::object($data['confirmations'], 'confirmations'));
        }
        if (isset($data['transactions'])) {
            $this->transactions = OutgoingTransaction::listFrom($data['transactions'], 'transactions');
        }
        if (isset($data['approval_required'])) {
            $this->approval_required = self::bool($data['approval_required'], 'approval_required');
        }
        $this->not_before = isset($data['not_before']) ? self::string($data['not_before'], 'not_before') : null;
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        $this->approved_at = isset($data['approved_at']) ? self::string($data['approved_at'], 'approved_at') : null;
        $this->completed_at = isset($data['completed_at']) ? self::string($data['completed_at'], 'completed_at') : null;
        $this->canceled_at = isset($data['canceled_at']) ? self::string($data['canceled_at'], 'canceled_at') : null;
        if (isset($data['invoice_id'])) {
            $this->invoice_id = self::string($data['invoice_id'], 'invoice_id');
        }
        $this->reason = isset($data['reason']) ? self::string($data['reason'], 'reason') : null;
    }
}

final class RefundLink extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    /** UUID version 7. */
    public readonly string $invoice_id;
    /** For the payer alone: the person who has it decides where the money goes. */
    public readonly string $url;
    /** In `currency`; coins of the gate at the rate when the payer claims it. */
    public readonly string $amount;
    /** ISO 4217 code of a fiat currency. */
    public readonly string $currency;
    /** A coin on a network. */
    public readonly string $gate_id;
    /**
     * What the payer may take instead.
     * @var list<string>
     */
    public readonly array $payer_gates;
    /** Masked; null without an email address on the invoice. */
    public readonly ?string $sent_to;
    public readonly ?string $reason;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $expires_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['invoice_id'])) {
            $this->invoice_id = self::string($data['invoice_id'], 'invoice_id');
        }
        if (isset($data['url'])) {
            $this->url = self::string($data['url'], 'url');
        }
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['currency'])) {
            $this->currency = self::string($data['currency'], 'currency');
        }
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['payer_gates'])) {
            $this->payer_gates = self::strings($data['payer_gates'], 'payer_gates');
        }
        $this->sent_to = isset($data['sent_to']) ? self::string($data['sent_to'], 'sent_to') : null;
        $this->reason = isset($data['reason']) ? self::string($data['reason'], 'reason') : null;
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        if (isset($data['expires_at'])) {
            $this->expires_at = self::string($data['expires_at'], 'expires_at');
        }
    }
}

final class RequestedBlocks extends Model
{
    public readonly string $network;
    public readonly int $count;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['network'])) {
            $this->network = self::string($data['network'], 'network');
        }
        if (isset($data['count'])) {
            $this->count = self::int($data['count'], 'count');
        }
    }
}

final class RequestedFees extends Model
{
    public readonly string $network;
    public readonly int $percent;
    public readonly int $seconds;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['network'])) {
            $this->network = self::string($data['network'], 'network');
        }
        if (isset($data['percent'])) {
            $this->percent = self::int($data['percent'], 'percent');
        }
        if (isset($data['seconds'])) {
            $this->seconds = self::int($data['seconds'], 'seconds');
        }
    }
}

final class StaticAddress extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $mode;
    public readonly string $gate_id;
    public readonly string $reference;
    public readonly ?string $description;
    /** Of EUR: the IBAN to pay to. */
    public readonly string $address;
    /** Needed with every payment where it is not null (XRP). */
    public readonly ?string $destination_tag;
    /** What a QR code holds; of EUR that of a SEPA credit transfer (EPC069-12). */
    public readonly string $payment_uri;
    /** Of EUR: where a bank transfer goes, and what it must say. */
    public readonly ?AddressBank $bank;
    /** Less is credited once the sum of the payments reaches this. */
    public readonly string $minimum;
    /** Null: as the profile says when a deposit begins. */
    public readonly ?Autoconversion $autoconversion;
    public readonly ?string $notification_url;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['reference'])) {
            $this->reference = self::string($data['reference'], 'reference');
        }
        $this->description = isset($data['description']) ? self::string($data['description'], 'description') : null;
        if (isset($data['address'])) {
            $this->address = self::string($data['address'], 'address');
        }
        $this->destination_tag = isset($data['destination_tag']) ? self::string($data['destination_tag'], 'destination_tag') : null;
        if (isset($data['payment_uri'])) {
            $this->payment_uri = self::string($data['payment_uri'], 'payment_uri');
        }
        $this->bank = isset($data['bank']) ? new AddressBank(self::object($data['bank'], 'bank')) : null;
        if (isset($data['minimum'])) {
            $this->minimum = self::string($data['minimum'], 'minimum');
        }
        $this->autoconversion = isset($data['autoconversion']) ? new Autoconversion(self::object($data['autoconversion'], 'autoconversion')) : null;
        $this->notification_url = isset($data['notification_url']) ? self::string($data['notification_url'], 'notification_url') : null;
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
    }
}

final class TestEventData extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $mode;
    public readonly string $message;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        if (isset($data['message'])) {
            $this->message = self::string($data['message'], 'message');
        }
    }
}

final class TestSent extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $type;
    public readonly string $url;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['type'])) {
            $this->type = self::string($data['type'], 'type');
        }
        if (isset($data['url'])) {
            $this->url = self::string($data['url'], 'url');
        }
    }
}

final class Warning extends Model
{
    /** Path of the field. */
    public readonly string $field;
    public readonly string $code;
    public readonly string $message;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['field'])) {
            $this->field = self::string($data['field'], 'field');
        }
        if (isset($data['code'])) {
            $this->code = self::string($data['code'], 'code');
        }
        if (isset($data['message'])) {
            $this->message = self::string($data['message'], 'message');
        }
    }
}

final class WebhookAttempt extends Model
{
    public readonly int $attempt;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $started_at;
    public readonly int $duration_ms;
    public readonly ?int $http_status;
    /** refused_address, timeout, redirect, tls, connect or too_large; null after an answer. */
    public readonly ?string $error;
    /** The first 1 000 characters of the answer. */
    public readonly ?string $answer;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['attempt'])) {
            $this->attempt = self::int($data['attempt'], 'attempt');
        }
        if (isset($data['started_at'])) {
            $this->started_at = self::string($data['started_at'], 'started_at');
        }
        if (isset($data['duration_ms'])) {
            $this->duration_ms = self::int($data['duration_ms'], 'duration_ms');
        }
        $this->http_status = isset($data['http_status']) ? self::int($data['http_status'], 'http_status') : null;
        $this->error = isset($data['error']) ? self::string($data['error'], 'error') : null;
        $this->answer = isset($data['answer']) ? self::string($data['answer'], 'answer') : null;
    }
}

final class WebhookDelivery extends Model
{
    /** Of the delivery: of one to a notification URL, the same as `event_id`. */
    public readonly string $id;
    /** The `webhook-id` header, and the id in GET /events. */
    public readonly string $event_id;
    /** Null: it goes to a notification URL. */
    public readonly ?string $endpoint_id;
    public readonly string $type;
    /** UUID version 7. */
    public readonly ?string $invoice_id;
    /** What the event happened to; null for a test. */
    public readonly ?string $object;
    /** UUID version 7. */
    public readonly ?string $object_id;
    public readonly string $url;
    public readonly string $status;
    public readonly int $attempt_count;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $next_attempt_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $delivered_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;
    /** @var list<WebhookAttempt> */
    public readonly array $attempts;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['event_id'])) {
            $this->event_id = self::string($data['event_id'], 'event_id');
        }
        $this->endpoint_id = isset($data['endpoint_id']) ? self::string($data['endpoint_id'], 'endpoint_id') : null;
        if (isset($data['type'])) {
            $this->type = self::string($data['type'], 'type');
        }
        $this->invoice_id = isset($data['invoice_id']) ? self::string($data['invoice_id'], 'invoice_id') : null;
        $this->object = isset($data['object']) ? self::string($data['object'], 'object') : null;
        $this->object_id = isset($data['object_id']) ? self::string($data['object_id'], 'object_id') : null;
        if (isset($data['url'])) {
            $this->url = self::string($data['url'], 'url');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        if (isset($data['attempt_count'])) {
            $this->attempt_count = self::int($data['attempt_count'], 'attempt_count');
        }
        $this->next_attempt_at = isset($data['next_attempt_at']) ? self::string($data['next_attempt_at'], 'next_attempt_at') : null;
        $this->delivered_at = isset($data['delivered_at']) ? self::string($data['delivered_at'], 'delivered_at') : null;
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        if (isset($data['attempts'])) {
            $this->attempts = WebhookAttempt::listFrom($data['attempts'], 'attempts');
        }
    }
}

/** Where events go besides the notification URLs. */
final class WebhookEndpoint extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $url;
    public readonly ?string $description;
    /** @var list<string> */
    public readonly array $event_types;
    /**
     * How it is written to. `standard`: body and headers of Standard Webhooks; `greenfield`: as BTCPay does, for an
     * endpoint that a shop plugin made.
     */
    public readonly string $format;
    public readonly bool $enabled;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $disabled_at;
    /** Until then every webhook is signed with the secret before this one, too. */
    public readonly ?string $previous_secret_until;
    public readonly int $version;
    /** The version of the API that its webhooks are written in. */
    public readonly string $api_version;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['url'])) {
            $this->url = self::string($data['url'], 'url');
        }
        $this->description = isset($data['description']) ? self::string($data['description'], 'description') : null;
        if (isset($data['event_types'])) {
            $this->event_types = self::strings($data['event_types'], 'event_types');
        }
        if (isset($data['format'])) {
            $this->format = self::string($data['format'], 'format');
        }
        if (isset($data['enabled'])) {
            $this->enabled = self::bool($data['enabled'], 'enabled');
        }
        $this->disabled_at = isset($data['disabled_at']) ? self::string($data['disabled_at'], 'disabled_at') : null;
        $this->previous_secret_until = isset($data['previous_secret_until']) ? self::string($data['previous_secret_until'], 'previous_secret_until') : null;
        if (isset($data['version'])) {
            $this->version = self::int($data['version'], 'version');
        }
        if (isset($data['api_version'])) {
            $this->api_version = self::string($data['api_version'], 'api_version');
        }
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
    }
}

final class WebhookEndpointWithSecret extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $url;
    public readonly ?string $description;
    /** @var list<string> */
    public readonly array $event_types;
    /**
     * How it is written to. `standard`: body and headers of Standard Webhooks; `greenfield`: as BTCPay does, for an
     * endpoint that a shop plugin made.
     */
    public readonly string $format;
    public readonly bool $enabled;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $disabled_at;
    /** Until then every webhook is signed with the secret before this one, too. */
    public readonly ?string $previous_secret_until;
    public readonly int $version;
    /** The version of the API that its webhooks are written in. */
    public readonly string $api_version;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;
    public readonly string $secret;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['url'])) {
            $this->url = self::string($data['url'], 'url');
        }
        $this->description = isset($data['description']) ? self::string($data['description'], 'description') : null;
        if (isset($data['event_types'])) {
            $this->event_types = self::strings($data['event_types'], 'event_types');
        }
        if (isset($data['format'])) {
            $this->format = self::string($data['format'], 'format');
        }
        if (isset($data['enabled'])) {
            $this->enabled = self::bool($data['enabled'], 'enabled');
        }
        $this->disabled_at = isset($data['disabled_at']) ? self::string($data['disabled_at'], 'disabled_at') : null;
        $this->previous_secret_until = isset($data['previous_secret_until']) ? self::string($data['previous_secret_until'], 'previous_secret_until') : null;
        if (isset($data['version'])) {
            $this->version = self::int($data['version'], 'version');
        }
        if (isset($data['api_version'])) {
            $this->api_version = self::string($data['api_version'], 'api_version');
        }
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        if (isset($data['secret'])) {
            $this->secret = self::string($data['secret'], 'secret');
        }
    }
}

final class Withdrawal extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    /** Only grows; a webhook of a lower version is older. */
    public readonly int $version;
    public readonly string $gate_id;
    public readonly string $mode;
    public readonly string $status;
    /** Null where the status says everything. */
    public readonly ?string $status_reason;
    /** What the bank says about the reason, or why the address cannot be paid. */
    public readonly ?string $status_words;
    /** As requested. */
    public readonly string $amount;
    /** What reaches the account or address. */
    public readonly string $net_amount;
    /** What leaves the balance: net amount and fees. */
    public readonly string $total;
    public readonly WithdrawalFees $fees;
    public readonly WithdrawalMethodName $method;
    public readonly WithdrawalRecipient $recipient;
    /** Of the booking, for inquiries at the bank. */
    public readonly ?string $bank_reference;
    /** With `name_question`: the account holder according to the bank, if it says. */
    public readonly ?string $payee_name;
    /** Of coins: the newest transaction; null until one is signed. */
    public readonly ?string $txid;
    /** Another person than its creator has to approve it. */
    public readonly bool $approval_required;
    /** A new account or address cools off until then. */
    public readonly ?string $not_before;
    /** ISO 8601, UTC, milliseconds. */
    public readonly string $created_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $approved_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $completed_at;
    /** ISO 8601, UTC, milliseconds. */
    public readonly ?string $canceled_at;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['version'])) {
            $this->version = self::int($data['version'], 'version');
        }
        if (isset($data['gate_id'])) {
            $this->gate_id = self::string($data['gate_id'], 'gate_id');
        }
        if (isset($data['mode'])) {
            $this->mode = self::string($data['mode'], 'mode');
        }
        if (isset($data['status'])) {
            $this->status = self::string($data['status'], 'status');
        }
        $this->status_reason = isset($data['status_reason']) ? self::string($data['status_reason'], 'status_reason') : null;
        $this->status_words = isset($data['status_words']) ? self::string($data['status_words'], 'status_words') : null;
        if (isset($data['amount'])) {
            $this->amount = self::string($data['amount'], 'amount');
        }
        if (isset($data['net_amount'])) {
            $this->net_amount = self::string($data['net_amount'], 'net_amount');
        }
        if (isset($data['total'])) {
            $this->total = self::string($data['total'], 'total');
        }
        if (isset($data['fees'])) {
            $this->fees = new WithdrawalFees(self::object($data['fees'], 'fees'));
        }
        if (isset($data['method'])) {
            $this->method = new WithdrawalMethodName(self::object($data['method'], 'method'));
        }
        if (isset($data['recipient'])) {
            $this->recipient = new WithdrawalRecipient(self::object($data['recipient'], 'recipient'));
        }
        $this->bank_reference = isset($data['bank_reference']) ? self::string($data['bank_reference'], 'bank_reference') : null;
        $this->payee_name = isset($data['payee_name']) ? self::string($data['payee_name'], 'payee_name') : null;
        $this->txid = isset($data['txid']) ? self::string($data['txid'], 'txid') : null;
        if (isset($data['approval_required'])) {
            $this->approval_required = self::bool($data['approval_required'], 'approval_required');
        }
        $this->not_before = isset($data['not_before']) ? self::string($data['not_before'], 'not_before') : null;
        if (isset($data['created_at'])) {
            $this->created_at = self::string($data['created_at'], 'created_at');
        }
        $this->approved_at = isset($data['approved_at']) ? self::string($data['approved_at'], 'approved_at') : null;
        $this->completed_at = isset($data['completed_at']) ? self::string($data['completed_at'], 'completed_at') : null;
        $this->canceled_at = isset($data['canceled_at']) ? self::string($data['canceled_at'], 'canceled_at') : null;
    }
}

final class WithdrawalFees extends Model
{
    public readonly string $service;
    public readonly string $network;
    public readonly string $payer;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['service'])) {
            $this->service = self::string($data['service'], 'service');
        }
        if (isset($data['network'])) {
            $this->network = self::string($data['network'], 'network');
        }
        if (isset($data['payer'])) {
            $this->payer = self::string($data['payer'], 'payer');
        }
    }
}

final class WithdrawalMethodName extends Model
{
    /** UUID version 7. */
    public readonly string $id;
    public readonly string $title;
    public readonly string $type;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        if (isset($data['id'])) {
            $this->id = self::string($data['id'], 'id');
        }
        if (isset($data['title'])) {
            $this->title = self::string($data['title'], 'title');
        }
        if (isset($data['type'])) {
            $this->type = self::string($data['type'], 'type');
        }
    }
}

final class WithdrawalRecipient extends Model
{
    public readonly ?string $address;
    public readonly ?string $destination_tag;
    /** Its first and last characters. */
    public readonly ?string $iban;
    public readonly ?string $account_name;

    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
        $this->address = isset($data['address']) ? self::string($data['address'], 'address') : null;
        $this->destination_tag = isset($data['destination_tag']) ? self::string($data['destination_tag'], 'destination_tag') : null;
        $this->iban = isset($data['iban']) ? self::string($data['iban'], 'iban') : null;
        $this->account_name = isset($data['account_name']) ? self::string($data['account_name'], 'account_name') : null;
    }
}

/**
 * An event of type `invoice.new`, `invoice.pending`, `invoice.confirming`, `invoice.partially_paid`,
 * `invoice.overpaid`, `invoice.processing`, `invoice.done`, `invoice.expired`, `invoice.expired_paid`,
 * `invoice.invalid`, `invoice.refund_requested`, `invoice.refunded`, `invoice.partially_refunded`,
 * `invoice.canceled`, `invoice.error`, `invoice.other_payment`.
 */
final class InvoiceEvent extends Event
{
    public readonly Invoice $data;

    protected function read(array $data): void
    {
        $this->data = new Invoice($data);
    }
}

/**
 * An event of type `payout.new`, `payout.pending`, `payout.queue`, `payout.confirming`, `payout.done`,
 * `payout.error`, `payout.canceled`.
 */
final class PayoutEvent extends Event
{
    public readonly Payout $data;

    protected function read(array $data): void
    {
        $this->data = new Payout($data);
    }
}

/**
 * An event of type `mass_payout.new`, `mass_payout.validated`, `mass_payout.not_valid`, `mass_payout.pending`,
 * `mass_payout.queue`, `mass_payout.confirming`, `mass_payout.done`, `mass_payout.error`.
 */
final class MassPayoutEvent extends Event
{
    public readonly MassPayout $data;

    protected function read(array $data): void
    {
        $this->data = new MassPayout($data);
    }
}

/**
 * An event of type `refund.new`, `refund.pending`, `refund.queue`, `refund.confirming`, `refund.done`,
 * `refund.error`, `refund.canceled`.
 */
final class RefundEvent extends Event
{
    public readonly Refund $data;

    protected function read(array $data): void
    {
        $this->data = new Refund($data);
    }
}

/** An event of type `conversion.done`. */
final class ConversionEvent extends Event
{
    public readonly Conversion $data;

    protected function read(array $data): void
    {
        $this->data = new Conversion($data);
    }
}

/**
 * An event of type `deposit.created`, `deposit.pending`, `deposit.confirming`, `deposit.processing`, `deposit.done`,
 * `deposit.error`.
 */
final class DepositEvent extends Event
{
    public readonly Deposit $data;

    protected function read(array $data): void
    {
        $this->data = new Deposit($data);
    }
}

/**
 * An event of type `withdrawal.new`, `withdrawal.pending`, `withdrawal.queue`, `withdrawal.confirming`,
 * `withdrawal.done`, `withdrawal.error`, `withdrawal.canceled`.
 */
final class WithdrawalEvent extends Event
{
    public readonly Withdrawal $data;

    protected function read(array $data): void
    {
        $this->data = new Withdrawal($data);
    }
}

/**
 * An event of type `card_order.processing`, `card_order.sending`, `card_order.delivered`, `card_order.charged_back`,
 * `card_order.declined`, `card_order.rejected`, `card_order.expired`, `card_order.refunded`, `card_order.canceled`,
 * `card_order.failed`.
 */
final class CardOrderEvent extends Event
{
    public readonly CardOrder $data;

    protected function read(array $data): void
    {
        $this->data = new CardOrder($data);
    }
}

/** An event of type `payment_request.paid`, `payment_request.expired`, `payment_request.canceled`. */
final class PaymentRequestEvent extends Event
{
    public readonly PaymentRequest $data;

    protected function read(array $data): void
    {
        $this->data = new PaymentRequest($data);
    }
}

/** An event of type `webhook.test`. */
final class TestEvent extends Event
{
    public readonly TestEventData $data;

    protected function read(array $data): void
    {
        $this->data = new TestEventData($data);
    }
}

/** The class of an event, by what its type begins with. */
final class EventClasses
{
    public const BY_OBJECT = [
        'invoice' => InvoiceEvent::class,
        'payout' => PayoutEvent::class,
        'mass_payout' => MassPayoutEvent::class,
        'refund' => RefundEvent::class,
        'conversion' => ConversionEvent::class,
        'deposit' => DepositEvent::class,
        'withdrawal' => WithdrawalEvent::class,
        'card_order' => CardOrderEvent::class,
        'payment_request' => PaymentRequestEvent::class,
        'webhook' => TestEvent::class,
    ];
}
