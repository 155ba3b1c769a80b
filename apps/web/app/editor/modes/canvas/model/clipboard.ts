// Copying and pasting layers: within a design, between templates, and from and to other apps.
import { plural, t } from '@lingui/core/macro'
import type { FontFace } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import type { LayerEdit } from '@vitrine/project/edit'
import { everyLayer } from '@vitrine/project/layer-list'
import { api } from '../../../../api/member-api.ts'
import { persisted, readFields } from '../../../../api/persisted.ts'
import { type AssetLibrary, isLocal, isUpload, knownUpload } from '../../../project/asset-library.ts'
import { findFileKind } from '../../../project/assign-files.ts'
import { drafts, type StoredFile } from '../../../project/draft-store.ts'
import { guestProjects, listOwnGuestProjects } from '../../../project/guest-project.ts'
import type { Uploads } from '../../../project/uploads.ts'
import { addText } from './added-layer.ts'
import type { CanvasModel } from './canvas-model.ts'
import { REST } from './geometry.ts'
import { changeByMotion, standingAlone } from './layer-change.ts'
import { getSelectionName } from './selected-layers.ts'
import { getViewScale } from './view.ts'

/** Our own clipboard type; other programs get the text. */
const layersType = 'application/x-vitrine-layers+json'
/** CSS pixels by which a second copy is offset from the first. */
const pasteOffset = 16

interface CopiedLayers {
  vitrine: 'layers'
  templateId: string
  /** The size in pixels of the canvas they were copied from. */
  width: number
  height: number
  /** In frames; layers of a still are shown for the whole of a video. */
  duration: number
  /** Top first, with values filled in. */
  layers: readonly Layer[]
  fonts: readonly FontFace[]
  /** The customer's files in the layers. */
  files: readonly AssetId[]
}

/** The last copied layers on this device, in any tab. Buttons need it, because they have no access to the clipboard. */
const stored = persisted('vitrine-copied', checkLayers)
/** Replaces `stored` when the browser has no storage. */
let lastCopied: CopiedLayers | undefined
let pastes = 0

/** The selection as clipboard content; undefined when nothing is selected. */
function copied(canvas: CanvasModel): CopiedLayers | undefined {
  const ids = new Set(canvas.selection.get())
  const resolved = canvas.findResolved()
  if (!resolved || ids.size === 0) return undefined
  const layers = everyLayer(resolved.layers)
    .filter(({ id }) => ids.has(id))
    .map(freeLayer)
  const families = new Set(everyLayer(layers).flatMap((layer) => (layer.type === 'text' ? [layer.font] : [])))
  return {
    vitrine: 'layers',
    templateId: canvas.editor.template.templateId,
    ...canvas.getSize(),
    duration: resolved.canvas.duration,
    layers,
    fonts: resolved.fonts.filter(({ family }) => families.has(family)),
    files: listAssetIds(layers).filter(isUpload),
  }
}

/** A layer without locks, parent and mattes. */
function freeLayer(layer: Layer): Layer {
  const { locks: _locks, alwaysOnTop: _top, parent: _parent, matte: _matte, ...rest } = layer
  const free = rest as Layer
  return free.type === 'group' ? { ...free, layers: free.layers.map(withoutLocks) } : free
}

function withoutLocks(layer: Layer): Layer {
  const { locks: _locks, alwaysOnTop: _top, ...rest } = layer
  const free = rest as Layer
  return free.type === 'group' ? { ...free, layers: free.layers.map(withoutLocks) } : free
}

function listAssetIds(layers: readonly Layer[]): AssetId[] {
  return everyLayer(layers).flatMap((layer): AssetId[] => {
    const source = 'source' in layer ? layer.source : 'asset' in layer ? layer.asset : undefined
    if (typeof source === 'string') return [source]
    return typeof source === 'object' && 'asset' in source ? [source.asset] : []
  })
}

