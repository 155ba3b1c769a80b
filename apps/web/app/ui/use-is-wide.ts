import { useSyncExternalStore } from 'react'

/** As wide as the editors' grids need to be for columns. */
const wide = '(width >= 52rem)'

/** Whether there is room for columns beside the stage of an editor. */
export function useIsWide(): boolean {
  const subscribe = (listener: () => void) => {
    const query = matchMedia(wide)
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
}
