// A pointer on a slider. A finger that begins to scroll on it has moved it already when the browser takes the pointer away.
import { useRef } from 'react'

/** `take` for a pointer that comes down, `cancel` for one that is taken away: the slider then stands where it stood. */
export function useSliderHold(value: number, onValue: (value: number) => void, onEnd: () => void) {
  const start = useRef(value)
  return {
    take() {
      // What came before is another step, also where its end was never seen.
      onEnd()
      start.current = value
    },
    cancel() {
      if (start.current !== value) onValue(start.current)
      onEnd()
    },
  }
}
