// Paths and labels of the template lists, for every navigation.
export const shopLinks = [
  ['/templates-list', 'Browse Templates'],
  ['/image-templates', 'Image Templates'],
  ['/direct-sell-templates', 'Ready-made'],
] as const

/** The owner's dashboard, which only owners are shown a way to. */
export const adminPath = '/internal-dashboard-admin'

export const menuItemClass =
  'flex h-11 w-full items-center rounded-control px-3 text-left transition-colors hover:bg-well aria-[current=page]:font-medium'
