// Limits of a cart, shared by server, store and browser. The browser imports this file, so it does not use zod.

/** The maximum number of licences on one line of the cart. */
export const MAX_LICENCES = 99
/** The maximum number of lines of a cart. */
export const MAX_CART_LINES = 100
