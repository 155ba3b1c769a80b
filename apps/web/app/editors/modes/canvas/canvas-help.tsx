// The help of the canvas editor.
import { Trans } from '@lingui/react/macro'
import { ShortcutHelp } from '../../core/keys/shortcut-help.tsx'
import { useCanvas } from './model/canvas-context.tsx'

export function CanvasHelp(props: { isOpen: boolean; onClose: () => void }) {
  const { editor } = useCanvas()
  return (
    <ShortcutHelp scopes={['canvas']} hasTime={editor.document.canvas.duration > 1} {...props}>
      <li>
        <Trans>Click a layer to select it, drag to move it. Alt-click selects the layer below.</Trans>
      </li>
      <li>
        <Trans>Drag on an empty area to select several layers; hold Shift to add to the selection.</Trans>
      </li>
      <li>
        <Trans>Double-click to edit a text, crop a photo or enter a group.</Trans>
      </li>
      <li>
        <Trans>
          While dragging, Shift moves in a straight line, rotates in steps of 15° and resizes without keeping
          proportions, Alt resizes from the centre, and Ctrl turns snapping off. Alt-drag makes a copy.
        </Trans>
      </li>
      <li>
        <Trans>Two fingers on the selection rotate and resize it; anywhere else they pan and zoom.</Trans>
      </li>
      <li>
        <Trans>Paste or drop images and text from other apps.</Trans>
      </li>
      <li>
        <Trans>
          In the Layers panel, arrow keys move between layers, Shift selects a range, Ctrl adds one layer, Alt with
          arrow keys reorders a layer, and F2 renames it.
        </Trans>
      </li>
    </ShortcutHelp>
  )
}
