// The page /{templateId}, with or without '-template' at the end: the canvas editor of a template, or a redirect home for
// an unknown id.
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import History from 'lucide-react/icons/history'
import Layers from 'lucide-react/icons/layers'
import Plus from 'lucide-react/icons/plus'
import Sliders from 'lucide-react/icons/sliders-horizontal'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type RouterContextProvider, redirect } from 'react-router'
import { ApiResponseError } from '../../../api/api.ts'
import { createApi } from '../../../api/member-api.ts'
import { hostContext } from '../../../api/page-request.ts'
import { persisted } from '../../../api/persisted.ts'
import { templatePath } from '../../../api/template-kind.ts'
import { type MetaMatches, pageMeta } from '../../../ui/page-meta.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { ShortcutHelp } from '../../actions/shortcut-help.tsx'
import type { EditorModel } from '../../model/editor-model.ts'
import { OpenEditor, useEditorLoading } from '../../shell/editor-page.tsx'
import { EditorFailed, EditorOpening, editorLinks, OpeningPoster, readPoster } from '../../shell/editor-states.tsx'
import { PanelSheets, PanelTabs, type SheetPanel, type TabbedPanel } from '../../shell/panel-places.tsx'
import { HistoryButtons } from '../../shell/top-bar.tsx'
import { canvasActions } from './actions/canvas-actions.tsx'
import { CanvasEditor } from './canvas-editor.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { LayerPanel } from './layers/layer-panel.tsx'
import { useCanvas, useSelection } from './model/canvas-context.tsx'
import { DocumentPanel } from './properties/document-panel.tsx'
import { PropertyPanel } from './properties/property-panel.tsx'
import { ToolPanel } from './tools/tool-panel.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Edit the design`,
    description: t`Move, change and add anything in a template.`,
    isPrivate: true,
  })
}

type Args = { params: { templateId?: string | undefined }; request: Request; context: Readonly<RouterContextProvider> }

/** The characters of template ids; other unknown paths are not worth a request. */
const templateIdPattern = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,99}$/u
const suffix = /-template$/

/**
 * Returns the poster. Unknown paths redirect home, and ready-made videos to their page, because they cannot be edited.
 */
export async function loader({ params, request, context }: Args) {
  const path = params.templateId ?? ''
  const templateId = path.replace(suffix, '')
  const isEditorPath = suffix.test(path)
  if (!templateIdPattern.test(templateId)) return redirect('/')
  const api = createApi(context.get(hostContext).transport)
  const template = await api.getTemplate(templateId).catch((error: unknown) => {
    const isMissing = error instanceof ApiResponseError && error.status === 404
    // The editor reports an unreachable server; only an unknown template redirects home.
    return isMissing ? undefined : null
  })
  if (template === undefined && !isEditorPath) return redirect('/')
  if (template?.kind === 'direct-sell') return redirect(templatePath(template))
  return template && readPoster(api, template, request)
}

export const links = editorLinks

export default function CanvasPage() {
  const { loaded, error, retry } = useEditorLoading()
  if (!loaded) return error ? <EditorFailed error={error} kind="video" onRetry={retry} /> : <Opening />
  return <OpenEditor loaded={loaded} editor={Editor} opening={<Opening />} />
}

function Opening() {
  return (
    <EditorOpening grid="canvas-grid">
      <div className="flex flex-col gap-3 border-e border-line bg-raised p-4 [grid-area:tools] max-md:hidden">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
      <div className="flex items-center justify-center bg-well p-8 [grid-area:stage]">
        <OpeningPoster className="aspect-[4/5] h-full max-h-[40rem] max-w-full" />
      </div>
      <div className="flex flex-col gap-3 border-s border-line bg-raised p-4 [grid-area:side] max-md:hidden">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
      <div className="h-14 border-t border-line bg-raised [grid-area:foot]" />
    </EditorOpening>
  )
}

function Editor({ model }: { model: EditorModel }) {
  return <CanvasEditor model={model} grid="canvas-grid" Panels={CanvasPanels} Help={CanvasHelp} />
}

function CanvasHelp(props: { isOpen: boolean; onClose: () => void }) {
  const { editor } = useCanvas()
  return (
    <ShortcutHelp actions={canvasActions} hasTime={editor.document.canvas.duration > 1} {...props}>
      <li>
        <Trans>Click a layer to select it, drag to move it. Alt-click selects the layer below.</Trans>
      </li>
      <li>
        <Trans>Drag on an empty area to select several layers; hold Shift to add to the selection.</Trans>
      </li>
      <li>
        <Trans>Double-click to edit a text, crop a photo or enter a group.</Trans>
      </li>
      <li>
        <Trans>
          While dragging, Shift moves in a straight line, rotates in steps of 15° and resizes without keeping
          proportions, Alt resizes from the centre, and Ctrl turns snapping off. Alt-drag makes a copy.
        </Trans>
      </li>
      <li>
        <Trans>Two fingers on the selection rotate and resize it; anywhere else they pan and zoom.</Trans>
      </li>
      <li>
        <Trans>Paste or drop images and text from other apps.</Trans>
      </li>
      <li>
        <Trans>
          In the Layers panel, arrow keys move between layers, Shift selects a range, Ctrl adds one layer, Alt with
          arrow keys reorders a layer, and F2 renames it.
        </Trans>
      </li>
    </ShortcutHelp>
  )
}

