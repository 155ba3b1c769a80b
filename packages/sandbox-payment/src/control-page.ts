// The control page's HTML; control.js fills it.
export const CONTROL_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payments – sandbox</title>
<link rel="stylesheet" href="/sandbox/payment/control.css">
<script src="/sandbox/payment/checkout.js" defer></script>
<script src="/sandbox/payment/control.js" type="module"></script>
</head>
<body>
<header>
<p><a href="/sandbox">Outbox</a></p>
<h1>Payments</h1>
<p>This is the sandbox in place of Razorpay: no money moves. Here you act as the bank, the customer’s card company and the gateway.</p>
<form id="test-order">
<label for="rupees">Try the checkout with an order of</label>
<span class="money">₹ <input id="rupees" type="number" min="1" max="500000" step="0.01" value="399"></span>
<button id="open-checkout" disabled>Open checkout</button>
</form>
<p id="result" role="status"></p>
<p id="webhook"></p>
</header>
<main><h2 id="orders-title">Orders</h2><p id="nothing" hidden>No orders yet.</p><ul id="orders" aria-labelledby="orders-title"></ul></main>
</body>
</html>
`
