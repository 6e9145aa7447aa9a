import { describe, expect, it } from 'vitest';
import { commandProblem } from './commands.ts';

describe('a command of an operator', () => {
  const command = { by: 'ada@staff.test', note: 'Looked.' };

  it('says who and why', () => {
    expect(commandProblem(command, null)).toBeNull();
    expect(commandProblem({ ...command, by: ' ' }, null)).toBe('by is required');
    expect(commandProblem({ by: command.by }, null)).toBe('note is required');
  });

  it('names a fee as text, and an outcome that the process knows', () => {
    expect(commandProblem({ ...command, maxFee: 0.1 }, null)).toBe('maxFee must be a decimal text');
    expect(commandProblem({ ...command, maxFee: '0.1' }, null)).toBeNull();
    expect(commandProblem({ ...command, outcome: 'paid' }, ['paid', 'unpaid'])).toBeNull();
    expect(commandProblem({ ...command, outcome: 'maybe' }, ['paid', 'unpaid'])).toBe('outcome must be paid or unpaid');
    expect(commandProblem(command, ['earlier', 'invalid', 'done'])).toBe('outcome must be earlier, invalid or done');
  });
});
