import { describe, expect, test } from 'vitest';
import {
  CARD_ORDER_WAITS,
  type CardOrderNotes,
  type CardOrderSnapshot,
  nextCardOrderStep,
} from './card-order-waits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SINCE = 1_000;

const snapshot: CardOrderSnapshot = {
  version: 1,
  status: 'payment',
  reason: null,
  needsOperator: false,
  txid: null,
  isPlaced: true,
  knowsAmounts: true,
  isMatured: false,
  stageAtMs: SINCE,
  checkAtMs: null,
};

interface Tried {
  readonly tries?: number;
  readonly triedAtMs?: number;
  readonly sinceMs?: number;
  readonly notes?: Partial<CardOrderNotes>;
}

const wholeStepAt = (nowMs: number, change: Partial<CardOrderSnapshot> = {}, tried: Tried = {}) => {
  const { tries = 0, triedAtMs = 0, sinceMs = SINCE, notes = {} } = tried;
  const at = { snapshot: { ...snapshot, ...change }, sinceMs, tries, triedAtMs, trouble: null, notes };
  return nextCardOrderStep({ ...at, waits: CARD_ORDER_WAITS }, nowMs);
};

const stepAt = (...at: Parameters<typeof wholeStepAt>) => {
  const step = wholeStepAt(...at);
  return step.kind === 'wait' ? step.untilMs : step.kind === 'act' ? step.act : step.kind;
};

describe('an order that is being made', () => {
  test('is made at once, then after growing pauses', () => {
    expect(stepAt(SINCE, { status: 'placing', isPlaced: false })).toBe('place');
    const again = { tries: 3, triedAtMs: 5_000 };
    expect(stepAt(5_001, { status: 'placing', isPlaced: false }, again)).toBe(9_000);
    expect(stepAt(9_000, { status: 'placing', isPlaced: false }, again)).toBe('place');
  });

  test('never pauses for long, because the customer waits for it', () => {
    const pauses = [5, 6, 20].map((tries) => stepAt(1, { status: 'placing', isPlaced: false }, { tries }));
    expect(pauses).toEqual([16_000, 16_000, 16_000]);
  });

  test('of which there are several waits for an operator', () => {
    const several = { status: 'placing', isPlaced: false, needsOperator: true } as const;
    expect(stepAt(SINCE, several)).toBe(SINCE + DAY);
    expect(stepAt(SINCE + DAY, several)).toBe('remind');
  });

  test('is looked for again if somebody says that it exists after all', () => {
    expect(stepAt(SINCE, { status: 'failed', isPlaced: false, checkAtMs: 5 })).toBe('place');
    expect(stepAt(SINCE, { status: 'failed', isPlaced: false })).toBe('end');
  });
});

describe('an order that is followed', () => {
  test('is read at once while its amounts are unknown', () => {
    expect(stepAt(SINCE, { knowsAmounts: false })).toBe('read');
    expect(stepAt(SINCE + 1, { knowsAmounts: false }, { notes: { readAtMs: SINCE + 1 } })).toBe(SINCE + 15_001);
  });

  test.each(['identity', 'payment', 'processing'] as const)('in %s is read often at first, then less', (status) => {
    const readAfter = (ageMs: number) => {
      const readAtMs = SINCE + ageMs;
      const next = stepAt(readAtMs, { status }, { notes: { readAtMs } });
      return typeof next === 'number' ? next - readAtMs : next;
    };
    expect(stepAt(SINCE, { status })).toBe(SINCE + 15_000);
    expect(stepAt(SINCE + 15_000, { status })).toBe('read');
    expect([0, 14 * MINUTE, 15 * MINUTE, 179 * MINUTE, 180 * MINUTE, DAY].map(readAfter)).toEqual([
      15_000,
      15_000,
      2 * MINUTE,
      2 * MINUTE,
      HOUR,
      HOUR,
    ]);
  });

  test('counts its age from its last change', () => {
    const [sinceMs, readAtMs] = [1_000 * DAY, 1_000 * DAY + 14 * MINUTE];
    expect(stepAt(readAtMs, { stageAtMs: sinceMs }, { sinceMs, notes: { readAtMs } })).toBe(readAtMs + 15_000);
    expect(stepAt(readAtMs + 15_000, { stageAtMs: sinceMs }, { sinceMs, notes: { readAtMs } })).toBe('read');
  });

  test('does not wait for money or coins without end', () => {
    const due = (status: CardOrderSnapshot['status'], ms: number) =>
      [ms - 1, ms].map((each) => stepAt(SINCE + each, { status }, { notes: { readAtMs: SINCE + ms - 2 } }));
    expect(due('identity', 7 * DAY)).toEqual([SINCE + 7 * DAY, 'overdue']);
    expect(due('payment', 7 * DAY)).toEqual([SINCE + 7 * DAY, 'overdue']);
    expect(due('processing', 3 * DAY)).toEqual([SINCE + 3 * DAY, 'overdue']);
    expect(due('sending', DAY)).toEqual([SINCE + DAY, 'overdue']);
  });
});

