// A process of its own for each film and picture: whatever a native library does to it, the worker and the others go on.

import { takeOrder } from '@vitrine/untrusted-media/ordered-work'
import { checkFilm } from './check-film.ts'
import { renderFilm } from './film.ts'
import { writePicture } from './picture.ts'
import { writePoster } from './poster.ts'
import type { FilmOrder, RenderedFilm, RenderedPicture, RenderOrder, RenderProgress } from './render-message.ts'

type Report = (progress: RenderProgress) => void

takeOrder<RenderOrder, RenderProgress, RenderedFilm | RenderedPicture>((order, report) => {
  if ('film' in order) return carryOut(order, report)
  report({ stage: 'drawing', framesDone: 0, frameCount: 1 })
  return writePicture(order.picture)
})

/** Makes the film and its poster and looks at the result as a player would. */
async function carryOut({ film, poster }: FilmOrder, report: Report): Promise<RenderedFilm> {
  const info = await renderFilm(film, { onProgress: report })
  const checking = () => report({ stage: 'checking', framesDone: info.frameCount, frameCount: info.frameCount })
  checking()
  const facts = await checkFilm(film.outPath, info, checking)
  if (poster) await writePoster(film.outPath, poster.atSeconds, poster.path)
  return { ...info, ...facts }
}
