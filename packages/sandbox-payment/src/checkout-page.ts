// The payment dialog, the page inside the frame that checkout.js opens, and the UPI app that its QR code leads to.
import { TEST_BANKS, TEST_CARDS, TEST_UPI } from './scenario.ts'

const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

const cardOptions = TEST_CARDS.map(
  ({ number, network, what }) => `<option value="${spaced(number)}">${network}: ${what}</option>`,
).join('')
const upiOptions = Object.entries(TEST_UPI)
  .map(([address, { what }]) => `<option value="${address}">${what}</option>`)
  .join('')
const bankOptions = Object.entries(TEST_BANKS)
  .map(([code, { name }]) => `<option value="${code}">${name}</option>`)
  .join('')

export const CHECKOUT_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment – sandbox</title>
<link rel="stylesheet" href="/sandbox/payment/dialog.css">
<script src="/sandbox/payment/dialog.js" type="module"></script>
</head>
<body>
<main aria-labelledby="shop">
<header>
<div><h1 id="shop">Payment</h1><p id="description"></p></div>
<button type="button" id="close" aria-label="Close payment"><span aria-hidden="true">×</span></button>
<p id="amount"><span id="amount-text">&nbsp;</span></p>
</header>
<p class="ribbon"><strong>Sandbox:</strong> no money moves</p>

<form id="pay" novalidate>
<fieldset class="methods">
<legend>How would you like to pay?</legend>
<label><input type="radio" name="method" value="upi" checked><span>UPI</span></label>
<label><input type="radio" name="method" value="card"><span>Card</span></label>
<label><input type="radio" name="method" value="netbanking"><span>Netbanking</span></label>
</fieldset>

<div data-panel="upi">
<figure class="qr"><img id="qr" width="160" height="160" alt="QR code of this payment"><figcaption>Scan it with a phone, which becomes the UPI app, or choose here what the app does.</figcaption></figure>
<p class="phone-only">A UPI app on this phone would open now. Choose what it does.</p>
<div class="field"><label for="upi-app">The UPI app</label><select id="upi-app">${upiOptions}</select></div>
</div>

<div data-panel="card" hidden>
<label>Card number <input id="card-number" list="test-cards" value="4111 1111 1111 1111" autocomplete="off" inputmode="numeric" maxlength="23"></label>
<datalist id="test-cards">${cardOptions}</datalist>
<div class="pair">
<label>Expiry <input id="expiry" value="12 / 30" autocomplete="off" inputmode="numeric" maxlength="7"></label>
<label>CVV <input id="cvv" value="123" autocomplete="off" inputmode="numeric" maxlength="4"></label>
</div>
<p class="hint">Only test cards work. Please never type a real one.</p>
</div>

<div data-panel="netbanking" hidden>
<div class="field"><label for="bank">Bank</label><select id="bank">${bankOptions}</select></div>
</div>

<details>
<summary>What happens next</summary>
<div class="field"><label for="outcome">The payment</label><select id="outcome">
<option value="">follows the test details above</option>
<option value="success">succeeds</option>
<option value="failure">is declined</option>
<option value="pending">stays pending, and succeeds later</option>
<option value="captured-late">is authorised now, and captured later</option>
<option value="tab-closed">succeeds, but this page is never notified</option>
</select></div>
<div class="field"><label for="webhooks">Webhooks arrive</label><select id="webhooks">
<option value="">immediately</option>
<option value="late">late</option>
<option value="twice">twice</option>
<option value="out-of-order">out of order</option>
<option value="never">never</option>
</select></div>
<label>Delay for “later”, in seconds <input id="delay" type="number" min="0" max="86400" step="1" value="10"></label>
<p class="hint">0 seconds: only when you click on the gateway’s own page, /sandbox/payment/.</p>
</details>

<p role="alert" id="problem"></p>
<button id="submit" class="primary" disabled>Pay</button>
</form>

<section id="working" hidden><h2 tabindex="-1">Asking the bank…</h2><div class="bar" aria-hidden="true"></div></section>
<section id="waiting" hidden>
<h2 tabindex="-1">Waiting for the bank</h2>
<div class="bar" aria-hidden="true"></div>
<p>This can take a while. You may close this window: the store is notified as soon as the bank responds.</p>
<button type="button" data-close>Close</button>
</section>
<section id="failed" hidden>
<h2 tabindex="-1">The payment failed</h2>
<p id="failure"></p>
<button type="button" id="again" class="primary">Try again</button>
<button type="button" data-close>Close</button>
</section>
<section id="done" hidden><h2 tabindex="-1">Paid</h2><p>Returning to the store…</p></section>
<section id="silent" hidden>
<h2 tabindex="-1">Paid, but not reported</h2>
<p>The payment succeeded. As chosen, the page behind this window is not notified, as if its tab had been closed.</p>
<button type="button" data-close>Close</button>
</section>
<section id="unusable" hidden><h2 tabindex="-1">This payment cannot be made</h2><p id="reason"></p><button type="button" data-close>Close</button></section>
</main>
</body>
</html>
`

export const UPI_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>UPI app – sandbox</title>
<link rel="stylesheet" href="/sandbox/payment/dialog.css">
<script src="/sandbox/payment/upi.js" type="module"></script>
</head>
<body>
<main aria-labelledby="title">
<header>
<div><h1 id="title">UPI app</h1><p>What a customer’s phone shows after the scan</p></div>
<p id="amount"><span id="amount-text">&nbsp;</span></p>
</header>
<p class="ribbon"><strong>Sandbox:</strong> no money moves</p>
<form id="upi" novalidate>
<div class="field"><label for="upi-app">This app</label><select id="upi-app">${upiOptions}</select></div>
<p role="alert" id="problem"></p>
<button id="submit" class="primary" disabled>Continue</button>
<p class="hint">A second scan while the first payment is pending pays twice.</p>
</form>
<section id="answered" hidden><h2 tabindex="-1">Done</h2><p id="answer"></p><button type="button" id="again">Scan again</button></section>
</main>
</body>
</html>
`