describe('a person who reads the workflow', () => {
  const several = { status: 'placing', isPlaced: false, needsOperator: true } as const;
  test.each<[Partial<CardOrderSnapshot>, string]>([
    [{ status: 'placing', isPlaced: false }, 'Making the order at the partner.'],
    [several, 'The partner has several orders of this one. Waiting for an operator.'],
    [{ checkAtMs: SINCE }, 'Getting news from the partner.'],
    [{ needsOperator: true }, 'An operator has to decide. The partner and the chain are asked meanwhile.'],
    [{ status: 'identity' }, 'Waiting for the identity check.'],
    [{ status: 'payment' }, 'Waiting for the payment.'],
    [{ status: 'processing' }, 'Waiting for the partner to send the coins.'],
    [{ status: 'sending' }, 'Looking for the coins on the chain.'],
    [{ status: 'delivered' }, 'Delivered. Waiting for its earnings to become available.'],
    [{ status: 'declined' }, 'It is declined, and may become active again.'],
  ])('of an order that is %o sees what it waits for', (change, message) => {
    expect(wholeStepAt(SINCE, change)).toMatchObject({ message });
  });

  test('sees nothing of the chain before there is a transaction', () => {
    const asks = { needsOperator: true, txid: 't' } as const;
    expect(stepAt(SINCE, { ...asks, status: 'processing' })).toBe(SINCE + 2 * MINUTE);
    expect(stepAt(SINCE, { ...asks, status: 'sending' })).toBe('check');
  });
});

describe('news', () => {
  test('are fetched at once, and again soon if the partner did not answer', () => {
    const news = { checkAtMs: 50_000 };
    expect(stepAt(50_000, news)).toBe('read');
    expect(stepAt(50_000, news, { notes: { readAtMs: 49_999 } })).toBe('read');
    expect(stepAt(50_000, news, { notes: { readAtMs: 50_000 } })).toBe(65_000);
    expect(stepAt(65_000, news, { notes: { readAtMs: 50_000 } })).toBe('read');
  });

  test.each(['delivered', 'charged_back', 'refunded', 'expired'] as const)('reach an order that is %s', (status) => {
    expect(stepAt(60_000, { status, isMatured: true, checkAtMs: 50_000 })).toBe('read');
  });
});

describe('coins on their way', () => {
  const sending = { status: 'sending', txid: 't' } as const;

  test('are looked for at once, then in the same rhythm', () => {
    expect(stepAt(SINCE, sending)).toBe('check');
    expect(stepAt(20_000, sending, { tries: 1, triedAtMs: 20_000 })).toBe(35_000);
    expect(stepAt(35_000, sending, { tries: 1, triedAtMs: 20_000 })).toBe('check');
  });

  test('may get another transaction, or none', () => {
    const triedAtMs = SINCE + 2 * MINUTE;
    expect(stepAt(triedAtMs, sending, { tries: 9, triedAtMs })).toBe('read');
    expect(stepAt(SINCE, { ...sending, txid: null })).toBe(SINCE + 15_000);
    expect(stepAt(SINCE + 15_000, { ...sending, txid: null })).toBe('read');
  });

  test('about which an operator is asked are still looked for, and the operator is reminded', () => {
    const shortDelivery = { ...sending, needsOperator: true, reason: 'short' } as const;
    const at = { tries: 1, triedAtMs: SINCE, notes: { readAtMs: SINCE + HOUR } };
    expect(stepAt(SINCE + HOUR - 1, shortDelivery, at)).toBe(SINCE + HOUR);
    expect(stepAt(SINCE + HOUR, shortDelivery, at)).toBe('check');
    expect(stepAt(SINCE, { ...shortDelivery, status: 'processing', txid: null })).toBe(SINCE + 2 * MINUTE);
    const read = { tries: 1, triedAtMs: SINCE + DAY, notes: { readAtMs: SINCE + DAY } };
    expect(stepAt(SINCE + DAY, shortDelivery, read)).toBe('remind');
    expect(
      stepAt(SINCE + DAY, shortDelivery, { ...read, notes: { ...read.notes, remindedAtMs: SINCE + DAY } }),
    ).not.toBe('remind');
  });
});

describe('a delivered order', () => {
  test('is read every day, because it may be charged back, until its earnings mature', () => {
    const delivered = { status: 'delivered' } as const;
    expect(stepAt(SINCE, delivered)).toBe(SINCE + DAY);
    expect(stepAt(SINCE + DAY, delivered)).toBe('read');
    const read = { notes: { readAtMs: SINCE + 90 * DAY - 1 } };
    expect(stepAt(SINCE + 90 * DAY - 1, delivered, read)).toBe(SINCE + 90 * DAY);
    expect(stepAt(SINCE + 90 * DAY, delivered, read)).toBe('mature');
    expect(stepAt(SINCE + 90 * DAY, { ...delivered, isMatured: true }, read)).toBe('end');
  });
});

describe('an order that ended without coins', () => {
  test.each(['declined', 'rejected', 'expired', 'canceled'] as const)('being %s is watched for a week', (status) => {
    expect(stepAt(SINCE, { status })).toBe(SINCE + HOUR);
    expect(stepAt(SINCE + HOUR, { status })).toBe('read');
    expect(stepAt(SINCE + 7 * DAY - 1, { status })).toBe('read');
    expect(stepAt(SINCE + 7 * DAY, { status })).toBe('end');
    expect(stepAt(SINCE, { status, isPlaced: false })).toBe('end');
  });

  test.each(['draft', 'charged_back', 'refunded', 'failed'] as const)('%s: nothing is left to wait for', (status) => {
    expect(stepAt(SINCE, { status })).toBe('end');
  });

  test('says why it does not wait', () => {
    const at = {
      snapshot: { ...snapshot, status: 'failed' as const },
      sinceMs: 0,
      tries: 0,
      triedAtMs: 0,
      trouble: null,
    };
    expect(nextCardOrderStep({ ...at, notes: {}, waits: CARD_ORDER_WAITS }, 0)).toEqual({
      kind: 'end',
      message: 'Nothing to do while it is failed.',
    });
  });
});
