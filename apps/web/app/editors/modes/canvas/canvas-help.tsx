// The help of the canvas editor.
import { ShortcutHelp } from '../../core/keys/shortcut-help.tsx'
import { useCanvas } from './model/canvas-context.tsx'

export function CanvasHelp(props: { isOpen: boolean; onClose: () => void }) {
  const { editor } = useCanvas()
  return (
    <ShortcutHelp scopes={['canvas']} hasTime={editor.document.canvas.duration > 1} {...props}>
      <li>Click a layer to select it, drag to move it. Alt-click selects the layer below.</li>
      <li>Drag on an empty area to select several layers; hold Shift to add to the selection.</li>
      <li>Double-click to edit a text, crop a photo or enter a group.</li>
      <li>
        While dragging, Shift moves in a straight line, rotates in steps of 15° and resizes without keeping proportions,
        Alt resizes from the centre, and Ctrl turns snapping off. Alt-drag makes a copy.
      </li>
      <li>Two fingers on the selection rotate and resize it; anywhere else they pan and zoom.</li>
      <li>Paste or drop images and text from other apps.</li>
      <li>
        In the Layers panel, arrow keys move between layers, Shift selects a range, Ctrl adds one layer, Alt with arrow
        keys reorders a layer, and F2 renames it.
      </li>
    </ShortcutHelp>
  )
}
