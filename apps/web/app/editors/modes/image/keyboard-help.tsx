// The keyboard shortcuts of the image editor.
import { t } from '@lingui/core/macro'
import { ShortcutHelp } from '../../core/keys/shortcut-help.tsx'

/** `hasFrame`: the photo is in a frame of the template. */
export function KeyboardHelp({ hasFrame, ...props }: { hasFrame: boolean; isOpen: boolean; onClose: () => void }) {
  return <ShortcutHelp title={t`Keyboard shortcuts`} scopes={['image', hasFrame ? 'photo' : 'own-photo']} {...props} />
}
