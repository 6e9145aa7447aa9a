/** Registers the Tidegate payment methods with WooCommerce's checkout block. Plain JavaScript: there is no build step. */
(function (wc, wp) {
  const { registerPaymentMethod } = wc.wcBlocksRegistry;
  const { createElement: element } = wp.element;
  const { decodeEntities } = wp.htmlEntities;
  const { methods = [] } = wc.wcSettings.getPaymentMethodData('tidegate', {});

  for (const { name, title, description, icon, supports } of methods) {
    const label = decodeEntities(title);
    const text = decodeEntities(description);
    const Label = ({ components: { PaymentMethodLabel } }) =>
      element(
        'span',
        { style: { display: 'flex', alignItems: 'center', gap: '0.5em' } },
        element('img', { src: icon, alt: '', width: 24, height: 24 }),
        element(PaymentMethodLabel, { text: label }),
      );
    const Content = () => element('div', null, text);

    registerPaymentMethod({
      name,
      label: element(Label),
      content: element(Content),
      edit: element(Content),
      canMakePayment: () => true,
      ariaLabel: label,
      supports: { features: supports },
    });
  }
})(window.wc, window.wp);
