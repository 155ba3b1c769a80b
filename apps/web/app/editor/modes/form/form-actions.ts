// The actions of the form editor.
import { msg } from '@lingui/core/macro'
import type { ActionEntry } from '../../actions/action.ts'
import { generalActions, type OfEditor, openHelp, play, stepActions } from '../../model/editor-actions.tsx'

/** In the order of the help. */
export const formActions: readonly ActionEntry<OfEditor>[] = [
  ...generalActions,
  {
    group: 'General',
    upTo: 'text',
    id: 'leave-field',
    label: msg`Leave the field, so that shortcuts work`,
    shortcut: 'Escape',
    perform: () => (document.activeElement as HTMLElement | null)?.blur(),
  },
  openHelp,
  play,
  ...stepActions,
]
