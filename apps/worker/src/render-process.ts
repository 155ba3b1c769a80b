// A process of its own for each film: whatever a native library does to it, the worker and the other films go on.
import { checkFilm } from './check-film.ts'
import { renderFilm } from './film.ts'
import { takeOrder } from './ordered-work.ts'
import { writePoster } from './poster.ts'
import type { RenderedFilm, RenderOrder, RenderProgress } from './render-message.ts'

/** Makes the film and its poster and looks at the result as a player would. */
takeOrder<RenderOrder, RenderProgress, RenderedFilm>(async ({ film, poster }, report) => {
  const info = await renderFilm(film, { onProgress: report })
  report({ stage: 'checking', framesDone: info.frameCount, frameCount: info.frameCount })
  const facts = await checkFilm(film.outPath, info)
  if (poster) await writePoster(film.outPath, poster.atSeconds, poster.path)
  return { ...info, ...facts }
})
