// Share and "For WhatsApp" of a finished file. The server is not involved: the downloadable file is fetched by its
// link, reduced here if necessary, and passed to the chosen app.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import MessageCircle from 'lucide-react/icons/message-circle'
import Share from 'lucide-react/icons/share-2'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { loadPart } from '../../api/load-part.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'

type Purpose = 'share' | 'whatsapp'

type ShareState =
  | { status: 'idle' }
  | { status: 'working'; purpose: Purpose; percent: number; stop: AbortController }
  /** Everything is ready, but the browser requires another press. */
  | { status: 'ready'; purpose: Purpose; file: File }

type ShareButtonsProps = { file: SharedFile; size?: 'small' }

export function ShareButtons({ file, size }: ShareButtonsProps) {
  const { state, press, cancel } = useSharing(file)
  const [canShare, setCanShare] = useState(false)
  // The server cannot know the browser's abilities.
  useEffect(() => setCanShare(canShareFiles(file.kind)), [file.kind])
  const sized = size ? { size } : {}
  if (state.status === 'working') {
    const { percent } = state
    return (
      <Button {...sized} variant="secondary" className="flex-1 tabular-nums" onClick={cancel}>
        <X aria-hidden="true" size={16} />
        <Trans>Preparing {percent}% · Cancel</Trans>
      </Button>
    )
  }
  const isReadyFor = (purpose: Purpose) => state.status === 'ready' && state.purpose === purpose
  return (
    <>
      {canShare && (
        <Button {...sized} variant="secondary" className="flex-1" onClick={() => press('share')}>
          <Share aria-hidden="true" size={16} />
          <span>{isReadyFor('share') ? t`Share now` : t`Share`}</span>
        </Button>
      )}
      {file.kind === 'video' && (
        <Button {...sized} variant="secondary" className="flex-1" onClick={() => press('whatsapp')}>
          <MessageCircle aria-hidden="true" size={16} />
          <span>{isReadyFor('whatsapp') ? t`Share now` : t`For WhatsApp`}</span>
        </Button>
      )}
    </>
  )
}

/** An error whose message is shown unchanged. */
class SharingProblem extends Error {}

function useSharing(shared: SharedFile) {
  const showToast = useToast()
  const [state, setState] = useState<ShareState>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const deliver = async (purpose: Purpose, file: File) => {
    const outcome = await handOver(file)
    setState(outcome === 'needs-press' ? { status: 'ready', purpose, file } : { status: 'idle' })
    if (outcome === 'saved') showToast('success', t`Saved to your downloads. Attach it in WhatsApp.`)
  }
  const run = async (purpose: Purpose, stop: AbortController) => {
    const onPercent = (percent: number) => setState({ status: 'working', purpose, percent, stop })
    onPercent(0)
    const whole = await fetchShared(shared, onPercent, stop.signal)
    await deliver(purpose, purpose === 'whatsapp' ? await fitWhatsApp(whole, onPercent, stop.signal) : whole)
  }
  const press = (purpose: Purpose) => {
    const stop = new AbortController()
    running.current = stop
    const begun =
      state.status === 'ready' && state.purpose === purpose ? deliver(purpose, state.file) : run(purpose, stop)
    begun.catch((error: unknown) => {
      setState({ status: 'idle' })
      if (stop.signal.aborted) return
      const fallback = t`This did not work. Please download the file instead.`
      showToast('error', error instanceof SharingProblem ? error.message : errorText(error, fallback))
    })
  }
  const cancel = () => {
    running.current?.abort()
    setState({ status: 'idle' })
  }
  return { state, press, cancel }
}

/** The video itself if it is already small enough. */
async function fitWhatsApp(file: File, onPercent: (percent: number) => void, signal: AbortSignal): Promise<File> {
  const name = whatsAppName(file.name)
  if (file.size <= WHATSAPP_BYTES) return new File([file], name, { type: 'video/mp4' })
  const { canMakeSmallVideo, makeSmallVideo, VideoTooLong } = await loadPart(() => import('./small-video.ts'))
  if (!(await canMakeSmallVideo()))
    throw new SharingProblem(
      t`This browser cannot make the video small enough for WhatsApp. Please download it instead.`,
    )
  try {
    return new File([await makeSmallVideo(file, WHATSAPP_BYTES, onPercent, signal)], name, { type: 'video/mp4' })
  } catch (error) {
    if (!(error instanceof VideoTooLong)) throw error
    throw new SharingProblem(
      t`This video is too long for WhatsApp, which takes 16 MB. Please download it and share it in another way.`,
    )
  }
}

interface SharedFile {
  kind: 'video' | 'image'
  /**
   * Returns the current address of the file. Links expire within minutes, so each press requests a new one. Undefined:
   * the file was deleted.
   */
  findUrl: () => Promise<string | undefined>
  /** The name for a file without one. */
  name?: string | undefined
}

/** The largest video in bytes that WhatsApp sends. */
const WHATSAPP_BYTES = 16_000_000

/** Whether this browser can pass files to other apps. */
function canShareFiles(kind: SharedFile['kind']): boolean {
  const file =
    kind === 'video'
      ? new File([], 'video.mp4', { type: 'video/mp4' })
      : new File([], 'image.png', { type: 'image/png' })
  return canShare(file)
}

function canShare(file: File): boolean {
  return typeof navigator.share === 'function' && navigator.canShare?.({ files: [file] }) === true
}

/** Fetches a finished file; `onPercent` reports progress. Rejects when it was deleted or cannot be reached. */
export async function fetchShared(
  { findUrl, kind, name }: SharedFile,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<File> {
  const url = await findUrl()
  if (url === undefined) throw new Error('This file is not there any more')
  const response = await fetch(url, { signal })
  if (!response.ok || !response.body) throw new Error(`The file could not be loaded: ${response.status}`)
  const total = Number(response.headers.get('content-length') ?? 0)
  let received = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        received += piece.byteLength
        if (total > 0) onPercent(Math.min(100, Math.floor((received / total) * 100)))
        controller.enqueue(piece)
      },
    }),
  )
  const blob = await new Response(counted, { headers: response.headers }).blob()
  const type = blob.type.split(';')[0] || (kind === 'video' ? 'video/mp4' : 'image/png')
  return new File([blob], nameIn(response.headers.get('content-disposition')) ?? name ?? plainName(type), { type })
}

/** The file name in a Content-Disposition header of the store (RFC 6266). */
export function nameIn(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded === undefined) return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1]
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

function plainName(type: string): string {
  const [kind, ending = ''] = type.split('/')
  return `${kind}.${ending === 'jpeg' ? 'jpg' : ending}`
}

/** 'birthday.mp4' becomes 'birthday-whatsapp.mp4'. */
export function whatsAppName(name: string): string {
  return `${name.replace(/\.[^.]+$/, '')}-whatsapp.mp4`
}

/**
 * Passes a file to an app that the customer picks; if the browser cannot, saves it. `needs-press`: the press was too
 * long ago for the browser, and another one is needed.
 */
export async function handOver(file: File): Promise<'shared' | 'saved' | 'cancelled' | 'needs-press'> {
  if (!canShare(file)) {
    const url = URL.createObjectURL(file)
    const link = document.createElement('a')
    link.href = url
    link.download = file.name
    link.click()
    // The browser has read the address once the click is handled.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    return 'saved'
  }
  try {
    await navigator.share({ files: [file] })
    return 'shared'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'AbortError') return 'cancelled'
    if (name === 'NotAllowedError') return 'needs-press'
    throw error
  }
}
