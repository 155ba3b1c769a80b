// Owns one open editor: puts store, autosave, uploads, preview and sound together and takes them apart again. React
// draws what is around the picture and asks this for the rest.
import type { AssetId, FieldValue, TemplateDocument } from '@vitrine/composition/document'
import { framesPerSecond } from '@vitrine/composition/document'
import { loadShaper } from '@vitrine/composition/shaper'
import type { Template } from '@vitrine/contract/catalogue'
import type { Render } from '@vitrine/contract/renders'
import type { Api } from '../whole-api.ts'
import { type AssetLibrary, createAssetLibrary, isLocal, knownUpload } from './asset-library.ts'
import { type Autosave, contentOf, createAutosave, type SaveState } from './autosave.ts'
import type { DraftStore } from './draft-store.ts'
import type { LoadedEditor } from './load-editor.ts'
import { createObservable, type Observable } from './observable.ts'
import { frameToShow } from './preview/field-place.ts'
import { createPainting, type Painting } from './preview/painting.ts'
import { createPictures, type Pictures } from './preview/pictures.ts'
import { createPlayer, type Player } from './preview/player.ts'
import { createSoundtrack, type Soundtrack } from './preview/soundtrack.ts'
import { assetOf, createProjectStore, type ProjectContent, type ProjectStore } from './project-store.ts'
import { createUploads, findFileProblem, kindOf, type SendFile, type Uploads } from './uploads.ts'

export type PreviewState = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; painting: Painting }

/** The field that is being edited, and where the choice came from: the picture's choice brings the control into view. */
export interface Selection {
  fieldId: string
  from: 'picture' | 'control'
}

export interface EditorModel {
  readonly template: Template
  readonly document: TemplateDocument
  readonly projectId: string
  /** The project's renders when the editor opened, newest first. */
  readonly renders: readonly Render[]
  readonly store: ProjectStore
  readonly library: AssetLibrary
  readonly uploads: Uploads
  readonly autosave: Autosave
  readonly player: Player
  readonly pictures: Pictures
  readonly soundtrack: Soundtrack
  readonly saveState: Observable<SaveState>
  /** Whether a conflict's question is on the screen. */
  readonly isQuestionOpen: Observable<boolean>
  readonly preview: Observable<PreviewState>
  readonly selection: Observable<Selection | undefined>
  /** Grows whenever a picture has been decoded or has failed. */
  readonly pictureVersion: Observable<number>
  /** A sentence for screen readers about what just happened. */
  readonly announcement: Observable<string>
  /** The canvas that shows the film. */
  setCanvas(canvas: HTMLCanvasElement | null): void
  change(fieldId: string, value: FieldValue | undefined, group?: string): void
  /** Selects a field and shows where it is. */
  select(fieldId: string, from: Selection['from']): void
  undo(): void
  redo(): void
  /** Puts a chosen file into a media or audio field and begins to send it; the words of a problem when it cannot be. */
  putFile(fieldId: string, file: File): string | undefined
  /** Loads fonts and the shaper again after a failure. */
  retryPreview(): void
  /** Restores what belongs to an open editor; called after mounting. */
  open(): void
  close(): void
}

export interface EditorServices {
  api: Api
  drafts: DraftStore
  sendFile: SendFile
}

/** Values without files that only this browser has; their fields stay as the server knows them. */
export function withoutLocalFiles(content: ProjectContent, saved: ProjectContent): ProjectContent {
  const local = Object.keys(content.values).filter((fieldId) => isLocal(assetOf(content.values[fieldId])))
  if (local.length === 0) return content
  const values = { ...content.values }
  for (const fieldId of local) {
    const known = saved.values[fieldId]
    if (known === undefined) delete values[fieldId]
    else values[fieldId] = known
  }
  return { ...content, values }
}

