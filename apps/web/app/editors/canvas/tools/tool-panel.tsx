// Owns the panel with what can be put on the canvas, and the fields of the template for those who only want to fill in.

import Images from 'lucide-react/icons/images'
import ListChecks from 'lucide-react/icons/list-checks'
import Shapes from 'lucide-react/icons/shapes'
import Sticker from 'lucide-react/icons/sticker'
import Type from 'lucide-react/icons/type'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { FieldForm } from '../../fields/field-panel.tsx'
import { useAskedForField } from '../../panel-places.tsx'
import { useCanvas } from '../canvas-context.tsx'
import { StickerTools } from '../stickers/sticker-tools.tsx'
import { OwnerTools } from './owner-tools.tsx'
import { PhotoTools } from './photo-tools.tsx'
import { ShapeTools } from './shape-tools.tsx'
import { TextTools } from './text-tools.tsx'

const tools = [
  { name: 'fields', label: 'Template', icon: ListChecks, panel: FieldForm },
  { name: 'text', label: 'Text', icon: Type, panel: TextTools },
  { name: 'shapes', label: 'Shapes', icon: Shapes, panel: ShapeTools },
  { name: 'stickers', label: 'Stickers', icon: Sticker, panel: StickerTools },
  { name: 'photos', label: 'Photos', icon: Images, panel: PhotoTools },
] as const

type ToolName = (typeof tools)[number]['name']

/** Fills its slot; the open tool scrolls itself. */
export function ToolPanel() {
  const { editor } = useCanvas()
  const [open, setOpen] = useState<ToolName>(editor.document.fields.length > 0 ? 'fields' : 'text')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useAskedForField(editor, () => setOpen('fields'))
  const move = (event: KeyboardEvent) => {
    const present = tools.findIndex(({ name }) => name === open)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next =
      step !== undefined
        ? (present + step + tools.length) % tools.length
        : { Home: 0, End: tools.length - 1 }[event.key]
    const tool = next === undefined ? undefined : tools[next]
    if (next === undefined || !tool) return
    event.preventDefault()
    event.stopPropagation()
    setOpen(tool.name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  const Panel = tools.find(({ name }) => name === open)?.panel ?? FieldForm
  return (
    <section aria-label="Add and fill in" className="flex h-full min-h-0 flex-col">
      <OwnerTools />
      <div ref={list} role="tablist" aria-label="Tools" onKeyDown={move} className="flex shrink-0 border-b border-line">
        {tools.map(({ name, label, icon: Icon }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === open}
            aria-controls={name === open ? `${id}-panel` : undefined}
            tabIndex={name === open ? 0 : -1}
            onClick={() => setOpen(name)}
            className={classNames(
              'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 border-b-2 text-caption -outline-offset-2 transition-colors',
              name === open ? 'border-marigold text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            <Icon aria-hidden="true" size={18} />
            <span className="w-full truncate px-0.5 text-center">{label}</span>
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${open}`}
        className="flex min-h-0 flex-1 flex-col"
      >
        <Panel />
      </div>
    </section>
  )
}
