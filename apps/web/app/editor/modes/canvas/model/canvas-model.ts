// The model of the canvas editor: the selection, the view, and all changes of the project. Panels and stage communicate
// only through it.
import { t } from '@lingui/core/macro'
import type { Color } from '@vitrine/document/color'
import type { ResolvedDocument, TemplateDocument } from '@vitrine/document/document'
import type { FieldValue } from '@vitrine/document/field'
import type { Layer, TextLayer } from '@vitrine/document/layer'
import type { LayerPlace } from '@vitrine/painter/layer-place'
import type { TextLayout } from '@vitrine/painter/text'
import type { EditProblem, LayerEdit } from '@vitrine/project/edit'
import { findPlace, OWN_LAYER_PREFIX } from '@vitrine/project/layer-list'
import { createObservable, type Observable } from '../../../../api/observable.ts'
import { createRandomId } from '../../../../api/random-id.ts'
import { serverText } from '../../../../language/i18n.ts'
import type { Point, Size } from '../../../cropper/crop.ts'
import type { EditorModel } from '../../../model/editor-model.ts'
import { applyCommand } from '../../../project/command.ts'
import { editedFor } from '../../../project/edited-document.ts'
import { type ProjectContent, withValue } from '../../../project/project-store.ts'
import { type Bounds, mapBounds } from './geometry.ts'
import { createGuideLines, type GuideLines } from './guide-lines.ts'
import { getLayerName, type LayerEntry, layerCountText, listLayers } from './layer-entry.ts'
import { computePalette } from './palette.ts'

/** Zoom and position of the canvas on the stage. */
export interface View {
  /** Relative to the fitting size: 1 fits the stage. */
  zoom: number
  /** CSS pixels per pixel of the canvas at zoom 1; the stage measures it. */
  fit: number
  /** CSS pixels from the centre of the stage to the centre of the canvas. */
  panX: number
  panY: number
}

type Tool = 'select' | 'hand'

/** The text or crop that is edited on the stage itself. */
interface StageEditing {
  kind: 'text' | 'crop'
  layerId: string
}

/** Describes a change. Changes with the same group and no pause between them are one undo step. */
export interface ChangeAbout {
  /** Label in the history: 'Move', 'Change the colour'. */
  label: string
  group?: string
}

export interface CanvasModel {
  readonly editor: EditorModel
  /**
   * The template's own layers are fixed: fields fill them in, and their photos are moved inside their frames. Only
   * added layers can be selected.
   */
  readonly keepsDesign: boolean
  /** Ids of layers, in the order of selection. All belong to the list of `activeGroup`. */
  readonly selection: Observable<readonly string[]>
  /** The group whose layers a press selects; undefined for the top level. */
  readonly activeGroup: Observable<string | undefined>
  readonly view: Observable<View>
  /** The size of the stage in CSS pixels; it measures itself. */
  readonly room: Observable<Size>
  readonly tool: Observable<Tool>
  /** Rulers are shown, and moved layers snap to their guides. */
  readonly hasRulers: Observable<boolean>
  readonly guideLines: Observable<GuideLines>
  /** Moved layers snap to others; Control inverts this. */
  readonly snaps: Observable<boolean>
  readonly editing: Observable<StageEditing | undefined>
  /** The panel that a button elsewhere opens, where panels are sheets. */
  readonly requestedPanel: Observable<string | undefined>
  /** Why the last action was rejected, shown briefly. */
  readonly apiError: Observable<string | undefined>
  /** The frame that the stage shows. */
  readonly frame: Pick<Observable<number>, 'get' | 'subscribe'>
  /** Increases with every change of the document or the picture; for derived values. */
  readonly version: Pick<Observable<number>, 'get' | 'subscribe'>
  /** Pixels of the canvas in the selected aspect ratio. */
  getSize(): Size
  /** The template in its aspect ratio with every edit applied; bindings are unresolved. */
  getDocument(): TemplateDocument
  /** The same with all values filled in, as drawn. Undefined until fonts and shaper are loaded. */
  findResolved(): ResolvedDocument | undefined
  /** A layer of `getDocument`, at any depth. */
  findLayer(layerId: string): Layer | undefined
  /** A layer as drawn. */
  findResolvedLayer(layerId: string): Layer | undefined
  /** The placement of a layer at the current frame; undefined while it is hidden. */
  findPlace(layerId: string): LayerPlace | undefined
  /** How a resolved text fits its box; undefined without a font. */
  findTextLayout(layer: TextLayer): TextLayout | undefined
  /** The final size of a text in pixels, after shrinking to fit. */
  findFontSize(layerId: string): number | undefined
  /** All layers, top first, with the customer's permissions. The same object until something changes. */
  layers(): readonly LayerEntry[]
  findEntry(layerId: string): LayerEntry | undefined
  findLayerName(layerId: string): string
  /**
   * Runs edits as one undo step. If they are rejected, nothing changes, and the message goes to `apiError` and to
   * screen readers.
   */
  run(edits: readonly LayerEdit[], about: ChangeAbout): EditProblem | undefined
  /** Fills in a field of the template as one step. Undefined resets it to its default. */
  fill(fieldId: string, value: FieldValue | undefined, about: ChangeAbout): void
  /** Adds a customer's layer on top and selects it. Returns its id; undefined when it was rejected. */
  addLayer(layer: Layer, about?: ChangeAbout): string | undefined
  /** A new id for a customer's layer. */
  newId(): string
  /** The first frame of an added layer, and the first one without it. */
  addedTime(): { in: number; out: number }
  /** The centre for an added layer of this size: the free place nearest to the centre of the view. */
  placeForNew(size: Size): Point
  /** Runs `add` so that the layers it adds go to this point of the canvas. */
  addAt(point: Point, add: () => void): void
  /** Selects layers (only those in the list of the first one), and enters their group. */
  select(layerIds: readonly string[]): void
  /** Shows a message briefly and announces it to screen readers. */
  refuse(message: string): void
  /** Colours of the template and of added layers, the most used first, as `#rrggbb`. */
  palette(): readonly Color[]
  /** Unsubscribes; called when the page is left. */
  close(): void
}

