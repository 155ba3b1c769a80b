// The worker that makes one film: takes the order, tells how far it is, and stops when it is told to.
import { ExportError } from './export-contract.ts'
import type { FilmAnswer, FilmOrder } from './export-message.ts'
import { openFilmFile } from './film-file.ts'
import { makeFilm } from './film-maker.ts'

const stop = new AbortController()
const answer = (message: FilmAnswer) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<FilmOrder | 'cancel'>) => {
  if (data === 'cancel') stop.abort(new DOMException('The export was cancelled', 'AbortError'))
  else void make(data)
})

async function make(order: FilmOrder): Promise<void> {
  try {
    const { writable } = await openFilmFile(order.target)
    const made = await makeFilm({
      order,
      writable,
      signal: stop.signal,
      onProgress: (progress) => answer({ kind: 'progress', progress }),
    })
    answer({ kind: 'done', ...made })
  } catch (error) {
    const { part, message } =
      error instanceof ExportError ? error : { part: 'storage' as const, message: 'The video could not be written.' }
    // The page only gets the words; what is behind them is for whoever looks into it.
    if (!stop.signal.aborted) console.warn(error instanceof Error ? (error.cause ?? error) : error)
    answer({ kind: 'failed', part, message })
  }
}
