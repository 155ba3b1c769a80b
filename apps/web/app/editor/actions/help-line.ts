// The lines of the help, from the actions of an editor.
import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '../../language/i18n.ts'
import { type ActionEntry, HELP_GROUPS, type HelpGroup } from './action.ts'
import { shownParts } from './key-text.ts'

/** A line in the language of the page. */
export interface HelpLine {
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
