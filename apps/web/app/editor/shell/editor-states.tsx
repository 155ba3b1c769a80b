// An editor page before its editor is open: loading with the template's poster, or an error when the template is
// missing or could not be loaded.
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { TemplateDocument as DocumentAnswer, Template } from '@vitrine/contract/catalogue'
import { framesPerSecond, type TemplateDocument } from '@vitrine/document/document'
import { listNeededFonts } from '@vitrine/painter/font-subset'
import { loadShaper } from '@vitrine/painter/shaper'
import { drawnAssets, resolveDocument } from '@vitrine/project/resolve'
import shaperFile from 'harfbuzzjs/dist/harfbuzz.wasm?url'
import { type ReactNode, useEffect } from 'react'
import { preload } from 'react-dom'
import { type LinkDescriptor, type RouterContextProvider, useLoaderData } from 'react-router'
import { ApiResponseError } from '../../api/api.ts'
import { type Api, createApi, documentAddress } from '../../api/member-api.ts'
import { hostContext } from '../../api/page-request.ts'
import { templateKinds } from '../../api/template-kind.ts'
import { templateTexts } from '../../features/template/template-text.ts'
import { i18n } from '../../language/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { afterScripts } from '../../ui/late-start.ts'
import { pictureAt } from '../../ui/picture-source.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AHEAD_SECONDS } from '../preview/stage-state.ts'
import { fontAddress, listSizedByFile, smallPhotoAddress } from '../preview/template-file.ts'
import { createAssetLibrary } from '../project/asset-library.ts'

/** The bar, and the children in the editor's own grid. */
export function EditorOpening({ grid, children }: { grid: string; children: ReactNode }) {
  return (
    <main aria-busy="true" className={`${grid} grid bg-paper text-ink scheme-dark`}>
      <h1 className="sr-only">
        <Trans>Opening the editor</Trans>
      </h1>
      <div className="flex h-14 items-center gap-3 border-b border-line bg-raised px-4 [grid-area:bar]">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="ms-auto h-11 w-40" />
      </div>
      {children}
    </main>
  )
}

type Kind = 'video' | 'image'

const lists = { video: msg`Browse the templates`, image: msg`Browse the image templates` }

export function EditorFailed({ error, kind, onRetry }: { error: Error; kind: Kind; onRetry: () => void }) {
  if (error instanceof ApiResponseError && error.status === 404) return <EditorNotFound kind={kind} />
  return (
    <EditorMessage title={templateTexts[kind].dataFailed} action={<TryAgain onRetry={onRetry} />}>
      <span>{error.message || t`Something went wrong on our side.`}</span> <Trans>Everything you saved is safe.</Trans>
    </EditorMessage>
  )
}

/** The retry button of an error. */
export function TryAgain({ onRetry }: { onRetry: () => void }) {
  return (
    <Button onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  )
}

export function EditorNotFound({ kind }: { kind: Kind }) {
  const { listPath } = templateKinds[kind]
  return (
    <EditorMessage
      title={templateTexts[kind].notFound}
      action={<LinkButton to={listPath}>{i18n._(lists[kind])}</LinkButton>}
    >
      <Trans>It may no longer be available. Your purchases are still in My Downloads.</Trans>
    </EditorMessage>
  )
}

export function EditorMessage({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <main className="min-h-dvh bg-paper text-ink scheme-dark">
      <div className="page-width py-16">
        <h1 className="sr-only">{title}</h1>
        <EmptyState isError title={title} action={action}>
          {children}
        </EmptyState>
      </div>
    </main>
  )
}

// The poster of the template, shown while an editor loads. It comes with the HTML, together with the addresses of what
// the first picture needs, so that neither waits for the scripts.

interface Poster extends Pick<Template, 'thumbnail' | 'width' | 'height' | 'dominantColor'> {
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

// The files of the first picture of an untouched project. The HTML of an editor's page names them, so that they load in
// parallel with the scripts.

/** How many documents have their files cached: a catalogue may be larger, but few templates are opened at a time. */
const MAX_CACHED = 100
const known = new Map<string, StartFiles>()

interface StartFiles {
  fonts: readonly string[]
  photos: readonly string[]
}

/**
 * Addresses of the document, of the fonts of its texts, and of the photos that the first picture waits for, in this
 * order. The editor requests the same addresses unless the project replaces them.
 */
function listStartFiles(answer: DocumentAnswer, { withPhotos }: { withPhotos: boolean }): string[] {
  const { templateId, documentHash } = answer
  const { fonts, photos } = known.get(documentHash) ?? findStartFiles(answer)
  known.delete(documentHash)
  known.set(documentHash, { fonts, photos })
  for (const [oldest] of known) if (known.size > MAX_CACHED) known.delete(oldest)
  return [...new Set([documentAddress(templateId), ...fonts, ...(withPhotos ? photos : [])])]
}

function findStartFiles({ document, assets }: DocumentAnswer): StartFiles {
  // The document was validated when the template was published.
  const template = document as unknown as TemplateDocument
  const resolved = resolveDocument(template, {})
  const library = createAssetLibrary(assets, template.assets, [])
  const sizedByFile = listSizedByFile(template.layers)
  const fonts = [...listNeededFonts(resolved, () => undefined)].flatMap(([src, subset]) => {
    const url = library.find(src)?.url
    return url ? [fontAddress(url, subset)] : []
  })
  const first = template.output?.poster?.frame ?? 0
  const moments = AHEAD_SECONDS.map((seconds) => first + Math.round(seconds * framesPerSecond(template.canvas.fps)))
  const shown = new Set(moments.flatMap((frame) => drawnAssets(resolved, frame)))
  const photos = [...shown].flatMap((assetId) => {
    const asset = library.find(assetId)
    if (asset?.kind !== 'image' || !asset.url) return []
    const small = sizedByFile.has(assetId) ? undefined : smallPhotoAddress(asset.url, asset.width)
    return [small ?? asset.url]
  })
  return { fonts, photos }
}
