// Plays a part of a song while the customer chooses it, from the file on the device or the server's address. The
// browser streams it, so a long song takes no memory.
import { useEffect, useRef, useState } from 'react'
import type { Player } from '../preview/player.ts'
import type { SongWindow } from './song-part.ts'

export interface PartPlayback {
  isPlaying: boolean
  /** This browser cannot play the file. */
  hasFailed: boolean
  /** The current second of the song; undefined while stopped. */
  position: number | undefined
  toggle: () => void
}

/**
 * Playback stops at the end of the part, and when the video plays. If the part's start changes, playback jumps there.
 */
export function usePartPlayback(origin: Blob | string | undefined, part: SongWindow, player: Player): PartPlayback {
  const [position, setPosition] = useState<number>()
  const [hasFailed, setHasFailed] = useState(false)
  const audio = useRef<HTMLAudioElement>(undefined)
  const present = useRef(part)
  const isPlaying = position !== undefined
  useEffect(() => {
    present.current = part
  })
  useEffect(() => {
    if (origin === undefined) return
    const element = new Audio()
    const address = typeof origin === 'string' ? origin : URL.createObjectURL(origin)
    element.preload = 'none'
    element.src = address
    audio.current = element
    const stop = () => {
      element.pause()
      setPosition(undefined)
    }
    element.onended = stop
    element.onerror = () => {
      setHasFailed(true)
      stop()
    }
    // Fires in background tabs too, where no animation frames are drawn.
    element.ontimeupdate = () => {
      if (!element.paused && element.currentTime >= present.current.end) stop()
    }
    const endFollowing = player.onTransport(() => {
      if (player.getTransport().isPlaying) stop()
    })
    return () => {
      endFollowing()
      element.onended = element.onerror = element.ontimeupdate = null
      element.pause()
      element.removeAttribute('src')
      if (typeof origin !== 'string') URL.revokeObjectURL(address)
      setPosition(undefined)
      setHasFailed(false)
    }
  }, [origin, player])
  useEffect(() => {
    const element = audio.current
    if (!isPlaying || !element) return
    let request = requestAnimationFrame(function look() {
      if (element.currentTime >= present.current.end) {
        element.pause()
        return setPosition(undefined)
      }
      setPosition(element.currentTime)
      request = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(request)
  }, [isPlaying])
  const { start } = part
  useEffect(() => {
    if (isPlaying && audio.current) audio.current.currentTime = start
  }, [isPlaying, start])
  return {
    isPlaying,
    hasFailed,
    position,
    toggle() {
      const element = audio.current
      if (!element) return
      if (isPlaying) {
        element.pause()
        return setPosition(undefined)
      }
      player.pause()
      element.currentTime = start
      setPosition(start)
      element.play().catch((error: unknown) => {
        setPosition(undefined)
        // Playback was stopped before it started.
        if (!(error instanceof DOMException && error.name === 'AbortError')) setHasFailed(true)
      })
    },
  }
}
