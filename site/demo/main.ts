// The script of the pages that do something: each part is loaded where its element is.

if (document.querySelector('[data-demo-form]') !== null) {
  void import('./form-island.ts').then(({ startForm }) => startForm());
}
if (document.querySelector('[data-demo-invoice]') !== null) {
  void import('./invoice-island.ts').then(({ startInvoice }) => startInvoice());
}
if (document.querySelector('[data-sample]') !== null) {
  void import('./sample-island.ts').then(({ startSample }) => startSample());
}
if (document.querySelector('[data-calculator]') !== null) {
  void import('./calculator-island.ts').then(({ startCalculator }) => startCalculator());
}
