// The model of an open editor: creates the store, autosave, uploads, preview and sound, and disposes of them.

import { plural, t } from '@lingui/core/macro'
import type { Template } from '@vitrine/contract/catalogue'
import { isUnderWay } from '@vitrine/contract/operation-status'
import type { Render } from '@vitrine/contract/renders'
import { framesPerSecond, type TemplateDocument } from '@vitrine/document/document'
import type { AssetId, FieldValue } from '@vitrine/document/field'
import type { Api } from '../../api/member-api.ts'
import { createNotifier, createObservable, type Notifier, type Observable } from '../../api/observable.ts'
import type { SendFile } from '../../api/send-file.ts'
import type { Size } from '../cropper/crop.ts'
import { frameToShow } from '../preview/field-place.ts'
import { createMoreFonts, createPreviewFonts } from '../preview/load-fonts.ts'
import { createPainting, type Painting, resolveContent } from '../preview/painting.ts'
import { createPictures, type Pictures } from '../preview/pictures.ts'
import { createPlayer, type Player } from '../preview/player.ts'
import { createSoundtrack, type Soundtrack } from '../preview/soundtrack.ts'
import { createStage, createStageSettling, type StageState } from '../preview/stage-state.ts'
import { listSizedByFile } from '../preview/template-file.ts'
import { type AssetLibrary, createAssetLibrary, knownUpload } from '../project/asset-library.ts'
import {
  type Autosave,
  createAutosave,
  createHistoryStorage,
  type HistoryKeeping,
  readContent,
  type SaveState,
  toSavedContent,
} from '../project/autosave.ts'
import type { DraftStore } from '../project/draft-store.ts'
import type { GuestProject } from '../project/guest-project.ts'
import { withFileReplaced, withoutLocalFiles } from '../project/local-file.ts'
import type { ProjectApi } from '../project/project-api.ts'
import { createProjectStore, type ProjectStore } from '../project/project-store.ts'
import { noteAbsentFiles } from '../project/unsent-file.ts'
import { createUploads, type UploadSettings, type Uploads } from '../project/uploads.ts'
import { createFaceNotes, detectOnce } from '../vision/face-notes.ts'
import { createAttaching } from './attach-files.ts'
import {
  computeShape,
  createVersionViewing,
  findFiles,
  loadNewer,
  pickShape,
  type ShownVersion,
} from './content-change.ts'
import type { LoadedEditor } from './load-editor.ts'

type PreviewState = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; painting: Painting }

/** The selected field, and where it was selected: a selection on the picture scrolls the control into view. */
interface Selection {
  fieldId: string
  from: 'picture' | 'control'
}

/** Draws a frame onto the stage's canvas. */
type StagePaint = (canvas: HTMLCanvasElement, frame: number) => void

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
  readonly historyKeeping: HistoryKeeping
  readonly player: Player
  readonly pictures: Pictures
  readonly soundtrack: Soundtrack
  readonly saveState: Observable<SaveState>
  /** Whether the project exists only on this device, because the visitor has not signed in. */
  readonly isGuest: Observable<boolean>
  /** Whether the dialog of a conflict is open. */
  readonly isQuestionOpen: Observable<boolean>
  readonly isHelpOpen: Observable<boolean>
  /** Notifies when an export is requested. */
  readonly exportRequested: Notifier
  readonly preview: Observable<PreviewState>
  /** Whether the stage will still change by itself: fonts are loading, or the last change is only drafted. */
  readonly isStageBusy: Observable<boolean>
  /** The loading state of the stage. */
  readonly stage: Observable<StageState>
  /** Pixels of the video in the selected aspect ratio. */
  readonly shape: Observable<Size>
  readonly projectName: Observable<string>
  readonly shownVersion: Observable<ShownVersion | undefined>
  readonly selection: Observable<Selection | undefined>
  /** Increases whenever a picture was decoded or has failed. */
  readonly pictureVersion: Observable<number>
  /** A sentence for screen readers about what just happened. */
  readonly announcement: Observable<string>
  /** Replaces the painting of the stage, for example while layers are dragged; undefined restores it. */
  setStagePaint(paint: StagePaint | undefined): void
  /** Sets the canvas that shows the video. */
  setCanvas(canvas: HTMLCanvasElement | null): void
  /** Call after resizing the canvas, which clears it. */
  repaint(): void
  change(fieldId: string, value: FieldValue | undefined, group?: string): void
  setAspect(aspect: string | null): void
  /** Shows an earlier version on the stage without changing anything; undefined returns to the current one. */
  lookAt(version: ShownVersion | undefined): void
  /** Restores the version on the stage as an undo step. The current state is saved as a version, too. */
  restoreShown(): Promise<void>
  /**
   * Resolves a conflict with the newer project. The content here is first saved on the server as a version of this
   * name; if that fails, this rejects and the conflict stays.
   */
  takeNewer(name: string): Promise<void>
  /** Selects a layer, in editors that have layers. */
  visit(layerId: string): void
  /** Whether a handler for `visit` is registered. */
  canVisit(): boolean
  /** Registers the handler of `visit`; returns a function that removes it. */
  onVisit(visit: (layerId: string) => void): () => void
  /** Selects a field and shows it. */
  select(fieldId: string, from: Selection['from']): void
  undo(): void
  redo(): void
  /** Puts a chosen file into a media or audio field and uploads it. Returns a message when it cannot be used. */
  attachFile(fieldId: string, file: File): Promise<string | undefined>
  /**
   * Puts several files into the fields that accept them, and reports those that cannot be used. `fieldId` is the field
   * they were dropped on.
   */
  attachFiles(files: readonly File[], fieldId?: string): Promise<string[]>
  /** Loads the fonts and the shaper again after a failure. */
  retryPreview(): void
  /**
   * Call after the visitor has signed in: moves the project and its files into the account while the editor stays open.
   */
  join(): void
  /** Starts the side effects of an open editor; call it after mounting. */
  open(): void
  close(): void
  /** Closes because another tab of this browser has opened the project and continues from this device's storage. */
  handOver(): void
}

