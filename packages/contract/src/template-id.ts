// Restricts template ids: a template's canvas editor has the URL `/ID`, among the pages of the store.

/** The first path segments that lead elsewhere: pages, except languages, and the server's own paths. */
const ADDRESSES = [
  ...['templates-list', 'template', 'image-templates', 'image-template', 'direct-sell-templates', 'direct-sell'],
  ...['occasions', 'new-templates', 'free-this-week', 'features'],
  ...['faq', 'pricing', 'tutorials', 'support', 'contact', 'terms', 'privacy', 'cookies', 'refund', 'blog'],
  ...[
    'login',
    'register',
    'staff-invitation',
    'sign-in-link',
    'offline',
    'profile',
    'buy-credits',
    'liked',
    'cart',
    'purchased',
  ],
  ...['projects', 'payment-history', 'credit-purchase-success', 'internal-dashboard-admin', 'setup'],
  ...['api', 'assets', 'files', 'media', 'sandbox'],
]

/** Languages are the first path segment, such as `/hi`; almost all have two letters. */
const LANGUAGE = /^[a-z]{2}$/

/** The error at the field of a reserved id. */
export const RESERVED_TEMPLATE_ID = 'This id is the address of a page of the store. Choose another one.'

/** Whether URLs with this first segment belong to a page or to the server. */
export const isTakenAddress = (first: string): boolean => ADDRESSES.includes(first)

/** Whether a template with this id would have no canvas editor, because its URL is taken. */
export const isReservedTemplateId = (id: string): boolean => isTakenAddress(id) || LANGUAGE.test(id)
