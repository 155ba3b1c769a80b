// The typeface of a design's words in the form before the first picture is drawn.
import type { CSSProperties } from 'react'
import { useObservable } from '../../api/observable.ts'
import { useEditor } from '../model/editor-context.tsx'
import { hasFirstPicture } from '../preview/stage-state.ts'

/** Scripts other than Latin, Greek, Cyrillic and Hebrew: the pages' typefaces for them are 40 to 90 kB each. */
const LARGE_SCRIPT = /[\u0600-\u1fff]/

/**
 * Uses the device's own typeface until the first picture is drawn, so that a font which the picture does not need
 * cannot delay it.
 */
export function useEarlyTypeface(text: string): CSSProperties | undefined {
  const isDrawn = hasFirstPicture(useObservable(useEditor().stage))
  return !isDrawn && LARGE_SCRIPT.test(text) ? { fontFamily: 'system-ui' } : undefined
}
