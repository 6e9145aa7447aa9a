<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use Tidegate\WooCommerce\Decimal;

final class DecimalTest extends TestCase
{
    /** @dataProvider pairs */
    public function testComparesAmountsWhateverTheirZeros(mixed $one, mixed $other, bool $equal): void
    {
        self::assertSame($equal, Decimal::equals($one, $other));
    }

    /** @return list<array{mixed, mixed, bool}> */
    public static function pairs(): array
    {
        return [
            ['49.90', '49.9000', true],
            ['0', '0.00', true],
            ['007', '7', true],
            ['49.90', '49.91', false],
            // As floating-point numbers these are equal.
            ['9007199254740993', '9007199254740992', false],
            ['0.100000000000000005', '0.1', false],
            [49.9, '49.9', false],
            ['-5', '-5', false],
            ['1e3', '1000', false],
            ["5\n", '5', false],
            [null, null, false],
        ];
    }

    public function testAddsExactly(): void
    {
        self::assertSame('0.3', Decimal::add('0.1', '0.2'));
        self::assertSame('10', Decimal::add('8.403361', '1.596639'));
        self::assertSame('1000000000000000000000.01', Decimal::add('999999999999999999999.99', '0.02'));
        for ($try = 0; $try < 300; $try++) {
            [$one, $other] = [random_int(0, 10 ** 12), random_int(0, 10 ** 12)];
            $text = static fn (int $cents): string => intdiv($cents, 100) . '.' . str_pad((string) ($cents % 100), 2, '0', STR_PAD_LEFT);
            self::assertSame(Decimal::shortest($text($one + $other)), Decimal::add($text($one), $text($other)));
        }
    }
}
