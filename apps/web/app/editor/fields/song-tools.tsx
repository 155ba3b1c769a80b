// Chooses the audible part of a customer's song: the waveform with a window as long as the video plays music, and a
// button that plays the part.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Trim } from '@vitrine/document/field'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import StepBack from 'lucide-react/icons/step-back'
import StepForward from 'lucide-react/icons/step-forward'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { importWithRetry } from '../../api/load-part.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Song } from '../media/waveform.ts'
import { useEditor } from '../model/editor-context.tsx'
import type { Player } from '../preview/player.ts'
import type { KnownAsset } from '../project/asset-library.ts'
import { gesturePrefix } from '../project/project-store.ts'

/** Enough for a panel; the loudest moments of a song show at any width. */
const BARS = 120
/** How far the buttons move the window. */
const NUDGE_SECONDS = 0.5

interface SongToolsProps {
  fieldId: string
  label: string
  asset: KnownAsset
  trim: Trim | undefined
  /** Seconds of music in the video; 0 while unknown. */
  heard: number
  onTrim: (trim: Trim, group?: string) => void
}

export function SongTools({ fieldId, label, asset, trim, heard, onTrim }: SongToolsProps) {
  const { player } = useEditor()
  const origin = asset.file ?? asset.url
  const bars = useSong(asset, origin)
  const seconds = asset.durationSeconds ?? 0
  const part = songWindow(seconds, trim, heard)
  const playback = usePartPlayback(origin, part, player)
  if (seconds === 0) return null
  const canMove = canMoveWindow(seconds, heard)
  const [from, to, total] = [clockText(part.start), clockText(part.end), clockText(seconds)]
  const group = `trim:${fieldId}`
  const move = (second: number, key?: string) => onTrim(trimFrom(second, seconds, heard), key)
  return (
    <div className="flex flex-col gap-2">
      <Wave
        label={t`${label}: part of the song`}
        text={t`${from} to ${to} of ${total}`}
        {...{ seconds, part, bars, canMove, heard }}
        position={playback.position}
        onKey={(second) => move(second, group)}
        onDrag={(second) => move(second, gesturePrefix + group)}
      />
      <div className="flex items-center gap-1">
        <Button variant="secondary" size="small" className="min-h-11" isRepeatable onClick={playback.toggle}>
          {playback.isPlaying ? <Square aria-hidden="true" size={16} /> : <Play aria-hidden="true" size={16} />}
          <span>{playback.isPlaying ? t`Stop` : t`Play this part`}</span>
        </Button>
        {canMove && (
          <>
            <IconButton label={t`Start earlier`} onClick={() => move(part.start - NUDGE_SECONDS, group)}>
              <StepBack aria-hidden="true" size={16} />
            </IconButton>
            <IconButton label={t`Start later`} onClick={() => move(part.start + NUDGE_SECONDS, group)}>
              <StepForward aria-hidden="true" size={16} />
            </IconButton>
          </>
        )}
        <p className="ms-auto text-caption text-muted tabular-nums">
          <bdi>
            <span>{`${from}–${to}`}</span>
          </bdi>
        </p>
      </div>
      {playback.hasFailed && (
        <p role="alert" className="text-caption text-bad">
          <Trans>This browser cannot play this song.</Trans>
        </p>
      )}
    </div>
  )
}

/** Reads the song's waveform, and its length if only the device has the file. */
function useSong({ assetId }: KnownAsset, origin: Blob | string | undefined): string | undefined {
  const { library } = useEditor()
  const [bars, setBars] = useState<string>()
  useEffect(() => {
    if (origin === undefined) return
    let isLeft = false
    const read = async () => {
      const { barsPath, readSong } = await importWithRetry(() => import('../media/waveform.ts'))
      await readSong(origin, ({ seconds, wave }: Song) => {
        const known = library.find(assetId)
        if (known && known.durationSeconds === undefined && seconds > 0)
          library.put({ ...known, durationSeconds: seconds })
        if (!isLeft && wave && seconds > 0) setBars(barsPath(wave, seconds, BARS))
      })
    }
    // A song that cannot be decoded here has no waveform.
    read().catch(() => undefined)
    return () => {
      isLeft = true
      setBars(undefined)
    }
  }, [assetId, origin, library])
  return bars
}

interface WaveProps {
  label: string
  text: string
  seconds: number
  part: SongWindow
  bars: string | undefined
  canMove: boolean
  heard: number
  position: number | undefined
  onKey: (second: number) => void
  onDrag: (second: number) => void
}

