// The help of the canvas editor: gestures, and keyboard shortcuts by group.
import { Dialog } from '../../ui/dialog.tsx'
import { KeyList, LetterSwitch } from '../key-list.tsx'
import { useCanvas } from './canvas-context.tsx'
import { type KeyGroup, listedKeys } from './key-table.ts'

const groups: readonly KeyGroup[] = ['General', 'Selection', 'Transform', 'Arrange', 'View', 'Playback']

export function CanvasHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Help">
      <Help />
    </Dialog>
  )
}

function Help() {
  const canvas = useCanvas()
  const keys = listedKeys(canvas.editor.document.canvas.duration > 1)
  return (
    <>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>Click a layer to select it, drag to move it. Alt-click selects the layer below.</li>
        <li>Drag on an empty area to select several layers; hold Shift to add to the selection.</li>
        <li>Double-click to edit a text, crop a photo or enter a group.</li>
        <li>
          While dragging, Shift moves in a straight line, rotates in steps of 15° and resizes without keeping
          proportions, Alt resizes from the centre, and Ctrl turns snapping off. Alt-drag makes a copy.
        </li>
        <li>Two fingers on the selection rotate and resize it; anywhere else they pan and zoom.</li>
        <li>Paste or drop images and text from other apps.</li>
        <li>
          In the Layers panel, arrow keys move between layers, Shift selects a range, Ctrl adds one layer, Alt with
          arrow keys reorders a layer, and F2 renames it.
        </li>
      </ul>
      {groups.map((group) => {
        const own = keys.filter((key) => key.group === group)
        return own.length === 0 ? null : (
          <section key={group} aria-label={group} className="flex flex-col gap-2">
            <h3 className="font-headline text-lead">{group}</h3>
            <KeyList keys={own} />
          </section>
        )
      })}
      <p className="text-caption text-muted">On Apple devices, use Command for Ctrl and Option for Alt.</p>
      <LetterSwitch label="Single-key shortcuts" />
    </>
  )
}
