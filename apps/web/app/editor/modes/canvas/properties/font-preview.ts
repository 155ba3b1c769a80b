// Shows a font's name in the font itself: its file loads once, when the name scrolls into view.
import { type RefObject, useEffect, useState } from 'react'

const loading = new Map<string, Promise<string>>()

/** The CSS name under which a font file can be used on the page. Rejects when it cannot be loaded. */
export function loadPreviewFont(src: string, url: string): Promise<string> {
  const known = loading.get(src)
  if (known) return known
  const name = `preview-${src.replace(/\W/g, '').slice(-16)}`
  const started = fetch(url)
    .then(async (response) => {
      if (!response.ok) throw new Error(`The font could not be loaded: ${response.status}`)
      const face = new FontFace(name, await response.arrayBuffer())
      document.fonts.add(await face.load())
      return name
    })
    .catch((error: unknown) => {
      loading.delete(src)
      throw error
    })
  loading.set(src, started)
  return started
}

/** The CSS name of a font once the element has been in view and the file is loaded. */
export function usePreviewFont(
  element: RefObject<HTMLElement | null>,
  src: string | undefined,
  url: string | undefined,
): string | undefined {
  const [name, setName] = useState<string>()
  useEffect(() => {
    setName(undefined)
    if (!element.current || !src || !url) return
    let isUnmounted = false
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watcher.disconnect()
      // A font that cannot be loaded is shown in the page's own.
      loadPreviewFont(src, url).then(
        (found) => isUnmounted || setName(found),
        () => undefined,
      )
    })
    watcher.observe(element.current)
    return () => {
      isUnmounted = true
      watcher.disconnect()
    }
  }, [element, src, url])
  return name
}
