// The help of editors whose main panel is the form.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { useObservable } from '../../api/observable.ts'
import { ShortcutHelp } from '../actions/shortcut-help.tsx'
import { useEditor } from '../model/editor-context.tsx'

export function FieldHelp(props: Omit<ComponentProps<typeof ShortcutHelp>, 'children'>) {
  const isGuest = useObservable(useEditor().isGuest)
  return (
    <ShortcutHelp {...props}>
      <li>
        <Trans>Click something in the preview to edit it.</Trans>
      </li>
      <li>
        <Trans>Drop files anywhere, several at once, or paste an image or text.</Trans>
      </li>
      <li>
        <Trans>Drag to move a photo in its frame; zoom with the wheel or by pinching.</Trans>
      </li>
      <li>
        {isGuest
          ? t`Changes are saved automatically on this device.`
          : t`Changes are saved automatically. Earlier versions are under the project name.`}
      </li>
    </ShortcutHelp>
  )
}
