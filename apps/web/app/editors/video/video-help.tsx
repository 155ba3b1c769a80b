// Owns the help of the video editor: its keys, and what hands can do.
import { Dialog } from '../../ui/dialog.tsx'
import { KeyList, LetterSwitch } from '../key-list.tsx'
import { videoKeys } from './video-keys.ts'

export function VideoHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Help">
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>Drop videos, photos and songs anywhere; they stay on this device while you edit.</li>
        <li>Drag a clip to move it, its edges to trim it. Two fingers, or Ctrl and the wheel, zoom the timeline.</li>
        <li>Drag on the ruler to look through the film; with Shift, to mark what is played.</li>
        <li>Texts and stickers lie over the film: touch them in the picture or on the timeline.</li>
        <li>With Tab you reach the list of all parts: arrows walk, Alt and arrows move a clip.</li>
      </ul>
      <KeyList keys={videoKeys} />
      <p className="text-caption text-muted">On Apple devices Command stands for Ctrl and Option for Alt.</p>
      <LetterSwitch label="Use single letters" />
    </Dialog>
  )
}
