import { describe, expect, test } from 'vitest';
import { languageOf } from '../languages.ts';
import { domainOf, passwordProblems, websiteOf } from './account-rules.ts';

const problemsOf = (password: string, about: string[] = []) =>
  passwordProblems({ password, password_confirmation: password }, about).password ?? [];

describe('a password', () => {
  test.each([
    ['Harbour-lights-7', []],
    ['Short-7', ['Password must be at least 10 characters.']],
    ['harbour-lights-7', ['Password must include uppercase letters.']],
    ['Harbour-lights', ['Password must include a number.']],
    ['Harbour-löcher-7', ['Password must contain Latin characters only.']],
    ['Password-1234', ['This password is too common.']],
    ['My-Tidegate-1', ['Password must not contain your name or email.']],
  ])('%s: %j', (password, problems) => {
    expect(problemsOf(password)).toEqual(problems);
  });

  test('holds nothing of its owner, where that is more than a syllable', () => {
    expect(problemsOf('Quayside-2026', ['nora.quayside@shop.example'])).toHaveLength(1);
    expect(problemsOf('Noras-Harbour-7', ['Nora Quay'])).toHaveLength(1);
    expect(problemsOf('Harbour-Lee-77', ['Bo Lee'])).toEqual([]);
  });

  test('may have 64 characters and more, spaces and signs among them', () => {
    expect(problemsOf(`A 1 ${'correct horse battery staple '.repeat(4)}!"§`.replace('§', '$'))).toEqual([]);
  });
});

test.each([
  ['shop.example', 'shop.example'],
  [' Shop.Example ', 'shop.example'],
  ['münchen.example', undefined],
  ['localhost', undefined],
  ['192.168.0.1', undefined],
  ['-a.example', undefined],
  ['https://shop.example', undefined],
  ['a..example', undefined],
])('%j as a domain is %j', (text, domain) => {
  expect(domainOf(text)).toBe(domain);
});

test.each([
  ['shop.example', 'https://shop.example/'],
  ['http://shop.example/en?x=1', 'http://shop.example/en?x=1'],
  ['javascript:alert(1)', undefined],
  ['ftp://shop.example', undefined],
  ['https://user:pw@shop.example', undefined],
  ['https://127.0.0.1', undefined],
  ['two words', undefined],
])('%j as a website is %j', (text, website) => {
  expect(websiteOf(text)).toBe(website);
});

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['nl,pt-BR;q=0.5', 'pt'],
  ['nl', 'en'],
  [undefined, 'en'],
])('mails follow %j to %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});
