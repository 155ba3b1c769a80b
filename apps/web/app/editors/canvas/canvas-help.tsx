// Owns the help of the canvas editor: its keys by what they are for, and what hands can do.
import { Dialog } from '../../ui/dialog.tsx'
import { KeyList, LetterSwitch } from '../key-list.tsx'
import { useCanvas } from './canvas-context.tsx'
import { type KeyGroup, listedKeys } from './key-table.ts'

const groups: readonly KeyGroup[] = [
  'Everything',
  'Select',
  'Move and shape',
  'Order and groups',
  'Look around',
  'Time',
]

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
        <li>Touch something to select it, drag it to move it. With Alt the layer below it is selected.</li>
        <li>Drag on empty ground to select several; with Shift you add to the selection.</li>
        <li>Touch twice to write words, to crop a photo, or to go into a group.</li>
        <li>
          While dragging, Shift keeps a straight way or steps of 15° and lets a corner go freely, Alt keeps the middle,
          Ctrl stops the snapping. Dragging with Alt leaves a copy.
        </li>
        <li>Two fingers on the selection turn and scale it; anywhere else they move and zoom the view.</li>
        <li>Paste or drop pictures and words from other programs.</li>
        <li>
          In the list of layers arrows walk, Shift takes all up to a row and Ctrl one more, Alt with arrows moves a
          layer, F2 gives it a name.
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
      <p className="text-caption text-muted">On Apple devices Command stands for Ctrl and Option for Alt.</p>
      <LetterSwitch label="Use single letters and digits" />
    </>
  )
}
