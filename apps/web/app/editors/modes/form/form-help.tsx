// The help of the form editor.
import { ShortcutHelp } from '../../core/keys/shortcut-help.tsx'

export function FormHelp(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <ShortcutHelp scopes={['form']} {...props}>
      <li>Click something in the preview to edit it.</li>
      <li>Drop files anywhere, several at once, or paste an image or text.</li>
      <li>Drag to move a photo in its frame; zoom with the wheel or by pinching.</li>
      <li>Changes are saved automatically. Earlier versions are under the project name.</li>
    </ShortcutHelp>
  )
}
