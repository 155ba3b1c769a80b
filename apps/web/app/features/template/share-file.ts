// Shares finished files with other apps: fetches them by their links, and passes them to the system.

export interface SharedFile {
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
export const WHATSAPP_BYTES = 16_000_000

/** Whether this browser can pass files to other apps. */
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
