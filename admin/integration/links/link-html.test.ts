import { expect, test } from 'vitest';
import { buttonHtml } from './link-html.ts';

test('hazard 71: what a merchant named stays text in the button', () => {
  const html = buttonHtml('https://pay.example/pay/1?a=1&b="', 'Pay €5 <script>alert("x")</script>');
  expect(html).toContain('href="https://pay.example/pay/1?a=1&amp;b=&quot;"');
  expect(html).toContain('Pay €5 &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</a>');
  expect(html).not.toContain('<script');
});
