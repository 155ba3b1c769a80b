// The help of the form editor: gestures and keyboard shortcuts.
import { Dialog } from '../ui/dialog.tsx'
import { KeyList, LetterSwitch } from './key-list.tsx'
import { editorKeys } from './keys.ts'

export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Help">
      <Help />
    </Dialog>
  )
}

function Help() {
  return (
    <>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>Click something in the preview to edit it.</li>
        <li>Drop files anywhere, several at once, or paste an image or text.</li>
        <li>Drag to move a photo in its frame; zoom with the wheel or by pinching.</li>
        <li>Changes are saved automatically. Earlier versions are under the project name.</li>
      </ul>
      <section aria-label="Keyboard shortcuts" className="flex flex-col gap-3">
        <h3 className="font-headline text-lead">Keyboard shortcuts</h3>
        <KeyList keys={editorKeys} />
        <p className="text-caption text-muted">On Apple devices, use Command for Ctrl.</p>
        <LetterSwitch label="Single-key shortcuts M, R and ?" />
      </section>
    </>
  )
}
