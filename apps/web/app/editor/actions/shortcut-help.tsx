// The help of an editor: pointer gestures, and the shortcuts of its actions, by group.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { i18n } from '../../language/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField } from '../../ui/field.tsx'
import type { ActionEntry, HelpGroup } from './action.ts'
import { type HelpLine, helpLines } from './help-line.ts'
import { hasLetterKeys, setLetterKeys } from './shortcut.ts'

const groupTitle: Readonly<Record<HelpGroup, MessageDescriptor>> = {
  General: msg`General`,
  Photo: msg`Photo`,
  Selection: msg`Selection`,
  Edit: msg`Edit`,
  Transform: msg`Transform`,
  Arrange: msg`Arrange`,
  View: msg`View`,
  Playback: msg`Playback`,
}

interface ShortcutHelpProps {
  actions: readonly ActionEntry[]
  hasTime?: boolean
  isOpen: boolean
  onClose: () => void
  /** List items that describe pointer gestures. */
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

function Groups({ actions, hasTime }: Pick<ShortcutHelpProps, 'actions' | 'hasTime'>) {
  const groups = Map.groupBy(helpLines(actions, hasTime), ({ group }) => group)
  return [...groups].map(([group, lines]) => (
    <section key={group} aria-label={i18n._(groupTitle[group])} className="flex flex-col gap-2">
      <h3 className="font-headline text-lead">{i18n._(groupTitle[group])}</h3>
      <ShortcutList lines={lines} />
    </section>
  ))
}

export function ShortcutList({ lines }: { lines: readonly HelpLine[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
      {lines.map(({ keys, text }) => (
        <div key={keys} className="contents">
          <dt>
            <kbd
              dir="ltr"
              className="rounded-control border border-line bg-well px-2 py-0.5 font-sans text-caption whitespace-nowrap"
            >
              {keys}
            </kbd>
          </dt>
          <dd className="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Turns off single-character shortcuts, because speech input types characters. */
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
