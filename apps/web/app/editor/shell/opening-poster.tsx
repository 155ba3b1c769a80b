// The poster of the template, shown while an editor loads. It comes with the HTML, together with the addresses of what
// the first picture needs, so that neither waits for the scripts.

import type { Template } from '@vitrine/contract/catalogue'
import { loadShaper } from '@vitrine/painter/shaper'
import shaperFile from 'harfbuzzjs/dist/harfbuzz.wasm?url'
import { useEffect } from 'react'
import { preload } from 'react-dom'
import { type LinkDescriptor, type RouterContextProvider, useLoaderData } from 'react-router'
import { hostContext } from '../../api/context.ts'
import { type Api, createApi } from '../../api/whole-api.ts'
import { afterScripts } from '../../ui/after-scripts.ts'
import { pictureAt } from '../../ui/picture-source.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { listStartFiles } from '../preview/start-files.ts'
import { EditorOpening } from './editor-states.tsx'

export interface Poster extends Pick<Template, 'thumbnail' | 'width' | 'height' | 'dominantColor'> {
  /** The files of the first picture; see `listStartFiles`. */
  startFiles: readonly string[]
}

/** Wide enough for a phone; elsewhere the picture soon covers it. */
const POSTER_WIDTH = 480

/** The address of a poster, the same in all editors. */
export const posterAddress = (thumbnail: string) => pictureAt(thumbnail, POSTER_WIDTH)

interface LoaderArgs {
  params: { templateId?: string | undefined }
  request: Request
  context: Readonly<RouterContextProvider>
}

/**
 * The loader of an editor's page. Null for a template that is not on sale, because customers may still have projects of
 * it.
 */
export async function loadPoster({ params, request, context }: LoaderArgs, settings?: PosterSettings) {
  const api = createApi(context.get(hostContext).transport)
  const template = await api.getTemplate(params.templateId ?? '').catch(() => null)
  return template && readPoster(api, template, request, settings)
}

interface PosterSettings {
  /** Whether the first picture shows the template's photos. A project in the address has its own. */
  withPhotos: boolean
}

/** The poster of a template, with the files of the first picture of an untouched project. */
export async function readPoster(
  api: Api,
  template: Template,
  { url }: Request,
  { withPhotos }: PosterSettings = { withPhotos: true },
): Promise<Poster> {
  const { templateId, thumbnail, width, height, dominantColor } = template
  const answer = await api.getTemplateDocument(templateId).catch(() => undefined)
  const isNamed = new URL(url).searchParams.has('project')
  const startFiles = answer ? listStartFiles(answer, { withPhotos: withPhotos && !isNamed }) : []
  return { thumbnail, width, height, dominantColor, startFiles }
}

const asFetch = { as: 'fetch', crossOrigin: 'anonymous' } as const

/** `links` of an editor's page: the text shaper. */
export const editorLinks = (): LinkDescriptor[] => [
  { rel: import.meta.env.SSR ? afterScripts : 'preload', href: shaperFile, ...asFetch, type: 'application/wasm' },
]

/** Whether the page has found a document of its template, which is public while the template is on sale. */
export function useHasDocument(): boolean {
  const poster = useLoaderData() as Poster | null | undefined
  return (poster?.startFiles.length ?? 0) > 0
}

/** The poster at the position of the stage, or a grey box of that shape. */
export function OpeningPoster({ className }: { className: string }) {
  const poster = useLoaderData() as Poster | null | undefined
  // Compiles the shaper while the project loads.
  useEffect(() => void loadShaper().catch(() => undefined), [])
  if (!poster) return <Skeleton className={className} />
  const { thumbnail, width, height, dominantColor, startFiles } = poster
  // In the browser this runs once the scripts are loaded.
  if (!import.meta.env.SSR) for (const file of startFiles) preload(file, { ...asFetch, fetchPriority: 'low' })
  return (
    <>
      {import.meta.env.SSR &&
        startFiles.map((file) => <link key={file} rel={afterScripts} href={file} {...asFetch} fetchPriority="low" />)}
      <img
        src={posterAddress(thumbnail)}
        alt=""
        fetchPriority="high"
        width={width}
        height={height}
        className="h-auto max-h-full w-auto max-w-full animate-breathe object-contain"
        style={{ backgroundColor: dominantColor }}
      />
    </>
  )
}

/** The loading state of an editor with a form. `className`: the shape of the poster's box. */
export function FormOpening({ className }: { className: string }) {
  return (
    <EditorOpening grid="editor-grid">
      <div className="flex items-center justify-center p-6 [grid-area:stage]">
        <OpeningPoster className={className} />
      </div>
      <div className="h-14 border-t border-line bg-raised [grid-area:time]" />
      <div className="editor-sheet flex flex-col gap-6 border-line bg-raised p-5 [grid-area:fields] max-md:border-t md:border-e">
        {[0, 1, 2, 3].map((n) => (
          <div key={n} className="flex flex-col gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
      </div>
    </EditorOpening>
  )
}
