// Videos of golden documents: a few pictures named `<asset>@<n>`, each shown for a quarter of a second.
import type { Picture, PictureSource } from '@vitrine/document/host'

const PER_SECOND = 4

/** Pictures by asset id, and videos made of those that belong together. */
export function stripSource(pictures: ReadonlyMap<string, Picture>): PictureSource {
  return {
    image: (id) => pictures.get(id),
    video(id, seconds) {
      const count = [...pictures.keys()].filter((name) => name.startsWith(`${id}@`)).length
      return pictures.get(`${id}@${Math.min(count - 1, Math.floor(seconds * PER_SECOND + 1e-6))}`)
    },
  }
}
