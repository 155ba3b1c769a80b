// Owns what a worker and the process that makes one film for it say to each other. Everything is plain JSON.
import type { FilmInfo, FilmSpec } from './film.ts'

/** One film to make. */
export interface RenderOrder {
  readonly film: FilmSpec
  /** The poster is the frame at this time of the film. Without it none is made. */
  readonly poster?: { readonly path: string; readonly atSeconds: number }
}

export interface RenderProgress {
  readonly stage: 'preparing' | 'drawing' | 'finishing' | 'checking'
  readonly framesDone: number
  readonly frameCount: number
}

/** What came of an order: the film and its poster are whole on disk and have been checked. */
export type RenderedFilm = FilmInfo
