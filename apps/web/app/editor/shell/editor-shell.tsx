// What the layouts of all editors share: the grid with the bar, the help and export dialogs, and the handling of
// leaving.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react'
import { useObservable } from '../../api/observable.ts'
import { useRegion } from '../../api/root-data.ts'
import { findToken, watchToken } from '../../api/token.ts'
import { askForAccount } from '../../features/sign-in/account-request.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { askBeforeClosing } from '../../ui/leave-guard.tsx'
import { creditsText, templateCredits } from '../../ui/money.ts'
import { useToast } from '../../ui/toast.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import { openHelp } from '../model/editor-actions.tsx'
import { useActionModel, useEditor } from '../model/editor-context.tsx'
import type { EditorModel } from '../model/editor-model.ts'
import type { SaveState } from '../project/autosave.ts'
import { momentText } from '../project/version-label.ts'
import { storedWorkReason, TopBar } from './top-bar.tsx'

/** The state of an open editor for `EditorGrid`. */
export function useEditorShell(model: EditorModel) {
  const grid = useRef<HTMLElement>(null)
  const isHelpOpen = useObservable(model.isHelpOpen)
  const [isExportOpen, setIsExportOpen] = useState(false)
  useLeaving(model)
  useVisibleHeight(grid)
  const credits = templateCredits(model.template, useRegion())
  const openExport = async () => {
    const price = creditsText(credits)
    const reason = credits === 0 ? t`Exporting this template is free.` : t`Exporting this template costs ${price}.`
    // After signing in, the editor continues where it was.
    if (await askForAccount(`${reason} ${t`Your work stays as it is.`}`)) setIsExportOpen(true)
  }
  const latest = useRef(openExport)
  latest.current = openExport
  useEffect(() => model.exportRequested.subscribe(() => void latest.current()), [model])
  return {
    grid,
    help: { isOpen: isHelpOpen, onClose: () => model.isHelpOpen.set(false) },
    exporting: {
      isOpen: isExportOpen,
      onOpen: (isOpen: boolean) => (isOpen ? void openExport() : setIsExportOpen(false)),
    },
  }
}

type EditorShell = ReturnType<typeof useEditorShell>

interface EditorGridProps extends ComponentProps<'main'> {
  shell: EditorShell
  /** The button of the export, with its dialog. */
  Export: ComponentType<EditorShell['exporting']>
  /** The help dialog, which adds a button to the bar. */
  Help?: ComponentType<EditorShell['help']>
}

/**
 * The bar, below it the children in the areas that `className` names, and the dialogs and announcements of every
 * editor. Bars and panels follow the direction of the language; pictures, playback and timelines run from left to right
 * in every language (`dir="ltr"`).
 */
export function EditorGrid({ shell, Export, Help, className, children, ...handlers }: EditorGridProps) {
  const model = useActionModel()
  return (
    <main
      ref={shell.grid}
      className={`${className} relative grid overflow-clip bg-paper text-ink scheme-dark`}
      {...handlers}
    >
      <TopBar>
        {Help && <ActionButton action={openHelp} model={model} />}
        <Export {...shell.exporting} />
      </TopBar>
      {children}
      <ConflictDialog />
      {Help && <Help {...shell.help} />}
      <Announcements />
    </main>
  )
}

function Announcements() {
  const text = useObservable(useEditor().announcement)
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

/**
 * Saves when the page is hidden, warns before it is closed with unsaved changes, and explains when the session ends:
 * the editor stays open, and saves after the next sign-in.
 */
function useLeaving(model: EditorModel) {
  const showToast = useToast()
  useEffect(
    () =>
      watchToken(() => {
        if (findToken() !== undefined || model.isGuest.get()) return
        const text = t`You have been signed out. Your changes are kept on this device: sign in to continue.`
        const signIn = { label: t`Sign In`, run: () => void askForAccount(storedWorkReason()) }
        showToast('error', text, { durationMs: 8000, action: signIn })
      }),
    [showToast, model],
  )
  useEffect(() => {
    const { autosave, historyKeeping, uploads } = model
    const online = () => {
      save()
      uploads.retryPassing()
    }
    const save = () => {
      const { status } = autosave.getState()
      if (status === 'unsaved' || status === 'offline') void autosave.flush()
    }
    const hide = () => {
      if (document.visibilityState !== 'hidden') return
      historyKeeping.flush()
      save()
    }
    const isStored = (state: SaveState) =>
      state.status === 'saved' || (state.status === 'on-device' && state.hasDeviceCopy)
    const isSaved = () => isStored(autosave.getState()) && uploads.list().every(({ error }) => error !== undefined)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('online', online)
    // The next session sends the changes since the last one ended.
    const stopWatching = watchToken(() => {
      if (findToken() !== undefined) online()
    })
    const stopAsking = askBeforeClosing(() => !isSaved())
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('online', online)
      stopWatching()
      stopAsking()
    }
  }, [model])
}

