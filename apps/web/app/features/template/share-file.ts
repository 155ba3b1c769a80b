// Sharing of finished files with other apps: fetching them by their links, and handing them to the system.

export interface SharedFile {
  kind: 'video' | 'image'
  /** Where the file is now; links expire in minutes, so it is asked for at each press. Undefined: it is gone. */
  findUrl: () => Promise<string | undefined>
  /** How a file is called that has no name of its own. */
  name?: string | undefined
}

/** What WhatsApp sends as a video, in bytes. */
export const WHATSAPP_BYTES = 16_000_000

/** Whether this browser hands files to other apps. */
export function canShareFiles(kind: SharedFile['kind']): boolean {
  const file =
    kind === 'video'
      ? new File([], 'video.mp4', { type: 'video/mp4' })
      : new File([], 'image.png', { type: 'image/png' })
  return canShare(file)
}

function canShare(file: File): boolean {
  return typeof navigator.share === 'function' && navigator.canShare?.({ files: [file] }) === true
}

/** Fetches a finished file. `onPercent` is called as it arrives. Rejects when it is gone or cannot be reached. */
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

/** The name that a link of the store gives its file (RFC 6266). */
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
 * Hands a file to another app that the customer picks; where the browser cannot do that, the file is saved. `needs-press`: the
 * press that began it is too long ago for the browser, and another one will do.
 */
export async function handOver(file: File): Promise<'shared' | 'saved' | 'cancelled' | 'needs-press'> {
  if (!canShare(file)) {
    const url = URL.createObjectURL(file)
    const link = document.createElement('a')
    link.href = url
    link.download = file.name
    link.click()
    // The browser has taken the address when the click has been handled.
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