/** Puts the selection onto the clipboard. False when nothing is selected. */
export function copySelection(canvas: CanvasModel, clipboard: DataTransfer | null): boolean {
  const content = copied(canvas)
  if (!content) return false
  keepCopied(content)
  pastes = 0
  const text = everyLayer(content.layers).flatMap((layer) => (layer.type === 'text' ? [String(layer.text)] : []))
  clipboard?.setData(layersType, JSON.stringify(content))
  clipboard?.setData('text/plain', text.join('\n'))
  const name = getSelectionName(canvas)
  canvas.editor.announcement.set(t`Copied: ${name}.`)
  return true
}

/** Pastes layers or text from the clipboard. The caller handles files. */
export function pasteFrom(canvas: CanvasModel, clipboard: DataTransfer | null): boolean {
  const own = parseLayers(clipboard?.getData(layersType) ?? '')
  if (own) return pasteLayers(canvas, own)
  const text = clipboard?.getData('text/plain').replaceAll('\r\n', '\n').trim() ?? ''
  if (text === '') return false
  return addText(canvas, text.slice(0, 1000)) !== undefined
}

/** Pastes the last copied layers of this device. */
export function pasteLast(canvas: CanvasModel): void {
  const content = findCopied()
  if (!content || !pasteLayers(canvas, content)) canvas.refuse(t`Copy something first.`)
}

function keepCopied(content: CopiedLayers): void {
  lastCopied = content
  // Storing failed because it is too large; the previous copy must not be pasted instead.
  stored.write(undefined)
  stored.write(content)
}

const findCopied = (): CopiedLayers | undefined => stored.read() ?? lastCopied

function parseLayers(json: string): CopiedLayers | undefined {
  try {
    return checkLayers(JSON.parse(json))
  } catch {
    return undefined
  }
}

function checkLayers(value: unknown): CopiedLayers | undefined {
  const content = readFields<CopiedLayers>(value)
  const isOurs = content.vitrine === 'layers' && Array.isArray(content.layers) && Array.isArray(content.fonts)
  return isOurs ? (content as CopiedLayers) : undefined
}

/** Adds copies on top, after checking that their files belong to the customer. */
function pasteLayers(canvas: CanvasModel, content: CopiedLayers): boolean {
  const { library, uploads, isGuest } = canvas.editor
  const unknown = listAssetIds(content.layers).filter((id) => isUpload(id) && !library.find(id))
  if (isGuest.get() && unknown.length > 0) {
    // The files belong to another project of this visitor on this device.
    const adopting = adoptFiles(content.layers, { library, uploads, listFiles: listVisitorFiles })
    void adopting.then((layers) => placeLayers(canvas, { ...content, layers }))
    return true
  }
  if (unknown.every(isLocal)) return placeLayers(canvas, content)
  // The files may have been uploaded since this editor was opened, or belong to an earlier user of this device.
  const learned = api.listAssets().then(
    ({ assets }) => {
      for (const asset of assets) if (!library.find(asset.assetId)) library.put(knownUpload(asset))
    },
    () => undefined,
  )
  void learned.then(() => placeLayers(canvas, content))
  return true
}

/** Adds copies on top. Reports what cannot be pasted into this template. */
function placeLayers(canvas: CanvasModel, content: CopiedLayers): boolean {
  const here = canvas.getDocument()
  const { library, template } = canvas.editor
  const isSameTemplate = content.templateId === template.templateId
  const knows = (id: AssetId) =>
    isUpload(id) ? library.find(id) !== undefined : isSameTemplate || Object.hasOwn(here.assets, id)
  const usable = content.layers.filter((layer) => listAssetIds([layer]).every(knows))
  const left = content.layers.length - usable.length
  if (usable.length === 0) {
    const isFile = listAssetIds(content.layers).some((id) => isUpload(id) && !knows(id))
    canvas.refuse(
      isFile
        ? t`It shows a file that is not in your uploads, or has not been uploaded yet.`
        : t`It belongs to another template and cannot be pasted here.`,
    )
    return true
  }
  const families = new Set(here.fonts.map(({ family }) => family))
  const fallback = here.fonts[0]?.family
  pastes += 1
  const layers = usable.map((layer) =>
    copyWithNewIds(canvas, content.duration === 1 ? { ...layer, ...canvas.addedTime() } : layer, families, fallback),
  )
  const [pasted, total] = [layers.length, content.layers.length]
  const label = t`${plural(pasted, { one: 'Paste a layer', other: 'Paste # layers' })}`
  if (canvas.run(pasting(canvas, layers, content), { label })) return true
  canvas.select(layers.map(({ id }) => id))
  if (left > 0)
    canvas.refuse(
      t`${left} of ${plural(total, { other: '# layers' })} were not pasted because their files are not available here.`,
    )
  return true
}

