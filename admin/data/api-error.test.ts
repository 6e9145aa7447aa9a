import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';

describe('the reported message of a refused call', () => {
  it('is the first message of each field', () => {
    const error = new ApiError(422, {
      message: 'The given data was invalid',
      errors: { amount: ['Amount must be greater than 0', 'second'], currency: ['Unknown currency'] },
    });
    expect(error.messages()).toEqual(['Amount must be greater than 0', 'Unknown currency']);
  });

  it('is the message where there are no fields', () => {
    expect(new ApiError(409, { message: 'This invoice has expired.' }).messages()).toEqual([
      'This invoice has expired.',
    ]);
  });

  it('is each value of a body in another form, as of a proxy, and nothing but texts', () => {
    const strange: object = { error: 'Bad gateway', hints: ['Try again', ' ', 7], retry: true, inner: { a: 'b' } };
    expect(new ApiError(502, strange).messages()).toEqual(['Bad gateway', 'Try again']);
    expect(new ApiError(502, { note: '' } as object).messages()).toEqual([new ApiError(502, {}).message]);
    expect(new ApiError(409, { message: 'Changed', request_id: 'x' }).messages()).toEqual(['Changed']);
  });

  it('is said once where several fields say the same', () => {
    const error = new ApiError(422, { errors: { a: ['This field is required.'], b: ['This field is required.'] } });
    expect(error.messages()).toEqual(['This field is required.']);
  });

  it('leaves out the missing two-factor code, which its own dialog asks for', () => {
    expect(new ApiError(422, { errors: { two_fa_code: ['The two fa code field is required.'] } }).messages()).toEqual(
      [],
    );
  });

  it('has words of its own where nothing was answered', () => {
    expect(new ApiError(0, {}).message).toContain('did not answer');
  });
});
