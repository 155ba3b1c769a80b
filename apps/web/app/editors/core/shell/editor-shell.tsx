// What the layouts of all editors share: the grid with the bar, help and export, which buttons and keys open, and what
// happens on leaving.
import { t } from '@lingui/core/macro'
import CircleHelp from 'lucide-react/icons/circle-help'
import { type ComponentProps, type ComponentType, useRef, useState } from 'react'
import { askForAccount } from '../../../account/account-request.ts'
import { IconButton } from '../../../ui/button.tsx'
import { creditsText, templateCredits } from '../../../ui/money.ts'
import { useRegion } from '../../../ui/root-data.ts'
import type { EditorModel } from '../model/editor-model.ts'
import { ConflictDialog } from '../versions/conflict-dialog.tsx'
import { Announcements } from './announcements.tsx'
import { useLeaving } from './leaving.ts'
import { TopBar } from './top-bar.tsx'
import { useVisibleHeight } from './visible-height.ts'

/** What `EditorGrid` shows of an open editor, and the `actions` with which keys and other buttons open help and export. */
export function useEditorShell(model: EditorModel) {
  const grid = useRef<HTMLElement>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isExportOpen, setIsExportOpen] = useState(false)
  useLeaving(model)
  useVisibleHeight(grid)
  const credits = templateCredits(model.template, useRegion())
  const openExport = async () => {
    const price = creditsText(credits)
    const reason = credits === 0 ? t`Exporting this template is free.` : t`Exporting this template costs ${price}.`
    // Whoever signs in goes on here, with everything as it is.
    if (await askForAccount(`${reason} ${t`Your work stays as it is.`}`)) setIsExportOpen(true)
  }
  return {
    grid,
    actions: { openHelp: () => setIsHelpOpen(true), openExport: () => void openExport() },
    help: { isOpen: isHelpOpen, onClose: () => setIsHelpOpen(false) },
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
  /** The dialog with the help, which then has a button in the bar. */
  Help?: ComponentType<EditorShell['help']>
}

/**
 * The bar, below it the children in the areas that `className` names, and what every editor asks and announces. Bars and panels
 * follow the direction of the language; pictures, playback and timelines run from left to right in every language (`dir="ltr"`).
 */
export function EditorGrid({ shell, Export, Help, className, children, ...handlers }: EditorGridProps) {
  return (
    <main
      ref={shell.grid}
      className={`${className} relative grid overflow-clip bg-paper text-ink scheme-dark`}
      {...handlers}
    >
      <TopBar>
        {Help && (
          <IconButton
            label={t`Help and keys`}
            aria-keyshortcuts="?"
            onClick={shell.actions.openHelp}
            className="max-md:hidden"
          >
            <CircleHelp aria-hidden="true" size={20} />
          </IconButton>
        )}
        <Export {...shell.exporting} />
      </TopBar>
      {children}
      <ConflictDialog />
      {Help && <Help {...shell.help} />}
      <Announcements />
    </main>
  )
}
