import { describe, expect, it } from 'vitest';
import { encodeXAddress } from '../address/x-address.fixture.ts';
import { gates, type Network } from '../assets/assets.ts';
import { DomainError } from '../errors.ts';
import type { PayoutTerms } from '../outflows/fees.ts';
import type { PayoutLimits } from '../outflows/limits.ts';
import { massExample } from './example.ts';
import { readHeading } from './heading.ts';
import { checkMassLine, checkMassPayment, type MassRules } from './line.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const XRP = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
const TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const terms: Omit<PayoutTerms, 'networkFeeMinor'> = { feePayer: 'merchant', serviceFeeBps: 30 };
const networkFee = { chargedMinor: 500n, ceilingMinor: 700n, costMinor: null, sampledAt: null };
const limits: PayoutLimits = { minMinor: 1_000n, maxMinor: null, hourlyMinor: null, dailyMinor: null };
const rules: MassRules = {
  isOpen: () => true,
  chainOf: () => 'main',
  termsOf: () => terms,
  feeOf: () => networkFee,
  limitsOf: () => limits,
  tokenContractOf: () => undefined,
};

const problemsOf = (cells: readonly string[], changed: Partial<MassRules> = {}) => {
  const checked = checkMassLine(cells, { ...rules, ...changed });
  return checked.ok ? [] : checked.problems.map(({ field, reason }) => `${field}: ${reason}`);
};
const gateOf = (title: string) => {
  const checked = checkMassLine([title, '', '', '0.1'], rules);
  return checked.ok ? checked.line.gateId : checked.gateId;
};