/** Time runs left to right in every language, as in the timeline. */
function Wave({ seconds, part, bars, canMove, position, ...slider }: WaveProps) {
  const { store } = useEditor()
  const input = useRef<HTMLInputElement>(null)
  /** The grab position in seconds from the start of the window. */
  const held = useRef<number>(undefined)
  const percent = (second: number) => `${(100 * second) / seconds}%`
  const secondUnder = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return ((event.clientX - left) / Math.max(1, width)) * seconds
  }
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (!canMove || !event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    // Focuses the input, so that keys continue from the pointer's position; the default action would blur it.
    event.preventDefault()
    input.current?.focus({ preventScroll: true })
    store.endGroup()
    const second = secondUnder(event)
    const isInside = second >= part.start && second <= part.end
    held.current = isInside ? second - part.start : slider.heard / 2
    if (!isInside) slider.onDrag(second - held.current)
  }
  const end = () => {
    held.current = undefined
    store.endGroup()
  }
  return (
    <div
      dir="ltr"
      data-wave
      className={`relative h-16 overflow-hidden rounded-control bg-well ${canMove ? 'cursor-grab touch-pan-y active:cursor-grabbing' : ''}`}
      onPointerDown={begin}
      onPointerMove={(event) => {
        if (held.current !== undefined) slider.onDrag(secondUnder(event) - held.current)
      }}
      onPointerUp={end}
      onPointerCancel={() => {
        if (held.current !== undefined) store.cancelGesture()
        end()
      }}
    >
      <svg aria-hidden="true" viewBox={`0 0 ${BARS} 100`} preserveAspectRatio="none" className="size-full text-muted">
        {bars && <path d={bars} fill="currentColor" />}
      </svg>
      {canMove && (
        <input
          ref={input}
          type="range"
          aria-label={slider.label}
          aria-valuetext={slider.text}
          min={0}
          max={Math.floor((seconds - slider.heard) * 10) / 10}
          step={0.1}
          value={part.start}
          onChange={(event) => slider.onKey(event.currentTarget.valueAsNumber)}
          onBlur={store.endGroup}
          className="peer pointer-events-none absolute inset-0 m-0 size-full opacity-0"
        />
      )}
      <div
        className="absolute inset-y-0 rounded-control border-2 border-marigold bg-marigold/25 peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-4 peer-focus-visible:outline-ink"
        style={{ left: percent(part.start), width: percent(part.end - part.start), minWidth: 6 }}
      />
      {position !== undefined && (
        <div className="absolute inset-y-0 w-0.5 bg-ink" style={{ left: percent(position) }} />
      )}
    </div>
  )
}

// Plays a part of a song while the customer chooses it, from the file on the device or the server's address. The
// browser streams it, so a long song takes no memory.

interface PartPlayback {
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
function usePartPlayback(origin: Blob | string | undefined, part: SongWindow, player: Player): PartPlayback {
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

// The audible part of a song: a window as long as the video plays music, moved over the song. All times are seconds of
// the song.

/** The audible part. */
interface SongWindow {
  start: number
  end: number
}

/** A song that exceeds its window by less than this has no part to choose. */
const MIN_ROOM_SECONDS = 0.2

/** `heard` is how long the video plays music. The part ends earlier where the customer's trim or the song ends. */
export function songWindow(seconds: number, trim: Trim | undefined, heard: number): SongWindow {
  const start = Math.min(trim?.startSeconds ?? 0, seconds)
  const ends = [seconds, trim?.endSeconds ?? seconds, heard > 0 ? start + heard : seconds]
  return { start, end: Math.max(start, Math.min(...ends)) }
}

/** Whether a window can be moved over the song. */
export function canMoveWindow(seconds: number, heard: number): boolean {
  return heard > 0 && seconds > heard + MIN_ROOM_SECONDS
}

/** The trim of a song whose window starts at a second, rounded to tenths. It has no end, because the video ends it. */
export function trimFrom(second: number, seconds: number, heard: number): Trim {
  const last = Math.max(0, Math.floor((seconds - heard) * 10) / 10)
  return { startSeconds: Math.min(last, Math.max(0, Math.round(second * 10) / 10)) }
}

/** '1:07' */
export function clockText(second: number): string {
  const whole = Math.floor(second + 1e-6)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
