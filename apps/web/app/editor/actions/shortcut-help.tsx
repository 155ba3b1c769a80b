// The help of an editor: pointer gestures, and the shortcuts of its actions, by group.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { i18n } from '../../language/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField } from '../../ui/field.tsx'
import { type ActionEntry, HELP_GROUPS, type HelpGroup } from './action.ts'
import { shownParts } from './key-text.ts'
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

// The lines of the help, from the actions of an editor.

/** A line in the language of the page. */
interface HelpLine {
  readonly keys: string
  readonly text: string
  readonly group: HelpGroup
  readonly isCommon: boolean
}

/** The lines of the help, by group. Without a timeline, playback is left out. */
export function helpLines(entries: readonly ActionEntry[], hasTime = true): readonly HelpLine[] {
  return HELP_GROUPS.filter((group) => hasTime || group !== 'Playback').flatMap((group) =>
    listLines(entries.filter((entry) => entry.group === group)),
  )
}

function listLines(entries: readonly ActionEntry[]): HelpLine[] {
  const lines: { about: string; line: HelpLine }[] = []
  for (const entry of entries) {
    const found = readKeys(entry)
    const text = findHelpText(entry)
    if (!found || !text) continue
    const { held, key } = found
    const about = [text.id, ...held].join(' ')
    const last = lines.at(-1)
    if (last?.about === about) last.line = { ...last.line, keys: `${last.line.keys} ${key}` }
    else {
      const { group, isCommon = false } = entry
      lines.push({ about, line: { keys: [...held, key].join(' '), text: i18n._(text), group, isCommon } })
    }
  }
  return lines.map(({ line }) => line)
}

function readKeys(entry: ActionEntry) {
  if ('perform' in entry) return entry.shortcut === undefined ? undefined : shownParts(entry.shortcut)
  return typeof entry.keys === 'string' ? shownParts(entry.keys) : { held: [], key: i18n._(entry.keys) }
}

function findHelpText(entry: ActionEntry): MessageDescriptor | undefined {
  if (entry.help) return entry.help
  return 'label' in entry && typeof entry.label === 'object' ? entry.label : undefined
}
