// Ready-made videos and images: a document that shows one file and has no fields.
import type { FileFacts, ImportFiles } from '@vitrine/composition/import-files'
import { type ImportPackage, ImportRejected } from './import-package.ts'

const FPS = 30
const MAX_FRAMES = 36_000
const MAX_SIDE = 4096

/** The document of a ready-made video or picture, when the settings name one. Throws `ImportRejected`. */
export function readyMadeDocument(
  { name, settings }: ImportPackage,
  files: ImportFiles,
): Record<string, unknown> | undefined {
  const { readyMade } = settings
  if (typeof readyMade !== 'string') return undefined
  const facts = files.get(readyMade)
  if (!facts)
    throw new ImportRejected('file-missing', 'The file "{file}" is not there', { file: readyMade.slice(0, 120) })
  if (facts.kind !== 'video' && facts.kind !== 'image')
    throw new ImportRejected('file-kind', 'Only a video or a picture can be sold ready-made')
  const canvas = canvasOf(facts)
  const duration = facts.kind === 'image' ? 1 : Math.min(MAX_FRAMES, Math.max(2, Math.floor(facts.seconds * FPS)))
  const shown = { id: 'film', in: 0, out: duration, box: [0, 0, canvas.width, canvas.height], locks: ['all'] }
  return {
    tdoc: 1,
    id: 'ready-made',
    name,
    canvas: { ...canvas, fps: FPS, duration, background: '#000000' },
    fields: [],
    fonts: [],
    assets: { [facts.id]: assetOf(facts) },
    layers: [
      facts.kind === 'image'
        ? { ...shown, type: 'image', asset: facts.id, fit: 'fill' }
        : { ...shown, type: 'media', source: facts.id },
    ],
  }
}

type Picture = Extract<FileFacts, { kind: 'image' | 'video' }>

/** Even sides, because videos have no others, and none larger than a document may have. */
function canvasOf({ width, height }: Picture): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  const side = (length: number) => Math.max(16, Math.floor((length * scale) / 2) * 2)
  return { width: side(width), height: side(height) }
}

function assetOf(facts: Picture): Record<string, unknown> {
  const size = { w: facts.width, h: facts.height, mime: facts.mime }
  return facts.kind === 'image' ? { kind: 'image', ...size } : { kind: 'video', ...size, seconds: facts.seconds }
}
