<?php

declare(strict_types=1);

namespace Tidegate\WooCommerce;

/** Arithmetic on decimal amounts as text. Amounts are never turned into floating-point numbers. */
final class Decimal
{
    private const PATTERN = '/\A[0-9]{1,40}(\.[0-9]{1,20})?\z/';

    /** Whether the text is a plain decimal amount: digits and at most one point, no sign, no exponent. */
    public static function isValid(mixed $text): bool
    {
        return is_string($text) && preg_match(self::PATTERN, $text) === 1;
    }

    /** The shortest form of the same amount: `49.9000` becomes `49.9`, `007` becomes `7`. */
    public static function shortest(string $amount): string
    {
        [$whole, $fraction] = self::parts($amount);
        $whole = ltrim($whole, '0');
        $fraction = rtrim($fraction, '0');
        return ($whole === '' ? '0' : $whole) . ($fraction === '' ? '' : '.' . $fraction);
    }

    /** Whether both are the same amount, whatever zeros they are written with; false if one is not an amount. */
    public static function equals(mixed $one, mixed $other): bool
    {
        return self::isValid($one) && self::isValid($other) && self::shortest($one) === self::shortest($other);
    }

    public static function isZero(string $amount): bool
    {
        return self::shortest($amount) === '0';
    }

    /** The exact sum. */
    public static function add(string $one, string $other): string
    {
        [$wholeOne, $fractionOne] = self::parts($one);
        [$wholeOther, $fractionOther] = self::parts($other);
        $places = max(strlen($fractionOne), strlen($fractionOther));
        $digitsOne = $wholeOne . str_pad($fractionOne, $places, '0');
        $digitsOther = $wholeOther . str_pad($fractionOther, $places, '0');
        $length = max(strlen($digitsOne), strlen($digitsOther)) + 1;
        $digitsOne = str_pad($digitsOne, $length, '0', STR_PAD_LEFT);
        $digitsOther = str_pad($digitsOther, $length, '0', STR_PAD_LEFT);
        $sum = '';
        $carry = 0;
        for ($at = $length - 1; $at >= 0; $at--) {
            $digit = (int) $digitsOne[$at] + (int) $digitsOther[$at] + $carry;
            $carry = intdiv($digit, 10);
            $sum = ($digit % 10) . $sum;
        }
        $whole = substr($sum, 0, $length - $places);
        return self::shortest($places === 0 ? $whole : $whole . '.' . substr($sum, $length - $places));
    }

    /** How many decimals the amount needs. */
    public static function places(string $amount): int
    {
        $parts = explode('.', self::shortest($amount));
        return strlen($parts[1] ?? '');
    }

    /** @return array{string, string} */
    private static function parts(string $amount): array
    {
        if (!self::isValid($amount)) {
            throw new \InvalidArgumentException('Not a decimal amount.');
        }
        $parts = explode('.', $amount);
        return [$parts[0], $parts[1] ?? ''];
    }
}