type TabName = 'layers' | 'history'

const tabs: readonly TabbedPanel<TabName>[] = [
  { name: 'layers', title: msg`Layers`, panel: LayerPanel },
  { name: 'history', title: msg`History`, panel: HistoryPanel },
]

const sheets: readonly SheetPanel[] = [
  { name: 'add', title: msg`Add`, Icon: Plus, panel: ToolPanel },
  { name: 'edit', title: msg`Edit`, Icon: Sliders, panel: Properties },
  { name: 'layers', title: msg`Layers`, Icon: Layers, panel: LayerPanel },
  { name: 'history', title: msg`History`, Icon: History, panel: HistoryPanel },
]

/** Columns next to the stage on wide screens, sheets below it on phones. */
function CanvasPanels() {
  const { editor, requestedPanel } = useCanvas()
  if (useIsWide()) return <Columns />
  // A video has the two buttons in its transport bar.
  const buttons = editor.document.canvas.duration === 1 && <HistoryButtons />
  return (
    <PanelSheets
      editor={editor}
      sheets={sheets}
      fieldSheet="add"
      requestedSheet={requestedPanel}
      sheetClass="canvas-sheet overflow-hidden"
      buttons={buttons}
    />
  )
}

function Columns() {
  const [open, setOpen] = useState<TabName>('layers')
  const side = useRef<HTMLDivElement>(null)
  const { share, separator } = useSplit(side, 'canvas-side-share')
  return (
    <>
      <div className="min-h-0 overflow-hidden border-e border-line bg-raised [grid-area:tools]">
        <ToolPanel />
      </div>
      <div
        ref={side}
        className="grid min-h-0 grid-cols-[minmax(0,1fr)] overflow-hidden border-s border-line bg-raised [grid-area:side]"
        style={{ gridTemplateRows: `minmax(0,${1 - share}fr) auto minmax(0,${share}fr)` }}
      >
        <div className="min-h-0">
          <Properties />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is no hr. */}
        <div
          role="separator"
          aria-label={t`Resize the Layers panel`}
          aria-orientation="horizontal"
          className="h-2 cursor-row-resize touch-none border-t border-line hover:bg-well focus-visible:bg-well"
          {...separator}
        />
        <div className="flex min-h-0 flex-col">
          <PanelTabs label={t`Layers and history`} tabs={tabs} open={open} onOpen={setOpen} />
        </div>
      </div>
    </>
  )
}

/** The properties of the selection, else of the whole design. */
function Properties() {
  return useSelection().length > 0 ? <PropertyPanel /> : <DocumentPanel />
}

const SHARE = { min: 0.1, max: 0.75, start: 0.3, step: 0.05 }

const storedShare = (name: string) =>
  persisted(name, (value) => {
    const share = Number(value)
    return share >= SHARE.min && share <= SHARE.max ? share : undefined
  })

/**
 * The lower panel's share of a column, stored on this device under `name`, and the props of the divider, which is
 * dragged or moved by keys.
 */
function useSplit(column: RefObject<HTMLElement | null>, name: string) {
  const [share, setShare] = useState(SHARE.start)
  /** The position that a cancelled drag restores. */
  const start = useRef(share)
  useEffect(() => {
    const stored = storedShare(name).read()
    if (stored !== undefined) setShare(stored)
  }, [name])
  const put = (next: number) => {
    const limited = Math.round(Math.min(SHARE.max, Math.max(SHARE.min, next)) * 100) / 100
    setShare(limited)
    storedShare(name).write(limited)
  }
  return {
    share,
    separator: {
      tabIndex: 0,
      'aria-valuenow': Math.round(share * 100),
      'aria-valuemin': SHARE.min * 100,
      'aria-valuemax': SHARE.max * 100,
      onPointerDown(event: PointerEvent) {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = share
      },
      onPointerCancel: () => put(start.current),
      onPointerMove(event: PointerEvent) {
        const box = column.current?.getBoundingClientRect()
        if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
        put((box.bottom - event.clientY) / box.height)
      },
      onDoubleClick: () => put(SHARE.start),
      onKeyDown(event: KeyboardEvent) {
        const way = { ArrowUp: 1, ArrowDown: -1 }[event.key]
        if (way === undefined) return
        event.preventDefault()
        event.stopPropagation()
        put(share + way * SHARE.step)
      },
    },
  }
}
