// What the words of a design are written with in the form until the first picture is there.
import type { CSSProperties } from 'react'
import { useObservable } from '../../api/observable.ts'
import { useEditor } from '../model/editor-context.tsx'
import { hasFirstPicture } from '../preview/stage-state.ts'

/** Beyond Latin, Greek, Cyrillic and Hebrew: the pages' typefaces for these scripts are 40 to 90 kB each. */
const LARGE_SCRIPT = /[\u0600-\u1fff]/

/** The first picture is not kept waiting for a typeface that it does not need: until then the device's own is used. */
export function useEarlyTypeface(text: string): CSSProperties | undefined {
  const isDrawn = hasFirstPicture(useObservable(useEditor().stage))
  return !isDrawn && LARGE_SCRIPT.test(text) ? { fontFamily: 'system-ui' } : undefined
}
