// Owns where the panels of the video editor stand: beside the stage on a desk, in sheets above the bottom bar on a phone.
import Film from 'lucide-react/icons/film'
import Plus from 'lucide-react/icons/plus'
import Sliders from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { HistoryPanel } from '../canvas/history-panel.tsx'
import { PropertyPanel } from '../canvas/properties/property-panel.tsx'
import { ToolPanel } from '../canvas/tools/tool-panel.tsx'
import { useObservable } from '../observable.ts'
import { MediaPanel } from './panels/media-panel.tsx'
import { PartPanel } from './panels/part-panel.tsx'
import { useVideo } from './video-context.tsx'

/** As wide as the grid of video.css needs to be for columns. */
const wide = '(width >= 52rem)'

export function VideoPanels() {
  const subscribe = (listener: () => void) => {
    const query = matchMedia(wide)
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
  return isWide ? <Columns /> : <Sheets />
}

const sources = [
  { name: 'media', words: 'Media', panel: () => <MediaPanel /> },
  { name: 'add', words: 'Text, template', panel: () => <ToolPanel /> },
  { name: 'history', words: 'History', panel: () => <HistoryPanel /> },
] as const

function Columns() {
  const [open, setOpen] = useState<(typeof sources)[number]['name']>('media')
  const { model } = useVideo()
  const id = useId()
  useEffect(
    // A field that is touched on the picture or the timeline is filled in beside it.
    () => model.editor.selection.subscribe(() => model.editor.selection.get()?.from === 'picture' && setOpen('add')),
    [model],
  )
  const shown = sources.find(({ name }) => name === open) ?? sources[0]
  return (
    <>
      <div className="flex min-h-0 flex-col overflow-hidden border-r border-line bg-raised [grid-area:tools]">
        <div role="tablist" aria-label="What you can use" className="flex gap-5 border-b border-line px-4">
          {sources.map(({ name, words }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={open === name}
              aria-controls={open === name ? `${id}-panel` : undefined}
              tabIndex={open === name ? 0 : -1}
              onClick={() => setOpen(name)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
                event.preventDefault()
                event.stopPropagation()
                const step = event.key === 'ArrowRight' ? 1 : sources.length - 1
                const at = sources.findIndex((one) => one.name === name)
                const next = sources[(at + step) % sources.length]?.name ?? name
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
          ))}
        </div>
        <div
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${open}`}
          className="flex min-h-0 flex-1 flex-col"
        >
          {shown.panel()}
        </div>
      </div>
      <div className="min-h-0 overflow-y-auto border-l border-line bg-raised [grid-area:side]">
        <Selected />
      </div>
    </>
  )
}

/** The form of what is selected: parts of the timeline, else layers over the film. */
function Selected() {
  const { model } = useVideo()
  const chosen = useObservable(model.selection)
  return chosen.size > 0 ? <PartPanel /> : <PropertyPanel />
}

type SheetName = 'media' | 'add' | 'edit'

const sheets: readonly { name: SheetName; words: string; Icon: typeof Plus; panel: () => ReactNode }[] = [
  { name: 'media', words: 'Media', Icon: Film, panel: () => <MediaPanel /> },
  { name: 'add', words: 'Add', Icon: Plus, panel: () => <ToolPanel /> },
  { name: 'edit', words: 'Edit', Icon: Sliders, panel: () => <Selected /> },
]

/** A sheet takes the timeline's place: the picture stays in sight. */
function Sheets() {
  const [open, setOpen] = useState<SheetName>()
  const id = useId()
  const shown = sheets.find(({ name }) => name === open)
  return (
    <div className="flex min-w-0 flex-col border-t border-line bg-raised [grid-area:nav]">
      {shown && (
        <section
          id={`${id}-sheet`}
          aria-label={shown.words}
          className="video-sheet flex min-h-0 flex-col overflow-y-auto border-b border-line"
        >
          {shown.panel()}
        </section>
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
      </nav>
    </div>
  )
}
