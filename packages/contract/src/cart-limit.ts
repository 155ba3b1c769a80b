// Limits of a cart, shared by server, store and browser. The browser imports this file, so it does not use zod.

/** Licences of one template that fit on one line of the cart. */
export const MAX_LICENCES = 99
/** Different templates that fit into one cart. */
export const MAX_CART_LINES = 100
