// Owns where the panels of the canvas editor stand: in columns beside the stage on a desk, in sheets below it on a phone.
import History from 'lucide-react/icons/history'
import Layers from 'lucide-react/icons/layers'
import Plus from 'lucide-react/icons/plus'
import Sliders from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { HistoryButtons } from '../top-bar.tsx'
import { useCanvas } from './canvas-context.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { LayerPanel } from './layers/layer-panel.tsx'
import { PropertyPanel } from './properties/property-panel.tsx'
import { ToolPanel } from './tools/tool-panel.tsx'

/** As wide as the grid of canvas.css needs to be for columns. */
const wide = '(width >= 52rem)'

export function CanvasPanels() {
  const subscribe = (listener: () => void) => {
    const query = matchMedia(wide)
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
  return isWide ? <Columns /> : <Sheets />
}

function Columns() {
  const [open, setOpen] = useState<'layers' | 'history'>('layers')
  const id = useId()
  const tab = (name: 'layers' | 'history', words: string) => (
    <button
      type="button"
      role="tab"
      id={`${id}-${name}`}
      aria-selected={open === name}
      aria-controls={`${id}-panel`}
      tabIndex={open === name ? 0 : -1}
      onClick={() => setOpen(name)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        const next = name === 'layers' ? 'history' : 'layers'
        setOpen(next)
        document.getElementById(`${id}-${next}`)?.focus()
      }}
      className={classNames(
        'h-11 border-b-2 px-1 text-caption font-medium',
        open === name ? 'border-marigold' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {words}
    </button>
  )
  return (
    <>
      <div className="min-h-0 overflow-hidden border-r border-line bg-raised [grid-area:tools]">
        <ToolPanel />
      </div>
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,3fr)_minmax(0,2fr)] overflow-hidden border-l border-line bg-raised [grid-area:side]">
        <div className="min-h-0">
          <PropertyPanel />
        </div>
        <div className="flex min-h-0 flex-col border-t border-line">
          <div role="tablist" aria-label="Layers and history" className="flex gap-5 border-b border-line px-4">
            {tab('layers', 'Layers')}
            {tab('history', 'History')}
          </div>
          <div
            role="tabpanel"
            id={`${id}-panel`}
            aria-labelledby={`${id}-${open}`}
            className="flex min-h-0 flex-1 flex-col pt-1"
          >
            {open === 'layers' ? <LayerPanel /> : <HistoryPanel />}
          </div>
        </div>
      </div>
    </>
  )
}

type SheetName = 'add' | 'edit' | 'layers' | 'history'

const sheets: readonly { name: SheetName; words: string; Icon: typeof Plus; panel: () => ReactNode }[] = [
  { name: 'add', words: 'Add', Icon: Plus, panel: () => <ToolPanel /> },
  { name: 'edit', words: 'Edit', Icon: Sliders, panel: () => <PropertyPanel /> },
  { name: 'layers', words: 'Layers', Icon: Layers, panel: () => <LayerPanel /> },
  { name: 'history', words: 'History', Icon: History, panel: () => <HistoryPanel /> },
]

/** A sheet pushes the stage up instead of covering it: what is changed stays in sight. */
function Sheets() {
  // The bar of a film's time has the two buttons.
  const { editor } = useCanvas()
  const isStill = editor.document.canvas.duration === 1
  const [open, setOpen] = useState<SheetName>()
  const id = useId()
  useEffect(
    // What is asked for elsewhere, such as a field that is still empty, is filled in under Add.
    () => editor.selection.subscribe(() => editor.selection.get()?.from === 'picture' && setOpen('add')),
    [editor],
  )
  const shown = sheets.find(({ name }) => name === open)
  return (
    <div className="flex min-w-0 flex-col border-t border-line bg-raised [grid-area:nav]">
      {shown && (
        <div
          id={`${id}-sheet`}
          className="canvas-sheet flex min-h-0 flex-col overflow-hidden border-b border-line pt-1"
        >
          {shown.panel()}
        </div>
      )}
      <nav aria-label="Panels" className="flex items-center pb-[env(safe-area-inset-bottom)]">
        {sheets.map(({ name, words, Icon }) => (
          <button
            key={name}
            type="button"
            aria-expanded={open === name}
            aria-controls={open === name ? `${id}-sheet` : undefined}
            onClick={() => setOpen(open === name ? undefined : name)}
            className={classNames(
              'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-caption',
              open === name ? 'text-marigold' : 'text-muted',
            )}
          >
            <Icon aria-hidden="true" size={20} />
            {words}
          </button>
        ))}
        {isStill && <HistoryButtons />}
      </nav>
    </div>
  )
}