describe('a line of a mass payout', () => {
  it('becomes a payment with its fees, address key and reference', () => {
    expect(checkMassLine([' BTC ', ` ${BTC} `, ' salary ', ' 0.0125 '], rules)).toEqual({
      ok: true,
      line: {
        gateId: 'BTC',
        amountMinor: 1_250_000n,
        netMinor: 1_250_000n,
        serviceFeeMinor: 3_750n,
        networkFeeMinor: 500n,
        heldMinor: 1_254_250n,
        address: BTC,
        addressKey: expect.any(String),
        destinationTag: null,
        reference: 'salary',
        networkFee,
      },
    });
  });

  it('has no reference where the cell is empty', () => {
    expect(checkMassLine(['BTC', BTC, '', '0.1'], rules)).toMatchObject({ ok: true, line: { reference: null } });
  });

  it('names the number of cells that is wrong', () => {
    expect(checkMassLine(['BTC', BTC, '0.1'], rules)).toEqual({
      ok: false,
      problems: [{ field: 'line', reason: 'The line has 3 cells; there must be 4: gate, address, reference, amount.' }],
      gateId: null,
      amountMinor: null,
    });
    expect(problemsOf(['BTC', BTC, '', '0.1', ''])).toHaveLength(1);
  });

  it.each([
    ['', 'gate: The asset is missing.'],
    ['  ', 'gate: The asset is missing.'],
    ['DOGE', 'gate: This asset is not known.'],
    ['USDT', 'gate: This asset is not known.'],
    ['EUR', 'gate: This asset is not known.'],
  ])('with the asset "%s" is refused', (title, problem) => {
    expect(problemsOf([title, BTC, '', '0.1'])).toEqual([problem]);
    expect(checkMassLine([title, BTC, '', '0.1'], rules)).toMatchObject({ gateId: null, amountMinor: null });
  });

  it.each([
    ['btc', 'BTC'],
    ['Bitcoin', 'BTC'],
    ['usdt_trc20', 'USDT_TRC20'],
    ['USDT (TRC-20)', 'USDT_TRC20'],
    ['USDT ERC20', 'USDT_ERC20'],
    [`${gates.USDT_ERC20.title} ${gates.USDT_ERC20.networkTitle}`, 'USDT_ERC20'],
    [`${gates.USDT_TRC20.ticker} ${gates.USDT_TRC20.networkTitle}`, 'USDT_TRC20'],
    [gates.TRX.title, 'TRX'],
    ['xrp', 'XRP'],
  ])('knows the asset "%s"', (title, gateId) => {
    expect(gateOf(title)).toBe(gateId);
  });

  it('lists everything that is wrong at once, each under its column, in the order of the columns', () => {
    expect(problemsOf(['BTC', '', `x${'y'.repeat(255)}`, 'abc'])).toEqual([
      expect.stringMatching(/^amount: /),
      'address: The address is missing.',
      'reference: The reference has more than 255 characters.',
    ]);
    expect(problemsOf(['BTC', 'nonsense', '', '0.1'])).toEqual([expect.stringMatching(/^address: /)]);
  });

  it.each([
    ['', 'amount: The amount is missing.'],
    ['0', 'amount: Amount must be greater than 0'],
    ['0.00000000', 'amount: Amount must be greater than 0'],
    ['0.00000999', 'amount: Amount is less than the minimum value'],
    [`1${'0'.repeat(30)}`, 'amount: Amount is greater than the maximum value'],
  ])('refuses the amount "%s"', (amount, problem) => {
    expect(problemsOf(['BTC', BTC, '', amount])).toEqual([problem]);
  });

  it('takes the smallest amount and one of thirty whole digits', () => {
    expect(problemsOf(['BTC', BTC, '', '0.00001'])).toEqual([]);
    expect(problemsOf(['BTC', BTC, '', '9'.repeat(30)])).toEqual([]);
    expect(problemsOf(['BTC', BTC, '', '0.2'], { limitsOf: () => ({ ...limits, maxMinor: 1_000_000n }) })).toEqual([
      'amount: Amount is greater than the maximum value',
    ]);
  });

  it('says the amount of a bad line, for the totals', () => {
    expect(checkMassLine(['BTC', 'nonsense', '', '0.1'], rules)).toMatchObject({
      ok: false,
      gateId: 'BTC',
      amountMinor: 10_000_000n,
    });
    expect(checkMassLine(['BTC', BTC, '', 'x'], rules)).toMatchObject({ ok: false, gateId: 'BTC', amountMinor: null });
  });

  it('takes a reference of 255 characters, and none with control characters', () => {
    expect(problemsOf(['BTC', BTC, 'y'.repeat(255), '0.1'])).toEqual([]);
    expect(problemsOf(['BTC', BTC, 'a\u0000b', '0.1'])).toEqual([
      'reference: The reference contains control characters.',
    ]);
  });

  it('is refused by its asset while its network is closed, with what is wrong of its amount behind it', () => {
    const closed = { isOpen: (network: Network) => network !== 'BTC' };
    expect(problemsOf(['BTC', 'nonsense', '', '0'], closed)).toEqual([
      'gate: Payouts of this asset are not open yet.',
      'amount: Amount must be greater than 0',
    ]);
    expect(checkMassLine(['BTC', BTC, '', '0.1'], { ...rules, ...closed })).toMatchObject({
      ok: false,
      gateId: 'BTC',
      amountMinor: 10_000_000n,
    });
    expect(problemsOf(['XRP', XRP, '7', '20'], closed)).toEqual([]);
  });

  it('refuses the contract of a token as the target of that token, by the rules of its gate', () => {
    const contract = '0xe78A0F7E598Cc8b0Bb87894B0F60dD2a88d6a8Ab';
    const own = { tokenContractOf: (id: string) => (id === 'USDT_ERC20' ? contract : undefined) };
    expect(problemsOf(['USDT_ERC20', contract, '', '5'], own)).toEqual([expect.stringMatching(/^address: .*token/)]);
    expect(problemsOf(['ETH', contract, '', '5'], own)).toEqual([]);
  });

  it('asks the rules of its own network and gate', () => {
    const requested: string[] = [];
    const ask = <T>(what: string, answer: T): T => {
      requested.push(what);
      return answer;
    };
    const watching: MassRules = {
      isOpen: (network) => ask(`open ${network}`, true),
      chainOf: (network) => ask(`chain ${network}`, 'main'),
      termsOf: (gateId) => ask(`terms ${gateId}`, terms),
      feeOf: (gateId) => ask(`fee ${gateId}`, networkFee),
      limitsOf: (gateId) => ask(`limits ${gateId}`, limits),
      tokenContractOf: (gateId) => ask(`contract ${gateId}`, undefined),
    };
    expect(checkMassLine(['USDT TRC20', TRON, '', '5'], watching).ok).toBe(true);
    expect(requested.toSorted()).toEqual([
      'chain TRON',
      'contract USDT_TRC20',
      'fee USDT_TRC20',
      'limits USDT_TRC20',
      'open TRON',
      'terms USDT_TRC20',
    ]);
  });

  it('throws what is not about the line', () => {
    const broken: MassRules = {
      ...rules,
      limitsOf: () => {
        throw new Error('no limits were loaded');
      },
    };
    expect(() => checkMassLine(['BTC', BTC, '', '0.1'], broken)).toThrow('no limits were loaded');
  });

  it('puts a refusal without a field under the column whose check refused it', () => {
    const refused: MassRules = {
      ...rules,
      termsOf: () => {
        throw new DomainError('conflict');
      },
    };
    expect(problemsOf(['BTC', BTC, '', '0.1'], refused)).toEqual([`amount: ${new DomainError('conflict').message}`]);
  });

  it('puts a refusal of a field that is no column under the column whose check refused it', () => {
    const refused: MassRules = {
      ...rules,
      termsOf: () => {
        throw new DomainError('validation_failed', { fields: { fee: ['No fee plan.'] } });
      },
    };
    expect(problemsOf(['BTC', BTC, '', '0.1'], refused)).toEqual(['amount: No fee plan.']);
  });
});

