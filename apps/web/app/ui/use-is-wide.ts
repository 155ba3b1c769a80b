import { useSyncExternalStore } from 'react'

/** The width from which the editors' grids have columns. */
const wide = '(width >= 52rem)'

/** Whether there is room for columns next to the stage of an editor. */
export function useIsWide(): boolean {
  const subscribe = (listener: () => void) => {
    const query = matchMedia(wide)
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
}
