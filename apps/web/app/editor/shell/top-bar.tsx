// The bar above the stage: back, project name, save status, the switch between the editors, and the export button.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { findMainPlaces } from '@vitrine/document/main-place'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CloudOff from 'lucide-react/icons/cloud-off'
import Film from 'lucide-react/icons/film'
import ListChecks from 'lucide-react/icons/list-checks'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Shapes from 'lucide-react/icons/shapes'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ComponentType, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useObservable } from '../../api/observable.ts'
import { useSessionFact } from '../../api/session.ts'
import { editorPath } from '../../api/template-kind.ts'
import { askForAccount } from '../../features/sign-in/account-request.tsx'
import { i18n } from '../../language/i18n.ts'
import { PlainButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ActionButtons } from '../actions/action-button.tsx'
import { generalActions } from '../model/editor-actions.tsx'
import { useActionModel, useEditor, useUploads } from '../model/editor-context.tsx'
import type { EditorModel } from '../model/editor-model.ts'
import type { SaveState } from '../project/autosave.ts'
import { ProjectButton } from '../versions/project-sheet.tsx'

/** `children` are the buttons at the end. */
export function TopBar({ children }: { children: ReactNode }) {
  const { templateId, templateName } = useEditor().template
  return (
    <header className="flex h-14 items-center gap-1 border-b border-line bg-raised ps-1 pe-3 [grid-area:bar] md:gap-2">
      <Link
        to={`/template/${templateId}`}
        aria-label={t`Back to ${templateName}`}
        title={t`Back`}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-control transition-colors hover:bg-well"
      >
        <ArrowLeft aria-hidden="true" size={20} />
      </Link>
      <ProjectButton>
        <SaveMark />
      </ProjectButton>
      <ModeSwitch />
      <div className="hidden md:flex">
        <HistoryButtons />
      </div>
      {children}
    </header>
  )
}

/** Undo and redo; on phones they are below the picture, within reach of the thumb. */
export function HistoryButtons() {
  return <ActionButtons actions={generalActions} of="history" model={useActionModel()} />
}

interface Mark {
  Icon: typeof Check
  label: MessageDescriptor
  tone: string
  /** Replaces the label where there is little room. */
  short?: MessageDescriptor
}

const marks: Record<SaveState['status'], Mark> = {
  saved: { Icon: Check, label: msg`Saved`, tone: 'text-muted' },
  'on-device': { Icon: Check, label: msg`Saved on this device`, short: msg`Saved`, tone: 'text-muted' },
  unsaved: { Icon: LoaderCircle, label: msg`Saving…`, tone: 'text-muted' },
  saving: { Icon: LoaderCircle, label: msg`Saving…`, tone: 'text-muted' },
  offline: { Icon: CloudOff, label: msg`Offline, kept on this device`, short: msg`Offline`, tone: 'text-warn' },
  conflict: {
    Icon: TriangleAlert,
    label: msg`Edited on another device`,
    short: msg`Two versions`,
    tone: 'text-warn',
  },
  refused: { Icon: TriangleAlert, label: msg`Not saved`, tone: 'text-bad' },
}

/** This device has no copy either: it is full, or stores nothing for this site. */
const notStored: Mark = { Icon: CloudOff, label: msg`Offline, not saved`, short: msg`Not saved`, tone: 'text-bad' }
const signedOut: Mark = {
  Icon: CloudOff,
  label: msg`Signed out, kept on this device`,
  short: msg`Signed out`,
  tone: 'text-warn',
}
const notOnDevice: Mark = {
  Icon: TriangleAlert,
  label: msg`Not saved on this device`,
  short: msg`Not saved`,
  tone: 'text-bad',
}

/** The project is on the server, but some of its files are not. */
const uploading: Mark = { Icon: LoaderCircle, label: msg`Uploading…`, tone: 'text-muted' }

function chooseMark(state: SaveState, isUploading: boolean): Mark {
  if (state.status === 'saved' && isUploading) return uploading
  if (state.status === 'offline' && !state.hasDeviceCopy) return notStored
  return state.status === 'on-device' && !state.hasDeviceCopy ? notOnDevice : marks[state.status]
}

/** Why a customer is asked to sign in again after the session has ended. */
export const storedWorkReason = (): string => t`Your changes are kept on this device and saved as soon as you sign in.`

function SaveMark() {
  const { saveState, autosave, isQuestionOpen, isGuest } = useEditor()
  const state = useObservable(saveState)
  const isVisitors = useObservable(isGuest)
  const isUploading = useUploads().some(({ stage, error, canRetry }) => stage === 'sending' && (!error || canRetry))
  const isSignedOut = useSessionFact(({ status }) => status === 'signed-out')
  const isWaiting = isSignedOut && !isVisitors && state.status === 'offline'
  const { Icon, label, tone, short } = isWaiting && state.hasDeviceCopy ? signedOut : chooseMark(state, isUploading)
  const press = () => {
    if (state.status === 'conflict') isQuestionOpen.set(true)
    else if (isWaiting) void askForAccount(storedWorkReason())
    else void autosave.flush()
  }
  const look = classNames('flex min-w-0 items-center gap-1.5 text-caption whitespace-nowrap', tone)
  const content = (
    <>
      <Icon aria-hidden="true" size={14} className="shrink-0" />
      {short && <span className="truncate md:hidden">{i18n._(short)}</span>}
      <span className={classNames('truncate', short && 'max-md:hidden')}>{i18n._(label)}</span>
    </>
  )
  return (
    // Saving is normal; only exceptions are worth interrupting a screen reader.
    <div
      role="status"
      aria-live={state.status === 'unsaved' || state.status === 'saving' ? 'off' : 'polite'}
      className="min-w-0"
    >
      {state.status === 'offline' || state.status === 'refused' || state.status === 'conflict' ? (
        <PlainButton
          title={state.status === 'conflict' ? t`Choose which version to keep` : t`Try again now`}
          onClick={press}
          className={classNames(look, 'max-w-full underline')}
        >
          {content}
        </PlainButton>
      ) : (
        <p className={look}>{content}</p>
      )}
    </div>
  )
}

interface Mode {
  name: string
  title: string
  path: string
  Icon: ComponentType<{ 'aria-hidden': 'true'; size: number; className?: string }>
}

/** The editors that can open a project of the template. */
function listModes({ template, document }: Pick<EditorModel, 'template' | 'document'>, pathname: string): Mode[] {
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
function ModeSwitch() {
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
