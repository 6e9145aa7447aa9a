import { describe, expect, it } from 'vitest';
import { readContact } from './contact.ts';

const QUESTION = {
  name: 'Ada Lovelace',
  email: 'ada@shop.example',
  subject: 'Settlement in euro',
  message: 'When does a settlement arrive?\nThank you.',
};
const AMBASSADOR = {
  name: 'Ada',
  email: 'ada@shop.example',
  website: 'channel.example',
  subscribers: '10001',
  eu_audience: 'yes',
  real_users: 'yes',
  message: 'A channel about bicycles.',
};
const problemsOf = (given: Record<string, string>, kind: Parameters<typeof readContact>[0] = 'contact-us') => {
  const read = readContact(kind, given);
  return read.entry === undefined ? read.problems : {};
};

describe('a contact form', () => {
  it('is read as it was typed', () => {
    expect(readContact('contact-us', QUESTION)).toEqual({ entry: { kind: 'contact-us', ...QUESTION, details: {} } });
  });

  it('names every missing field', () => {
    expect(problemsOf({})).toEqual({
      name: ['The name field is required.'],
      email: ['The email field is required.'],
      subject: ['The subject field is required.'],
      message: ['The message field is required.'],
    });
    expect(Object.keys(problemsOf({}, 'contact-us-partner'))).toEqual([
      'name',
      'email',
      'company',
      'website',
      'message',
    ]);
  });

  it.each([
    ['a second header in the subject', { subject: 'Hi\nBcc: all@shop.example' }, 'subject', 'one line'],
    ['a second header in the name', { name: 'Ada\r\nBcc: all@shop.example' }, 'name', 'one line'],
    ['a second address', { email: 'a@shop.example, b@shop.example' }, 'email', 'Email is not valid.'],
    ['a header in the address', { email: 'a@shop.example\nBcc: b@shop.example' }, 'email', 'Email is not valid.'],
    ['a link as a name', { name: 'Win at https://evil.example' }, 'name', 'link'],
    ['a domain as a subject', { subject: 'evil.example' }, 'subject', 'link'],
    ['a NUL byte', { message: 'A question\u0000 about invoices' }, 'message', 'not valid'],
    ['half a letter', { message: 'A question\ud800 about invoices' }, 'message', 'not valid'],
    ['turned letters in a name', { name: 'Ada\u202Eexe' }, 'name', 'one line'],
    ['a megabyte', { message: 'x'.repeat(1_000_000) }, 'message', 'at most 5000'],
    ['nothing that can be seen', { message: '\u202A\u0007'.repeat(20) }, 'message', 'at least 10'],
  ])('refuses %s in words', (_what, wrong, field, words) => {
    expect(problemsOf({ ...QUESTION, ...wrong })[field]?.[0]).toContain(words);
  });

  it('takes HTML, links and other languages in the message as text', () => {
    const message = '<script>alert(1)</script> https://shop.example/?a=1 – Zahlung, оплата, 支払い, الدفع \u200Fok';
    expect(readContact('contact-us', { ...QUESTION, message }).entry?.message).toBe(message);
    expect(readContact('contact-us', { ...QUESTION, name: 'Жанна д’Арк' }).entry?.name).toBe('Жанна д’Арк');
  });

  it('removes from a message what cannot be seen', () => {
    const entry = readContact('contact-us', {
      ...QUESTION,
      message: 'One\u0008 two\u202E three\r\n\r\n\r\n\r\n\r\nfour',
    }).entry;
    expect(entry?.message).toBe('One two three\n\n\nfour');
  });

  it('takes an ambassador with one of the two audiences, of real people in Europe', () => {
    expect(problemsOf(AMBASSADOR, 'partner')).toEqual({});
    expect(problemsOf({ ...AMBASSADOR, subscribers: '', daily_visitors: '1001' }, 'partner')).toEqual({});
    const tooFew = problemsOf({ ...AMBASSADOR, subscribers: '10000', daily_visitors: '1000' }, 'partner');
    expect(tooFew.subscribers?.[0]).toContain('10,000 subscribers or 1,000 daily visitors');
    expect(problemsOf({ ...AMBASSADOR, subscribers: '1e9' }, 'partner').subscribers?.[0]).toContain('whole number');
    expect(problemsOf({ ...AMBASSADOR, real_users: '' }, 'partner')).toEqual({
      real_users: ['This must be accepted.'],
    });
  });
});