/** An on-screen keyboard leaves less than this share of the height. */
const uncovered = 0.75

/**
 * A phone's keyboard covers the page without a resize event: the editor shrinks to the visible height, `data-keyboard`
 * marks it, and the focused control stays in view.
 */
function useVisibleHeight(grid: { current: HTMLElement | null }) {
  useEffect(() => {
    const visible = window.visualViewport
    if (!visible) return
    let whole = { width: 0, height: 0 }
    const fit = () => {
      const { width, height, offsetTop } = visible
      whole = { width, height: width === whole.width ? Math.max(whole.height, height) : height }
      const control = document.activeElement
      const isWriting = control?.matches('input, textarea') === true && grid.current?.contains(control) === true
      const isCovered = isWriting && height < whole.height * uncovered
      // The whole editor depends on this value, so it is set only when it changes something.
      if (height === document.documentElement.clientHeight) grid.current?.style.removeProperty('--editor-height')
      else grid.current?.style.setProperty('--editor-height', `${height}px`)
      grid.current?.toggleAttribute('data-keyboard', isCovered)
      if (isCovered && !control?.closest('[data-stage-editing]')) control?.scrollIntoView({ block: 'nearest' })
      // The browser scrolls the page to show the focused control; the sheet has already done so.
      if (offsetTop > 0) window.scrollTo(0, 0)
    }
    fit()
    visible.addEventListener('resize', fit)
    // Some browsers move the visual viewport for the keyboard without a resize event.
    visible.addEventListener('scroll', fit)
    return () => {
      visible.removeEventListener('resize', fit)
      visible.removeEventListener('scroll', fit)
    }
  }, [grid])
}

/** Asks which version to keep when a project was edited in two places. The other one stays in the version history. */
function ConflictDialog() {
  const model = useEditor()
  const { saveState, isQuestionOpen, autosave } = model
  const showToast = useToast()
  const state = useObservable(saveState)
  const isOpen = useObservable(isQuestionOpen)
  const [isBusy, setIsBusy] = useState(false)
  const useNewer = async () => {
    setIsBusy(true)
    await model.takeNewer(t`From this device`).catch(() => {
      showToast(
        'error',
        t`Your version could not be saved to the version history. Nothing has changed; please try again.`,
      )
    })
    setIsBusy(false)
  }
  const theirsAt = state.status === 'conflict' ? momentText(state.theirs.updatedAt) : ''
  return (
    <Dialog
      isOpen={isOpen && state.status === 'conflict'}
      // Closing postpones the decision: nothing is saved meanwhile, and the mark in the bar reopens the dialog.
      onClose={() => isQuestionOpen.set(false)}
      title={t`Edited on another device`}
      description={t`This project was saved on another device or in another tab (${theirsAt}) after you opened it here. Which version do you want to continue with?`}
    >
      <div className="flex flex-col gap-3">
        <Button onClick={() => autosave.resolveConflict('mine')}>
          <Trans>Keep mine</Trans>
        </Button>
        <Button variant="secondary" isBusy={isBusy} onClick={() => void useNewer()}>
          <Trans>Use the newer version</Trans>
        </Button>
        <p className="text-caption text-muted">
          <Trans>Nothing is lost: the other version stays in the version history.</Trans>
        </p>
      </div>
    </Dialog>
  )
}