const addEdits: Partial<Record<Layer['type'], 'add-text' | 'add-media' | 'add-shape'>> = {
  text: 'add-text',
  media: 'add-media',
  shape: 'add-shape',
}

/** The edit that adds a customer's layer on top. */
function createAddEdit(layer: Layer): LayerEdit {
  const op = addEdits[layer.type]
  if (op) return { op, layer } as LayerEdit
  if (layer.type === 'image' || layer.type === 'group') return { op: 'add-sticker', layer }
  return { op: 'insert', layer, above: null, into: null }
}

interface ListedLayers {
  document: TemplateDocument
  list: readonly LayerEntry[]
  byId: ReadonlyMap<string, LayerEntry>
}

function listedLayers(document: TemplateDocument, before: ListedLayers | undefined): ListedLayers {
  const list = listLayers(document, before?.byId)
  const flat = (some: readonly LayerEntry[]): LayerEntry[] => some.flatMap((entry) => [entry, ...flat(entry.layers)])
  return { document, list, byId: new Map(flat(list).map((entry) => [entry.id, entry])) }
}

interface CanvasSettings extends Partial<Pick<CanvasModel, 'keepsDesign'>> {
  /** When added layers show; all the time by default. */
  addedTime?: CanvasModel['addedTime']
}

export function createCanvasModel(
  editor: EditorModel,
  { addedTime, keepsDesign = false }: CanvasSettings = {},
): CanvasModel {
  const { store, document: template, player } = editor
  const selection = createObservable<readonly string[]>([])
  const activeGroup = createObservable<string | undefined>(undefined)
  const apiError = createObservable<string | undefined>(undefined)
  const editing = createObservable<StageEditing | undefined>(undefined)
  const view = createObservable<View>({ zoom: 1, fit: 1, panX: 0, panY: 0 })
  const version = createObservable(0)
  const guides = createGuideLines(editor)
  let known: { content: ProjectContent; document: TemplateDocument } | undefined
  let entries: ListedLayers | undefined
  let placeToAdd: Point | undefined

  const painting = () => {
    const state = editor.preview.get()
    return state.status === 'ready' ? state.painting : undefined
  }
  const getDocument = () => {
    const content = store.getContent()
    const isKnown =
      known?.content.difference === content.difference &&
      known.content.aspect === content.aspect &&
      known.content.timeline === content.timeline
    if (!known || !isKnown) known = { content, document: editedFor(template, content) }
    return known.document
  }
  const findLayer = (layerId: string) => findPlace(getDocument(), layerId)?.layer
  const refuse = (message: string) => {
    apiError.set(undefined)
    apiError.set(message)
    editor.announcement.set(message)
  }
  const listed = () => {
    const document = getDocument()
    if (entries?.document !== document) entries = listedLayers(document, entries)
    return entries
  }
  const layers = () => listed().list
  const findEntry = (layerId: string) => listed().byId.get(layerId)
  const run: CanvasModel['run'] = (edits, { label, group }) => {
    if (edits.length === 0) return undefined
    const result = applyCommand(template, store.getContent(), { type: 'editLayers', edits })
    if ('problem' in result) {
      refuse(describeProblem(result.problem))
      return result.problem
    }
    store.edit(result.content, { label, ...(group !== undefined && { group }) })
    return undefined
  }
  const select = (layerIds: readonly string[]) => {
    const document = getDocument()
    const selectable = keepsDesign ? layerIds.filter((id) => findEntry(id)?.isOwn) : layerIds
    const places = selectable.flatMap((id) => findPlace(document, id) ?? [])
    const [first] = places
    if (first) activeGroup.set(first.into ?? undefined)
    const ids = places.filter(({ into }) => into === first?.into).map(({ layer }) => layer.id)
    if (ids.join() === selection.get().join()) return
    selection.set(ids)
    // The stage moves either a field's photo or a layer, so only one of them can be selected.
    if (keepsDesign && ids.length > 0) editor.selection.set(undefined)
    const [only] = ids
    if (only !== undefined) {
      player.pause()
      const message =
        ids.length === 1 ? getLayerName(findPlace(document, only)?.layer, document) : layerCountText(ids.length)
      editor.announcement.set(t`Selected: ${message}`)
    }
  }
  /** Deselects layers that no longer exist, for example after an undo. */
  const follow = () => {
    const document = getDocument()
    const left = selection.get().filter((id) => findPlace(document, id)?.into === (activeGroup.get() ?? null))
    if (left.length !== selection.get().length) selection.set(left)
    const group = activeGroup.get()
    if (group !== undefined && !findPlace(document, group)) activeGroup.set(undefined)
    const edited = editing.get()
    if (edited && !findPlace(document, edited.layerId)) editing.set(undefined)
    version.set(version.get() + 1)
  }
  const grow = () => version.set(version.get() + 1)
  const ends = [
    store.subscribe(follow),
    editor.preview.subscribe(grow),
    editor.pictureVersion.subscribe(grow),
    editor.shape.subscribe(grow),
    editor.shownVersion.subscribe(() => select([])),
    editor.onVisit((layerId) => select([layerId])),
  ]
  /** The rectangles of everything currently visible; for a group those of its layers. */
  const listTaken = () =>
    [...listed().byId.values()]
      .filter((entry) => entry.layers.length === 0 && !entry.isHidden)
      .flatMap(({ id }) => {
        const place = painting()?.getPainter().placeOf(id, player.getFrame())
        return place?.box ? [mapBounds(place.matrix, place.box)] : []
      })
  const newId = () => `${OWN_LAYER_PREFIX}${createRandomId().replaceAll('-', '').slice(0, 10)}`

  return {
    editor,
    keepsDesign,
    selection,
    activeGroup,
    view,
    tool: createObservable<Tool>('select'),
    room: createObservable<Size>({ width: 1, height: 1 }),
    hasRulers: createObservable(false),
    guideLines: guides.lines,
    snaps: createObservable(true),
    editing,
    requestedPanel: createObservable<string | undefined>(undefined),
    apiError,
    frame: { get: player.getFrame, subscribe: player.onFrame },
    version,
    getSize: editor.shape.get,
    getDocument,
    findResolved: () => painting()?.getResolved(),
    findLayer,
    findResolvedLayer(layerId) {
      const document = painting()?.getResolved()
      return document && findPlace(document, layerId)?.layer
    },
    findPlace: (layerId) => painting()?.getPainter().placeOf(layerId, player.getFrame()),
    findTextLayout: (layer) => painting()?.findLayout(layer),
    findFontSize(layerId) {
      const present = painting()
      const layer = present && findPlace(present.getResolved(), layerId)?.layer
      return layer?.type === 'text' ? present?.findLayout(layer)?.fontSize : undefined
    },
    layers,
    findEntry,
    findLayerName: (layerId) => getLayerName(findLayer(layerId), getDocument()),
    run,
    fill(fieldId, value, { label, group }) {
      const content = store.getContent()
      const next = { ...content, values: withValue(content.values, fieldId, value) }
      store.edit(next, { fieldId, label, ...(group !== undefined && { group }) })
    },
    addLayer(layer, about = { label: t`Add a layer` }) {
      if (run([createAddEdit(layer)], about)) return undefined
      select([layer.id])
      return layer.id
    },
    newId,
    addedTime: addedTime ?? (() => ({ in: 0, out: getDocument().canvas.duration })),
    addAt(point, add) {
      placeToAdd = point
      try {
        add()
      } finally {
        placeToAdd = undefined
      }
    },
    placeForNew(size) {
      if (placeToAdd) return placeToAdd
      const { width, height } = editor.shape.get()
      const { zoom, fit, panX, panY } = view.get()
      const scale = fit * zoom
      const clamp = (value: number, max: number) => Math.min(max * 0.9, Math.max(max * 0.1, value))
      const from = { x: clamp(width / 2 - panX / scale, width), y: clamp(height / 2 - panY / scale, height) }
      return findFreePlace(size, { canvas: { width, height }, from, taken: listTaken() })
    },
    select,
    refuse,
    palette: () => computePalette(painting()?.getResolved() ?? getDocument()),
    close() {
      guides.close()
      for (const end of ends) end()
    },
  }
}

