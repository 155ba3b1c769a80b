// The help of the video editor.
import { Trans } from '@lingui/react/macro'
import { ShortcutHelp } from '../../core/keys/shortcut-help.tsx'

export function VideoHelp(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <ShortcutHelp scopes={['timeline']} {...props}>
      <li>
        <Trans>Drop videos, photos and music anywhere; they stay on this device while you edit.</Trans>
      </li>
      <li>
        <Trans>
          Drag a clip to move it, drag its edges to trim it. Pinch, or use Ctrl and the wheel, to zoom the timeline.
        </Trans>
      </li>
      <li>
        <Trans>Drag on the ruler to scrub; Shift-drag to mark in and out.</Trans>
      </li>
      <li>
        <Trans>Text and stickers are layers above the video: click them in the preview or on the timeline.</Trans>
      </li>
      <li>
        <Trans>
          Press Tab to reach the list of timeline items: arrow keys select, Alt with arrow keys moves a clip.
        </Trans>
      </li>
    </ShortcutHelp>
  )
}