describe('a line in XRP', () => {
  it('reads its reference cell as the destination tag', () => {
    expect(checkMassLine(['XRP', XRP, '4021967', '320'], rules)).toMatchObject({
      ok: true,
      line: { destinationTag: 4_021_967n, reference: null, address: XRP },
    });
    expect(checkMassLine(['XRP', XRP, '', '320'], rules)).toMatchObject({ ok: true, line: { destinationTag: null } });
  });

  it('names the reference column when the tag is wrong, and other columns as they are', () => {
    expect(problemsOf(['XRP', XRP, 'abc', '320'])).toEqual(['reference: A destination tag is a whole number.']);
    expect(problemsOf(['XRP', encodeXAddress(XRP, 7n, 'main'), '8', '320'])).toEqual([
      expect.stringMatching(/^(reference|address): /),
    ]);
    expect(problemsOf(['XRP', XRP, '', '0'])).toEqual(['amount: Amount must be greater than 0']);
  });

  it('requested by the API keeps tag and reference apart', () => {
    const request = { gate: gates.XRP, address: XRP, destinationTag: '12', reference: 'order', amount: '320' };
    expect(checkMassPayment(request, rules)).toMatchObject({
      ok: true,
      line: { destinationTag: 12n, reference: 'order' },
    });
    expect(checkMassPayment({ ...request, destinationTag: 'x' }, rules)).toMatchObject({
      ok: false,
      problems: [{ field: 'destination_tag', reason: 'A destination tag is a whole number.' }],
    });
  });
});

describe('the heading of a file', () => {
  it.each([
    [['gate', 'address', 'reference', 'amount'], true],
    [[' Gate Title', ' ADDRESS '], true],
    [['currency', 'address'], true],
    [['BTC', 'address'], false],
    [['gate', BTC], false],
    [['gate'], false],
    [[], false],
  ])('%j: %s', (cells, heading) => {
    expect(readHeading(cells) !== null).toBe(heading);
  });
});

describe('the example file', () => {
  it.each(['main', 'test', 'regtest'] as const)('has a heading and three good lines on a %s chain', (chain) => {
    const lines = massExample(chain).split('\r\n');
    expect(lines.pop()).toBe('');
    const [heading = [], ...payments] = lines.map((line) => line.split(','));
    expect(readHeading(heading)).toEqual(['gate', 'address', 'reference', 'amount']);
    expect(payments).toHaveLength(3);
    const onChain = { ...rules, chainOf: () => chain };
    for (const cells of payments) expect(checkMassLine(cells, onChain), cells.join()).toMatchObject({ ok: true });
    const other = chain === 'main' ? 'test' : 'main';
    expect(problemsOf(payments[0] ?? [], { chainOf: () => other })).toHaveLength(1);
  });
});

describe('an address of Ethereum', () => {
  it('is taken with its checksum and refused with a wrong one', () => {
    expect(problemsOf(['ETH', ETH, '', '1'])).toEqual([]);
    expect(problemsOf(['ETH', ETH.replace('aA', 'AA'), '', '1'])).toHaveLength(1);
  });
});