/** The customer's message for an error. */
function describeProblem(problem: EditProblem): string {
  const message = serverText(problem.message)
  switch (problem.code) {
    case 'locked':
    case 'in-use':
      return `${message}.`
    case 'too-many':
      return t`This design has reached its size limit. Delete something first, such as large stickers.`
    default:
      return t`That cannot be done: ${message}.`
  }
}

/** How many positions are tried across the shorter side of the canvas. */
const PLACES = 24
/** An object that covers more of the canvas counts as background. */
const GROUND_SHARE = 0.5

interface Around {
  canvas: Size
  /** The centre of the view. */
  from: Point
  /** The rectangles of existing objects. */
  taken: readonly Bounds[]
}

/** The centre for an object of a size: the nearest free position, else the one with the least overlap. */
export function findFreePlace({ width, height }: Size, { canvas, from, taken }: Around): Point {
  const ground = canvas.width * canvas.height * GROUND_SHARE
  const others = taken.filter(([left, top, right, bottom]) => (right - left) * (bottom - top) < ground)
  const step = Math.min(canvas.width, canvas.height) / PLACES
  let best = { point: from, covered: Number.POSITIVE_INFINITY, distance: 0 }
  for (const x of steps(from.x, width, canvas.width, step)) {
    for (const y of steps(from.y, height, canvas.height, step)) {
      const bounds: Bounds = [x - width / 2, y - height / 2, x + width / 2, y + height / 2]
      const covered = others.reduce((sum, other) => sum + computeOverlap(bounds, other), 0)
      const distance = Math.hypot(x - from.x, y - from.y)
      if (covered < best.covered || (covered === best.covered && distance < best.distance))
        best = { point: { x, y }, covered, distance }
    }
  }
  return best.point
}

/** Centres on both sides of `from` at which an object of a length stays on the canvas. */
function steps(from: number, length: number, most: number, step: number): number[] {
  if (length >= most) return [most / 2]
  const [low, high] = [length / 2, most - length / 2]
  const start = Math.min(high, Math.max(low, from))
  const count = Math.ceil(most / step)
  const places = Array.from({ length: 2 * count + 1 }, (_, n) => start + (n - count) * step)
  return places.filter((place) => place >= low && place <= high)
}

function computeOverlap(one: Bounds, other: Bounds): number {
  const wide = Math.min(one[2], other[2]) - Math.max(one[0], other[0])
  const high = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  return wide > 0 && high > 0 ? wide * high : 0
}
