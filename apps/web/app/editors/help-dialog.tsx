// Owns the help of the editor: its keys, and what hands can do.
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
        <li>Touch something in the picture to change it.</li>
        <li>Drop files anywhere, several at once, or paste a picture or words.</li>
        <li>Drag a photo in its frame; zoom with the wheel or two fingers.</li>
        <li>Everything is saved as you go, and earlier versions are kept under the project’s name.</li>
      </ul>
      <section aria-label="Keys" className="flex flex-col gap-3">
        <h3 className="font-headline text-lead">Keys</h3>
        <KeyList keys={editorKeys} />
        <p className="text-caption text-muted">On Apple devices Command stands for Ctrl.</p>
        <LetterSwitch label="Use the single letters M, R and ?" />
      </section>
    </>
  )
}
