// The height of an editor while an on-screen keyboard covers part of it.
import { useEffect } from 'react'

/** A keyboard on the screen leaves less than this share of the height. */
const uncovered = 0.75

/**
 * A phone's keyboard covers the page without a resize event: the editor is as high as what is left, `data-keyboard` says that it
 * is so, and what is written in stays in sight.
 */
export function useVisibleHeight(grid: { current: HTMLElement | null }) {
  useEffect(() => {
    const visible = window.visualViewport
    if (!visible) return
    let whole = { width: 0, height: 0 }
    const fit = () => {
      const { width, height, offsetTop } = visible
      whole = { width, height: width === whole.width ? Math.max(whole.height, height) : height }
      const control = document.activeElement
      const isWriting = control?.matches('input, textarea') === true && grid.current?.contains(control) === true
      const isCovered = isWriting && height < whole.height * uncovered
      // All that an editor shows follows this value: where it would change nothing, it is not set.
      if (height === document.documentElement.clientHeight) grid.current?.style.removeProperty('--editor-height')
      else grid.current?.style.setProperty('--editor-height', `${height}px`)
      grid.current?.toggleAttribute('data-keyboard', isCovered)
      if (isCovered && !control?.closest('[data-stage-editing]')) control?.scrollIntoView({ block: 'nearest' })
      // The browser scrolls the focused control into view by moving the page; the sheet has done so already.
      if (offsetTop > 0) window.scrollTo(0, 0)
    }
    fit()
    visible.addEventListener('resize', fit)
    // Some browsers move the visual viewport for the keyboard without a resize event.
    visible.addEventListener('scroll', fit)
    return () => {
      visible.removeEventListener('resize', fit)
      visible.removeEventListener('scroll', fit)
    }
  }, [grid])
}
