// Checks with HEAD that a video or image is available before it is shown: three attempts with increasing pauses.

const attempts = 3
const firstWaitMs = 1000

type Preload = {
  signal: AbortSignal
  /** Whether the file is there. May reject: no answer came. */
  ask?: (url: string, signal: AbortSignal) => Promise<boolean>
  wait?: (ms: number) => Promise<void>
}

/** Sends up to three HEAD requests, 1 s and 2 s apart. Returns whether the file is available; never rejects. */
export async function preloadMedia(url: string, { signal, ask = askHead, wait = pause }: Preload): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts && !signal.aborted; attempt++) {
    if (await ask(url, signal).catch(() => false)) return true
    if (attempt < attempts) await wait(firstWaitMs * 2 ** (attempt - 1))
  }
  return false
}

async function askHead(url: string, signal: AbortSignal): Promise<boolean> {
  // Local files are available, and do not support HEAD.
  if (url.startsWith('blob:')) return true
  return (await fetch(url, { method: 'HEAD', signal })).ok
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
