// The help of the form editor.
import { Trans } from '@lingui/react/macro'
import { ShortcutHelp } from '../../core/keys/shortcut-help.tsx'

export function FormHelp(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <ShortcutHelp scopes={['form']} {...props}>
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
        <Trans>Changes are saved automatically. Earlier versions are under the project name.</Trans>
      </li>
    </ShortcutHelp>
  )
}