export function createEditorModel(loaded: LoadedEditor, { api, drafts, sendFile }: EditorServices): EditorModel {
  const { template, document, project, draft } = loaded
  const { projectId } = project
  const saved = contentOf(project)
  const store = createProjectStore(draft?.content ?? saved)
  const library = createAssetLibrary(loaded.addresses, document.assets, loaded.uploads)
  const saveState = createObservable<SaveState>({ status: 'saved' })
  const isQuestionOpen = createObservable(false)
  const preview = createObservable<PreviewState>({ status: 'loading' })
  const selection = createObservable<Selection | undefined>(undefined)
  const announcement = createObservable('')
  const pictureVersion = createObservable(0)
  let canvas: HTMLCanvasElement | null = null
  let shownContent = store.getContent()

  const painting = () => {
    const state = preview.get()
    return state.status === 'ready' ? state.painting : undefined
  }
  const player = createPlayer({
    durationFrames: document.canvas.duration,
    framesPerSecond: framesPerSecond(document.canvas.fps),
    paint(frame) {
      if (canvas) painting()?.drawFrame(canvas, frame)
    },
  })
  const pictures = createPictures({
    library,
    onArrived(kind) {
      player.invalidate()
      if (kind !== 'picture') return
      painting()?.refresh()
      pictureVersion.set(pictureVersion.get() + 1)
    },
    onFailed: () => pictureVersion.set(pictureVersion.get() + 1),
  })
  const soundtrack = createSoundtrack(player, library)
  const autosave = createAutosave({
    saved,
    // A draft that began at an older revision meets the newer one at its first save, and the customer is asked.
    revision: draft?.revision ?? project.revision,
    save: (content, revision) =>
      api.saveProject(projectId, { values: content.values, ops: [...content.ops], revision }),
    keep: (kept) => void drafts.keepDraft(projectId, kept),
    storable: withoutLocalFiles,
    onState(state) {
      if (state.status === 'conflict') isQuestionOpen.set(true)
      saveState.set(state)
    },
    onSaved(answer) {
      for (const asset of Object.values(answer.assets)) {
        if (!library.find(asset.assetId)) library.put(knownUpload(asset))
      }
    },
  })
  const uploads = createUploads({
    projectId,
    library,
    drafts,
    send: sendFile,
    createAsset: api.createAsset,
    getAsset: api.getAsset,
    onArrived(localId, assetId) {
      if (assetId) pictures.rename(localId, assetId)
      store.replaceAsset(localId, assetId)
      announcement.set(assetId ? 'Upload complete.' : 'Upload cancelled.')
    },
  })

  const follow = () => {
    const content = store.getContent()
    if (content === shownContent) return
    shownContent = content
    const present = painting()
    present?.setContent(content)
    if (present) soundtrack.setDocument(present.getResolved())
    player.invalidate()
    autosave.changed(content)
  }
  const loadPreview = async () => {
    preview.set({ status: 'loading' })
    try {
      const [shaper, fonts] = await Promise.all([loadShaper(), loadFonts(document, library)])
      const content = store.getContent()
      const ready = createPainting({ template: document, content, shaper, fonts, pictures })
      preview.set({ status: 'ready', painting: ready })
      soundtrack.setDocument(ready.getResolved())
      player.seek(player.getFrame())
    } catch {
      preview.set({ status: 'failed' })
    }
  }
  const select = (fieldId: string, from: Selection['from']) => {
    const present = painting()
    selection.set({ fieldId, from })
    const frame =
      present && frameToShow(present.getPlaces(), fieldId, player.getFrame(), document.output?.poster?.frame)
    if (frame === undefined) return
    player.pause()
    if (frame !== player.getFrame()) player.seek(frame)
  }
  const step = (move: 'undo' | 'redo') => {
    const fieldId = store[move]()
    const label = document.fields.find(({ id }) => id === fieldId)?.label
    if (!label) return
    announcement.set(`${move === 'undo' ? 'Undone' : 'Redone'}: ${label}`)
    if (fieldId) select(fieldId, 'control')
  }
  let closing: (() => void)[] = []
  // Before any component listens: whoever measures the words finds them already laid out anew.
  store.subscribe(follow)

  return {
    template,
    document,
    projectId,
    renders: loaded.renders,
    store,
    library,
    uploads,
    autosave,
    player,
    pictures,
    soundtrack,
    saveState,
    isQuestionOpen,
    preview,
    selection,
    announcement,
    pictureVersion,
    setCanvas(next) {
      canvas = next
      if (canvas) player.invalidate()
    },
    change: (fieldId, value, group) => store.change({ fieldId, value, ...(group === undefined ? {} : { group }) }),
    select,
    undo: () => step('undo'),
    redo: () => step('redo'),
    putFile(fieldId, file) {
      const field = document.fields.find(({ id }) => id === fieldId)
      if (field?.type !== 'media' && field?.type !== 'audio') return undefined
      const accept = field.type === 'audio' ? (['audio'] as const) : field.accept
      const problem = findFileProblem(file, accept)
      const kind = kindOf(file)
      if (problem || !kind) return problem
      store.endGroup()
      store.change({ fieldId, value: { asset: uploads.add(file, kind) } })
      select(fieldId, 'control')
      return undefined
    },
    retryPreview: () => void loadPreview(),
    open() {
      const resumed = new Set<AssetId>(loaded.keptFiles.map(({ localId }) => localId))
      for (const file of loaded.keptFiles) uploads.resume(file)
      // A local id without its file, such as after the browser cleared its storage, can never arrive.
      for (const value of Object.values(store.getContent().values)) {
        const assetId = assetOf(value)
        if (assetId && isLocal(assetId) && !resumed.has(assetId)) store.replaceAsset(assetId, undefined)
      }
      if (draft) autosave.changed(store.getContent())
      player.seek(document.output?.poster?.frame ?? 0)
      closing = [player.onTransport(() => pictures.setPlaying(player.getTransport().isPlaying))]
      void loadPreview()
    },
    close() {
      for (const end of closing) end()
      autosave.stop()
      uploads.stop()
      player.stop()
      soundtrack.stop()
      pictures.stop()
    },
  }
}

/** The bytes of the document's fonts. A font that cannot be had is left out: others stand in for it. */
async function loadFonts(document: TemplateDocument, library: AssetLibrary): Promise<Map<string, Uint8Array>> {
  const sources = [...new Set(document.fonts.map(({ src }) => src))]
  const files = await Promise.all(
    sources.map(async (source) => {
      const url = library.find(source)?.url
      const response = url ? await fetch(url) : undefined
      return response?.ok ? ([source, new Uint8Array(await response.arrayBuffer())] as const) : undefined
    }),
  )
  const found = files.filter((file) => file !== undefined)
  if (sources.length > 0 && found.length === 0) throw new Error('None of the fonts could be loaded')
  return new Map(found)
}
