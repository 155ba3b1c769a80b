// Wire schemas of likes, the cart, purchases and the library.
import { z } from 'zod'
import { template } from './catalogue.ts'
import { MAX_LICENCES } from './limit.ts'
import { render } from './renders.ts'

const templateId = z.string().min(1).max(200)

/** A receipt number: the year of the purchase and a unique number. */
export const receiptNumber = z.string().regex(/^[A-Z0-9]{1,3}-(\d{4}|\d{4}-\d{2}|\d{2}-\d{2})-\d{6,}$/)

/** `isIndianUser` is accepted because the specification sends it, and never trusted: the server knows the region. */
export const acquireTemplateRequest = z.object({
  templateId,
  templateType: z.string().max(40).optional(),
  isIndianUser: z.boolean().optional(),
  expectedCredits: z.int().min(0).optional().describe('The price shown; a different one is refused with price-changed'),
  aspect: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe(
      'The shape that the download is made in; one that the caller may not use is refused with shape-not-offered',
    ),
})
export type AcquireTemplateRequest = z.infer<typeof acquireTemplateRequest>

export const acquireTemplateResponse = z.object({
  remainingCredits: z.int(),
  charged: z.int().describe('Credits taken by this call; 0 when the template was already owned'),
  alreadyPurchased: z.boolean(),
  creditsRequired: z.int().describe('The present price in credits'),
  receiptNumber: receiptNumber.describe('Of the purchase that made it the caller’s own, now or earlier'),
  message: z.string(),
})
export type AcquireTemplateResponse = z.infer<typeof acquireTemplateResponse>

export const likeRequest = z.object({ templateId })
export const likeResponse = z.object({
  liked: z.boolean(),
  alreadyLiked: z.boolean().optional(),
  message: z.string(),
})

const cartItem = z.object({
  template,
  quantity: z.int().min(1).max(MAX_LICENCES).describe('Licences'),
  creditsEach: z.int().describe('The present price for the visitor’s region'),
  creditsTotal: z.int().describe('What this line adds to the total: 0 when it cannot be bought'),
  alreadyPurchased: z.boolean(),
  isOnSale: z.boolean(),
})
export type CartItem = z.infer<typeof cartItem>

export const cart = z.object({
  items: z.array(cartItem).describe('In the order in which they were added'),
  subtotalCredits: z.int(),
  totalCredits: z.int().describe('What a checkout charges now; there is no tax, so it equals the subtotal'),
  licenceCount: z.int().describe('Licences that a checkout would buy now'),
})
export type Cart = z.infer<typeof cart>

export const addToCartRequest = z.object({
  templateId,
  quantity: z.int().min(1).max(MAX_LICENCES).default(1),
  ifAbsent: z
    .boolean()
    .default(false)
    .describe('Leaves a template that is in the cart already as it is, so that the request can be repeated'),
})
export const addToCartResponse = z.object({ message: z.string(), cart })

/** A line whose quantity drops to 0 is removed. */
export const changeCartRequest = z.object({ delta: z.int().min(-MAX_LICENCES).max(MAX_LICENCES) })
export const changeCartResponse = z.object({ cart })

export const checkoutRequest = z.object({
  idempotencyKey: z
    .string()
    .min(8)
    .max(100)
    .describe('Chosen by the client; the same key answers the first result, and with another total nothing'),
  expectedCredits: z.int().min(0).describe('The total shown; a different one is refused with price-changed'),
})
export type CheckoutRequest = z.infer<typeof checkoutRequest>

export const checkoutResponse = z.object({
  charged: z.int(),
  remainingCredits: z.int().describe('After this checkout, also when its key is repeated later'),
  purchased: z.array(z.object({ templateId: z.string(), licences: z.int(), credits: z.int(), receiptNumber })),
  skipped: z.array(z.string()).describe('Ids of templates that were owned already or are no longer for sale'),
})
export type CheckoutResponse = z.infer<typeof checkoutResponse>

/** One template in the library of a user, including those no longer for sale. */
export const purchase = z.object({
  templateId: z.string(),
  template,
  templateName: z.string().describe('As it was called when it was bought'),
  licences: z.int(),
  creditsCharged: z.int(),
  purchasedAt: z.iso.datetime(),
  receiptNumber,
  license: z.object({ name: z.string(), summary: z.string() }).describe('As it was when it was bought'),
  isOnSale: z.boolean(),
  latestVideo: render.nullable().describe('The newest completed full render of this template'),
  latestProject: z
    .object({
      projectId: z.uuid(),
      hasTimeline: z
        .boolean()
        .describe('Whether it holds clips of the customer’s own, and so belongs into the video editor'),
    })
    .nullable()
    .describe('What the customer edited last of this template; null when nothing was ever saved'),
})
export type Purchase = z.infer<typeof purchase>

export const purchasesQuery = z.object({
  search: z.string().max(200).optional().describe('Part of a name, a category, an id or the number of a receipt'),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export const purchasePage = z.object({
  items: z.array(purchase).describe('Newest first'),
  nextCursor: z.string().nullable(),
})
export type PurchasePage = z.infer<typeof purchasePage>
