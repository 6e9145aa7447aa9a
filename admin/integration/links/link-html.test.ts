import { expect, test } from 'vitest';
import { buttonHtml } from './link-html.ts';

test('hazard 71: what a merchant named stays text in the button', () => {
  const html = buttonHtml('https://pay.example/pay/1?a=1&b="', 'Pay €5 <script>alert("x")</script>');
  expect(html).toContain('href="https://pay.example/pay/1?a=1&amp;b=&quot;"');
  expect(html).toContain('Pay €5 &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</a>');
  expect(html).not.toContain('<script');
});

test('the button looks on a site as it does in the preview', () => {
  expect(buttonHtml('https://pay.example/pay/1', 'Pay')).toBe(
    '<a href="https://pay.example/pay/1" rel="noopener" style="display:inline-block;padding:12px 20px;' +
      'border-radius:8px;background:#2447e0;color:#fff;font:500 16px/24px system-ui,sans-serif;' +
      'text-decoration:none">Pay</a>',
  );
});
