// The videos on template cards: fetched when needed, played when ready, rewound on leave. One at a time unless a page allows
// more, and none for visitors who prefer reduced motion.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { afterLoad } from '../../ui/late-start.ts'

const hoverDelayMs = 50
/** A card that is only scrolled past costs no data. */
const centreDelayMs = 300

/** Addresses that failed once; they are not requested again before the next page load. */
const brokenLinks = new Set<string>()

let stopPresent: (() => void) | undefined

export function prefersReducedMotion(): boolean {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true
}

/**
 * Whether a card's video should play: on hover, on focus, or, without a mouse, in the middle of the screen. Starting
 * one stops the previous one.
 */
export function useCardVideoActive(card: RefObject<HTMLElement | null>): boolean {
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    const element = card.current
    if (!element || prefersReducedMotion()) return
    const stop = () => {
      if (stopPresent === stop) stopPresent = undefined
      setIsWanted(false)
    }
    const start = () => {
      if (stopPresent !== stop) stopPresent?.()
      stopPresent = stop
      setIsWanted(true)
    }
    const watch = matchMedia('(hover: hover)').matches ? watchPointer : watchCentre
    const stopWatching = afterLoad(() => watch(element, start, stop))
    return () => {
      stopWatching()
      stop()
    }
  }, [card])
  return isWanted
}

function watchPointer(element: HTMLElement, start: () => void, stop: () => void): () => void {
  const events = [
    ['pointerenter', start],
    ['focusin', start],
    ['pointerleave', stop],
    ['focusout', stop],
  ] as const
  for (const [name, listener] of events) element.addEventListener(name, listener)
  // The mouse may have been there before the script.
  if (element.matches(':hover')) start()
  return () => {
    for (const [name, listener] of events) element.removeEventListener(name, listener)
  }
}

function watchCentre(element: HTMLElement, start: () => void, stop: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // A thin band across the middle of the screen: at most one row of cards touches it.
  const observer = new IntersectionObserver(
    ([entry]) => {
      clearTimeout(timer)
      if (entry?.isIntersecting) timer = setTimeout(start, centreDelayMs)
      else stop()
    },
    { rootMargin: '-48% 0px -48% 0px' },
  )
  observer.observe(element)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

/** The video over a card's picture. Nothing is fetched before it first plays. */
export function CardVideo({ link, isWanted }: { link: string; isWanted: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasBeenWanted, setHasBeenWanted] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  if (isWanted && !hasBeenWanted) setHasBeenWanted(true)

  useEffect(() => {
    const element = video.current
    if (!element || !isWanted) return
    // Set here and not as an attribute: React discards elements of a suspended or restarted rendering, and each would
    // fetch the video.
    if (element.getAttribute('src') !== link) element.src = link
    // When the browser rejects playback (a power-saving phone), the picture stays.
    const play = () => void element.play().catch(() => undefined)
    const timer = setTimeout(() => {
      if (element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) play()
      else element.addEventListener('canplay', play, { once: true })
    }, hoverDelayMs)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('canplay', play)
      element.pause()
      element.currentTime = 0
      setIsPlaying(false)
    }
  }, [isWanted, link])

  if (!hasBeenWanted || !link || hasFailed || brokenLinks.has(link)) return null
  return (
    <video
      ref={video}
      muted
      loop
      playsInline
      preload="auto"
      aria-hidden="true"
      tabIndex={-1}
      onPlaying={() => setIsPlaying(true)}
      onError={() => {
        brokenLinks.add(link)
        setHasFailed(true)
      }}
      className={classNames(
        'absolute inset-0 size-full object-cover transition-opacity',
        isPlaying ? 'opacity-100' : 'opacity-0',
      )}
    />
  )
}
