// The payment form, the page inside the frame that checkout.js opens.
import type { OrderEntity } from './entity.ts'
import type { Outcome } from './payment-engine.ts'

const BUTTONS: Readonly<Record<Outcome, { label: string; hint: string }>> = {
  succeed: { label: 'Succeed', hint: 'Paid, and the store is told at once.' },
  fail: { label: 'Fail', hint: 'The bank declines. You can try again.' },
  later: {
    label: 'Succeed later',
    hint: 'Authorised now; the money comes when you press Capture at /sandbox/payment.',
  },
  never: { label: 'Never answer', hint: 'The store is told nothing until you press Authorise or Decline there.' },
}

const buttons = Object.entries(BUTTONS)
  .map(
    ([outcome, { label, hint }]) =>
      `<button name="outcome" value="${outcome}" aria-describedby="${outcome}">${label}</button><p id="${outcome}">${hint}</p>`,
  )
  .join('\n')

interface CheckoutPage {
  readonly keyId: string
  /** The store's own text. */
  readonly name: string
  readonly description: string
  /** The order, or why it cannot be paid. */
  readonly order: OrderEntity | string
}

export function showCheckoutPage({ keyId, name, description, order }: CheckoutPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment – sandbox</title>
<link rel="stylesheet" href="/sandbox/payment/form.css">
<script src="/sandbox/payment/form.js" type="module"></script>
</head>
<body>
<main aria-labelledby="store">
<h1 id="store">${escapeHtml(name || 'Payment')}</h1>
<p>${escapeHtml(description)}</p>
${typeof order === 'string' ? `<p role="alert">${escapeHtml(order)}</p>` : showForm(keyId, order)}
</main>
</body>
</html>
`
}

function showForm(keyId: string, { id, amount, currency }: OrderEntity): string {
  const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amount / 100)
  return `<p class="amount">${money}</p>
<p class="ribbon"><strong>Sandbox:</strong> no money moves</p>
<form>
<input type="hidden" name="keyId" value="${escapeHtml(keyId)}">
<input type="hidden" name="orderId" value="${escapeHtml(id)}">
<p role="status"></p>
<fieldset>
<legend>Choose what happens</legend>
${buttons}
</fieldset>
</form>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
