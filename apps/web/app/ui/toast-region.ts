// Where toasts are shown: in the browser's top layer, the only place above an open dialog.

/** Props of the element that contains the toasts. */
export const toastRegion = { 'data-toasts': true } as const

/** The last element in the top layer is on top, so this is called when a toast appears and when a dialog has opened. */
export function raiseToasts(): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]')
  if (region?.matches(':popover-open')) region.hidePopover()
  region?.showPopover()
}