/** A copy with new ids and a new time, in available fonts. */
function copyWithNewIds(
  canvas: CanvasModel,
  layer: Layer,
  families: ReadonlySet<string>,
  fallback: string | undefined,
): Layer {
  const ids = new Map(everyLayer([layer]).map(({ id }) => [id, canvas.newId()]))
  const end = canvas.getDocument().canvas.duration
  const renew = (one: Layer, isOuter: boolean): Layer => {
    const time = isOuter
      ? { in: Math.min(one.in, end - 1), out: Math.min(Math.max(one.out, Math.min(one.in, end - 1) + 1), end) }
      : {}
    const parent = one.parent === undefined ? undefined : ids.get(one.parent)
    const matte = one.matte && { ...one.matte, layer: ids.get(one.matte.layer) ?? one.matte.layer }
    const font = one.type === 'text' && !families.has(one.font) && fallback !== undefined ? { font: fallback } : {}
    return {
      ...one,
      ...time,
      ...font,
      id: ids.get(one.id) ?? canvas.newId(),
      ...(parent !== undefined && { parent }),
      ...(matte && { matte }),
      ...(one.type === 'group' && { layers: one.layers.map((child) => renew(child, false)) }),
    } as Layer
  }
  return renew(layer, true)
}

/**
 * The edits that add copies on top in their order. On a canvas of another size they keep their relative position;
 * on the same size they are slightly offset.
 */
function pasting(canvas: CanvasModel, layers: readonly Layer[], content: CopiedLayers): LayerEdit[] {
  const { width, height } = canvas.getSize()
  const isSame = content.width === width && content.height === height
  const step = (pasteOffset * pastes) / getViewScale(canvas.view.get())
  const scale = Math.min(width / content.width, height / content.height)
  const motion = isSame
    ? { ...REST, move: { x: step, y: step } }
    : { ...REST, scale, move: { x: (width - content.width * scale) / 2, y: (height - content.height * scale) / 2 } }
  let top = canvas.layers()[0]?.id ?? null
  return layers.toReversed().flatMap((layer): LayerEdit[] => {
    const insert: LayerEdit = { op: 'insert', layer, above: top, into: null }
    top = layer.id
    return [insert, ...(changeByMotion(standingAlone(layer, layer.in), motion) ?? [])]
  })
}

interface Adopting {
  library: Pick<AssetLibrary, 'find'>
  uploads: Pick<Uploads, 'add'>
  listFiles: () => Promise<readonly StoredFile[]>
}

/** The files of all projects of the current visitor, without those of earlier visitors of this device. */
async function listVisitorFiles(): Promise<StoredFile[]> {
  const own = await listOwnGuestProjects(guestProjects)
  return (await Promise.all(own.map(({ projectId }) => drafts.listFiles(projectId)))).flat()
}

/**
 * Copies the files of the layers into the open project under new ids, because the other project may be deleted. Files
 * that are not found keep their ids.
 */
export async function adoptFiles(
  layers: readonly Layer[],
  { library, uploads, listFiles }: Adopting,
): Promise<readonly Layer[]> {
  const stored = new Map((await listFiles()).map((file) => [file.localId as string, file.file]))
  const adopted = new Map<string, AssetId>()
  const adopt = (text: string): string => {
    const file = stored.get(text)
    const kind = file && findFileKind(file)
    if (!isLocal(text) || library.find(text as AssetId) || !file || !kind) return text
    const id = adopted.get(text) ?? uploads.add(file, kind)
    adopted.set(text, id)
    return id
  }
  const json = JSON.stringify(layers, (_key, value: unknown) => (typeof value === 'string' ? adopt(value) : value))
  return JSON.parse(json) as Layer[]
}
