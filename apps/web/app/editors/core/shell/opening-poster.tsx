// What an editor shows from the first moment on: the poster of its template. It comes with the HTML, together with what the first
// picture of the project will need, so that neither waits for the scripts.
import { loadShaper } from '@vitrine/composition/shaper'
import type { Template } from '@vitrine/contract/catalogue'
import shaperFile from 'harfbuzzjs/dist/harfbuzz.wasm?url'
import { useEffect } from 'react'
import { type LinkDescriptor, type RouterContextProvider, useLoaderData } from 'react-router'
import { createVisitorApi } from '../../../api/api.ts'
import { hostContext } from '../../../api/context.ts'
import { pictureAt } from '../../../ui/picture-source.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

export type Poster = Pick<Template, 'thumbnail' | 'width' | 'height' | 'dominantColor'>

/** Wide enough for a phone, and for what is covered by the picture itself a moment later. */
const POSTER_WIDTH = 480

/** The address of a poster, the same one wherever an editor shows it. */
export const posterAddress = (thumbnail: string) => pictureAt(thumbnail, POSTER_WIDTH)

export const posterOf = ({ thumbnail, width, height, dominantColor }: Template): Poster => ({
  thumbnail,
  width,
  height,
  dominantColor,
})

/** The loader of an editor's page. Null for a template that is not on sale: its project may be somebody's all the same. */
export async function loadPoster(args: {
  params: { templateId?: string | undefined }
  context: Readonly<RouterContextProvider>
}): Promise<Poster | null> {
  const api = createVisitorApi(args.context.get(hostContext).transport)
  return api.getTemplate(args.params.templateId ?? '').then(posterOf, () => null)
}

/** `links` of an editor's page: the shaper of texts is fetched beside the scripts. */
export const editorLinks = (): LinkDescriptor[] => [
  { rel: 'preload', href: shaperFile, as: 'fetch', type: 'application/wasm', crossOrigin: 'anonymous' },
]

/** The poster where the stage will be; a grey box of that shape without one. */
export function OpeningPoster({ className }: { className: string }) {
  const poster = useLoaderData() as Poster | null | undefined
  // Compiled while the project is on its way.
  useEffect(() => void loadShaper().catch(() => undefined), [])
  if (!poster) return <Skeleton className={className} />
  const { thumbnail, width, height, dominantColor } = poster
  return (
    <img
      src={posterAddress(thumbnail)}
      alt=""
      fetchPriority="high"
      width={width}
      height={height}
      className="h-auto max-h-full w-auto max-w-full animate-breathe object-contain"
      style={{ backgroundColor: dominantColor }}
    />
  )
}
