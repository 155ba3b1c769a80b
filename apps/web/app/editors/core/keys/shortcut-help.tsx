// The help of an editor: what pointers do, and the keyboard shortcuts from the table, by group.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { i18n } from '../../../language/i18n.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/field.tsx'
import { hasLetterKeys, type ListedShortcut, listShortcuts, setLetterKeys } from './shortcut.ts'
import { groupTitle, type Scope } from './shortcut-table.ts'

interface ShortcutHelpProps {
  /** The scopes whose shortcuts are listed. Must be stable. */
  scopes: readonly Scope[]
  hasTime?: boolean
  isOpen: boolean
  onClose: () => void
  /** Items of a list: what pointers and other gestures do. */
  children?: ReactNode
}

export function ShortcutHelp({ isOpen, onClose, children, ...listed }: ShortcutHelpProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t`Help`}>
      {children && <ul className="flex list-disc flex-col gap-1 ps-5 text-muted">{children}</ul>}
      <Groups {...listed} />
      <p className="text-caption text-muted">
        <Trans>On Apple devices, use Command for Ctrl and Option for Alt.</Trans>
      </p>
      <LetterSwitch />
    </Dialog>
  )
}

function Groups({ scopes, hasTime }: Pick<ShortcutHelpProps, 'scopes' | 'hasTime'>) {
  const groups = Map.groupBy(listShortcuts(scopes, hasTime), ({ group }) => group)
  return [...groups].map(([group, lines]) => (
    <section key={group} aria-label={i18n._(groupTitle[group])} className="flex flex-col gap-2">
      <h3 className="font-headline text-lead">{i18n._(groupTitle[group])}</h3>
      <ShortcutList shortcuts={lines} />
    </section>
  ))
}

export function ShortcutList({ shortcuts }: { shortcuts: readonly ListedShortcut[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
      {shortcuts.map(({ shown, label }) => (
        <div key={shown} className="contents">
          <dt>
            <kbd
              dir="ltr"
              className="rounded-control border border-line bg-well px-2 py-0.5 font-sans text-caption whitespace-nowrap"
            >
              {shown}
            </kbd>
          </dt>
          <dd className="text-muted">{label}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Switches off shortcuts that are a single character: speech input types characters. */
function LetterSwitch() {
  const [hasLetters, setHasLetters] = useState(hasLetterKeys)
  return (
    <CheckboxField
      label={t`Single-key shortcuts`}
      checked={hasLetters}
      onChange={(event) => {
        setLetterKeys(event.currentTarget.checked)
        setHasLetters(event.currentTarget.checked)
      }}
    />
  )
}
