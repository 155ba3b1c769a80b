// Owns the limits of a cart, stated once for server, shop and browser. No zod here: the browser uses this file too.

/** Licences of one template that fit on one line of the cart. */
export const MAX_LICENCES = 99
/** Different templates that fit into one cart. */
export const MAX_CART_LINES = 100
