// Which ids a template may have: its canvas editor has the address `/ID`, beside the pages of the store.

/** The first parts of addresses that lead elsewhere: pages, languages aside, and what the server answers itself. */
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

/** Languages are the first part of an address, such as `/hi`; almost all have two letters. */
const LANGUAGE = /^[a-z]{2}$/

/** Said at the field of an id that `isReservedTemplateId` is true of. */
export const RESERVED_TEMPLATE_ID = 'This id is the address of a page of the store. Choose another one.'

/** Whether addresses that begin with this are those of a page, or of something that the server answers itself. */
export const isTakenAddress = (first: string): boolean => ADDRESSES.includes(first)

/** Whether a template with this id would have no canvas editor, since its address is that of something else. */
export const isReservedTemplateId = (id: string): boolean => isTakenAddress(id) || LANGUAGE.test(id)
