// The switch between the editors of a project: form, canvas and timeline.
import { t } from '@lingui/core/macro'
import { findMainPlaces } from '@vitrine/document/main-place'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Film from 'lucide-react/icons/film'
import ListChecks from 'lucide-react/icons/list-checks'
import Shapes from 'lucide-react/icons/shapes'
import { type ComponentType, type MouseEvent, useId, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { editorPath } from '../../api/template-kind.ts'
import { classNames } from '../../ui/class-names.ts'
import { useEditor } from '../model/editor-context.tsx'
import type { EditorModel } from '../model/editor-model.ts'

interface Mode {
  name: string
  title: string
  path: string
  Icon: ComponentType<{ 'aria-hidden': 'true'; size: number; className?: string }>
}

/** The editors that can open a project of the template. */
export function listModes(
  { template, document }: Pick<EditorModel, 'template' | 'document'>,
  pathname: string,
): Mode[] {
  const { templateId, kind } = template
  const timeline = `/template/${templateId}/direct-upload`
  const hasTimeline = kind === 'video' && (findMainPlaces(document).length > 0 || pathname === timeline)
  return [
    { name: t`Customise`, title: t`Fill in the template`, path: editorPath(template), Icon: ListChecks },
    { name: t`Design`, title: t`Move and add anything on the canvas`, path: `/${templateId}-template`, Icon: Shapes },
    ...(hasTimeline
      ? [{ name: t`Timeline`, title: t`Edit your own clips on the timeline`, path: timeline, Icon: Film }]
      : []),
  ]
}

/** How long switching to another editor waits for the last save; the change is stored on the device in any case. */
const PATIENCE_MS = 3000

/** On desktops the modes are next to each other, on phones in a menu of the current one. */
export function ModeSwitch() {
  const model = useEditor()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const modes = listModes(model, pathname)
  const present = modes.find(({ path }) => path === pathname) ?? modes[1]
  if (!present || modes.length < 2) return null
  const { name } = present
  const go = (event: MouseEvent, path: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
    const saved = model.autosave.flush().catch(() => undefined)
    void Promise.race([saved, patience]).then(() => navigate(path))
  }
  const links = (look: (isPresent: boolean) => string) =>
    modes.map((mode) => {
      const path = `${mode.path}?project=${model.projectId}`
      const isPresent = mode === present
      return (
        <Link
          key={mode.name}
          to={path}
          title={mode.title}
          aria-current={isPresent ? 'page' : undefined}
          onClick={(event) => (isPresent ? event.preventDefault() : go(event, path))}
          className={look(isPresent)}
        >
          <mode.Icon aria-hidden="true" size={16} className="shrink-0" />
          <span>{mode.name}</span>
        </Link>
      )
    })
  return (
    <nav aria-label={t`Editor`} className="shrink-0">
      <div className="flex gap-0.5 rounded-control bg-well p-0.5 max-lg:hidden">
        {links((isPresent) =>
          classNames(
            'flex h-10 items-center gap-1.5 rounded-control px-3 text-caption transition-colors',
            isPresent ? 'bg-raised font-medium text-ink' : 'text-muted hover:text-ink',
          ),
        )}
      </div>
      <button
        type="button"
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-label={t`Editor: ${name}`}
        className="flex h-11 min-w-11 items-center justify-center gap-0.5 rounded-control hover:bg-well lg:hidden"
      >
        <present.Icon aria-hidden="true" size={20} />
        <ChevronDown aria-hidden="true" size={14} className="text-muted" />
      </button>
      <div
        id={id}
        popover="auto"
        onToggle={(event) => setIsOpen(event.newState === 'open')}
        className="inset-auto end-3 top-14 m-0 min-w-48 flex-col rounded-card border border-line bg-raised p-1 text-ink shadow-float scheme-dark open:flex"
      >
        {links((isPresent) =>
          classNames(
            'flex h-12 items-center gap-3 rounded-control px-3 hover:bg-well',
            isPresent && 'font-medium text-marigold-bright',
          ),
        )}
      </div>
    </nav>
  )
}