export interface EditorServices {
  api: Api
  projectApi: Pick<ProjectApi, 'saveVersion'>
  drafts: DraftStore
  sendFile: SendFile
  watchAsset: UploadSettings['watchAsset']
  /** Replaces the pictures and sound of the fields, for example by those of a timeline. */
  createMedia?: (needs: MediaNeeds) => EditorMedia
  /** The server has stored a file of the timeline, so this device can delete its copy. */
  forgetLocalFile?: (localId: AssetId) => void
  /**
   * Creates a visitor's project in the account after signing in. It is idempotent, and rejects with `ApiResponseError`.
   */
  claim?: (project: GuestProject) => Promise<unknown>
  /** A visitor's file could not be stored on this device. */
  onNotStored?: (fileName: string) => void
}

export interface MediaNeeds {
  projectId: string
  library: AssetLibrary
  player: Player
  onArrived: (kind: 'picture' | 'moment') => void
  onFailed: (assetId: string) => void
  mayBeSmall: (assetId: string) => boolean
}

export interface EditorMedia {
  pictures: Pictures
  soundtrack: Soundtrack
}

export function createEditorModel(loaded: LoadedEditor, services: EditorServices): EditorModel {
  const { api, projectApi, drafts, sendFile, watchAsset, createMedia = createFieldMedia, forgetLocalFile } = services
  const { template, document, project, draft, guest } = loaded
  const isGuest = createObservable(guest !== undefined)
  let isClaimed = guest === undefined
  const claim = async () => {
    if (guest && !isClaimed) await services.claim?.(guest)
    isClaimed = true
  }
  const { projectId } = project
  const saved = readContent(project)
  const store = createProjectStore(draft?.content ?? saved, loaded.history)
  const library = createAssetLibrary(loaded.addresses, document.assets, loaded.uploads, async () => {
    // Retried once there is an account.
    if (isGuest.get()) throw new Error('a visitor has no files on the server')
    return (await api.listAssets()).assets
  })
  for (const stored of loaded.localFiles) library.put(stored)
  const saveState = createObservable<SaveState>(
    guest ? { status: 'on-device', hasDeviceCopy: true } : { status: 'saved' },
  )
  const isQuestionOpen = createObservable(false)
  const preview = createObservable<PreviewState>({ status: 'loading' })
  const selection = createObservable<Selection | undefined>(undefined)
  const announcement = createObservable('')
  const pictureVersion = createObservable(0)
  const projectName = createObservable(project.name)
  const shownVersion = createObservable<ShownVersion | undefined>(undefined)
  const presentContent = () => shownVersion.get()?.content ?? store.getContent()
  const shape = createObservable(computeShape(document, presentContent()))
  let canvas: HTMLCanvasElement | null = null
  let stagePaint: StagePaint | undefined
  let visitLayer: ((layerId: string) => void) | undefined
  const previewFonts = createPreviewFonts(library)
  const sizedByFile = listSizedByFile(document.layers)
  let shownContent = store.getContent()

  const painting = () => {
    const state = preview.get()
    return state.status === 'ready' ? state.painting : undefined
  }
  const player = createPlayer({
    durationFrames: document.canvas.duration,
    framesPerSecond: framesPerSecond(document.canvas.fps),
    paint(frame) {
      if (!canvas) return
      if (stagePaint) stagePaint(canvas, frame)
      // The poster covers the stage until its photos are loaded.
      else if (stage.state.get() !== 'poster') painting()?.drawFrame(canvas, frame, settling.isRough())
      settling.painted()
      stage.look()
    },
  })
  const settling = createStageSettling(() => player.invalidate())
  function countPicture() {
    pictureVersion.set(pictureVersion.get() + 1)
    stage.look()
  }
  const { pictures, soundtrack } = createMedia({
    projectId,
    library,
    player,
    mayBeSmall: (assetId) => !sizedByFile.has(assetId),
    onArrived(kind) {
      player.invalidate()
      if (kind !== 'picture') return
      painting()?.refresh()
      faceNotes.look()
      countPicture()
    },
    onFailed: countPicture,
  })
  const stage = createStage({ player, pictures, findPainting: painting })
  stage.state.subscribe(() => {
    if (stage.state.get() === 'settled' && painting()?.makeExact()) settling.repaint()
  })
  const faceNotes = createFaceNotes({
    store,
    findPhoto(assetId) {
      const source = pictures.findPhoto(assetId)?.source
      return source instanceof ImageBitmap ? source : undefined
    },
    detect: (photo, assetId) => detectOnce(photo, library.find(assetId)?.file),
  })
  const autosave = createAutosave({
    saved,
    // A draft of an older revision conflicts at its first save, and the customer decides.
    revision: project.revision,
    draftRevision: draft?.revision,
    unanswered: draft?.unanswered,
    isHeld: guest !== undefined,
    async save(content, terms) {
      await claim()
      return api.saveProject(projectId, { ...toSavedContent(content), ...terms })
    },
    keep: (stored) => drafts.keepDraft(projectId, stored),
    storable: (present, known) => withoutLocalFiles(document, present, known),
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
  const historyKeeping = createHistoryStorage(store, (history) => drafts.keepHistory(projectId, history))
  const uploads = createUploads({
    projectId,
    library,
    drafts,
    isHeld: guest !== undefined,
    ...(services.onNotStored && { onNotStored: services.onNotStored }),
    send: sendFile,
    createAsset: api.createAsset,
    watchAsset,
    onArrived(localId, assetId) {
      if (assetId) {
        pictures.rename(localId, assetId)
        forgetLocalFile?.(localId)
      }
      store.rewrite((content) => withFileReplaced(document, content, localId, assetId))
      announcement.set(assetId ? t`Upload complete.` : t`Upload cancelled.`)
    },
    onReady(assetId) {
      // The file now has a server's copy that this browser can decode.
      if (pictures.listFailed().includes(assetId)) pictures.retry(assetId)
    },
  })

  const followDocument = (present: Painting) => {
    soundtrack.setDocument(present.getResolved())
    player.setDuration(present.getResolved().canvas.duration)
  }
  const show = () => {
    const content = presentContent()
    if (content === shownContent) return
    if (content.timeline !== shownContent.timeline) noteAbsentFiles(library, content)
    shownContent = content
    const present = painting()
    present?.setContent(content)
    if (present) followDocument(present)
    const next = computeShape(document, content)
    if (next.width !== shape.get().width || next.height !== shape.get().height) shape.set(next)
    settling.paintSoon()
    stage.show()
    if (present) void moreFonts.load()
  }
  const follow = () => {
    show()
    autosave.changed(store.getContent())
  }
  const loadPainting = async () => {
    const { shaper, fonts } = await previewFonts.load(resolveContent(document, presentContent()))
    const isDraft = stage.state.get() !== 'settled'
    const ready = createPainting({ template: document, content: presentContent(), shaper, fonts, pictures, isDraft })
    preview.set({ status: 'ready', painting: ready })
    followDocument(ready)
    player.seek(player.getFrame())
  }
  const moreFonts = createMoreFonts({
    nameMissing: () => previewFonts.nameMissing(painting()?.getResolved()),
    load: loadPainting,
    onLoading: settling.setLoadingFonts,
  })
  const loadPreview = () => {
    preview.set({ status: 'loading' })
    loadPainting()
      .catch(() => preview.set({ status: 'failed' }))
      .finally(() => settling.setLoadingFonts(false))
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
    const { past, future } = store.getHistory()
    const done = move === 'undo' ? past.at(-1) : future[0]
    if (!done) return
    const fieldId = store[move]()
    const label = done.label ?? document.fields.find(({ id }) => id === fieldId)?.label ?? t`a change`
    const left = (move === 'undo' ? past : future).length - 1
    announcement.set(stepText(move, label, left))
    if (fieldId) select(fieldId, 'control')
  }
  const attaching = createAttaching({
    document,
    store,
    uploads,
    select,
  })
  let closing: (() => void)[] = []
  const close = () => {
    for (const end of closing) end()
    settling.stop()
    faceNotes.stop()
    historyKeeping.flush()
    historyKeeping.stop()
    autosave.stop()
    uploads.stop()
    player.stop()
    soundtrack.stop()
    stage.stop()
    pictures.stop()
  }
  // Runs before any component subscribes, so that texts are laid out again when they are measured.
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
    historyKeeping,
    player,
    pictures,
    soundtrack,
    saveState,
    isGuest,
    isQuestionOpen,
    isHelpOpen: createObservable(false),
    exportRequested: createNotifier(),
    preview,
    isStageBusy: settling.isBusy,
    stage: stage.state,
    shape,
    projectName,
    shownVersion,
    selection,
    announcement,
    pictureVersion,
    setStagePaint(next) {
      stagePaint = next
      player.invalidate()
    },
    setCanvas(next) {
      canvas = next
      if (canvas) player.invalidate()
    },
    repaint: settling.repaint,
    change: (fieldId, value, group) => store.change({ fieldId, value, ...(group === undefined ? {} : { group }) }),
    setAspect: (aspect) => pickShape(store, document, aspect),
    ...createVersionViewing({ shownVersion, autosave, store, announcement, show }),
    async takeNewer(name) {
      // A version cannot refer to a file that only this device has.
      await uploads.whenSent()
      await projectApi.saveVersion(projectId, {
        name,
        content: toSavedContent(withoutLocalFiles(document, store.getContent(), saved)),
      })
      loadNewer(autosave, store)
    },
    visit: (layerId) => visitLayer?.(layerId),
    canVisit: () => visitLayer !== undefined,
    onVisit(visit) {
      visitLayer = visit
      return () => {
        visitLayer = undefined
      }
    },
    select,
    undo: () => step('undo'),
    redo: () => step('redo'),
    attachFile: attaching.attachFile,
    // Several files start with the first empty field, regardless of the selection.
    attachFiles: (files, fieldId) =>
      attaching.attachFiles(files, files.length > 1 ? [fieldId] : [fieldId, selection.get()?.fieldId]),
    retryPreview: loadPreview,
    join() {
      if (!isGuest.get()) return
      isGuest.set(false)
      autosave.release()
      uploads.release()
    },
    open() {
      drafts.open()
      for (const file of loaded.storedFiles) uploads.resume(file)
      for (const asset of loaded.uploads) if (isUnderWay(asset.status)) uploads.follow(asset)
      findFiles(document, store, library)
      if (draft) autosave.changed(store.getContent())
      player.seek(document.output?.poster?.frame ?? 0)
      closing = [player.onTransport(() => pictures.setPlaying(player.getTransport().isPlaying))]
      loadPreview()
    },
    close,
    handOver() {
      autosave.handOver()
      historyKeeping.stop()
      close()
    },
  }
}

/** The announcement of an undo step. The number makes repeated steps different sentences, so that each is read out. */
function stepText(move: 'undo' | 'redo', label: string, left: number): string {
  return move === 'undo'
    ? t`Undone: ${label}; ${plural(left, { 0: 'nothing more to undo', other: `${left} more to undo` })}.`
    : t`Redone: ${label}; ${plural(left, { 0: 'nothing more to redo', other: `${left} more to redo` })}.`
}

function createFieldMedia({ library, player, onArrived, onFailed, mayBeSmall }: MediaNeeds): EditorMedia {
  return {
    pictures: createPictures({ library, onArrived, onFailed, mayBeSmall }),
    soundtrack: createSoundtrack(player, library),
  }
}
