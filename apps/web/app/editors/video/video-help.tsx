// The help of the video editor: gestures and keyboard shortcuts.
import { Dialog } from '../../ui/dialog.tsx'
import { KeyList, LetterSwitch } from '../key-list.tsx'
import { videoKeys } from './video-keys.ts'

export function VideoHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Help">
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>Drop videos, photos and music anywhere; they stay on this device while you edit.</li>
        <li>
          Drag a clip to move it, drag its edges to trim it. Pinch, or use Ctrl and the wheel, to zoom the timeline.
        </li>
        <li>Drag on the ruler to scrub; Shift-drag to mark in and out.</li>
        <li>Text and stickers are layers above the video: click them in the preview or on the timeline.</li>
        <li>Press Tab to reach the list of timeline items: arrow keys select, Alt with arrow keys moves a clip.</li>
      </ul>
      <KeyList keys={videoKeys} />
      <p className="text-caption text-muted">On Apple devices, use Command for Ctrl and Option for Alt.</p>
      <LetterSwitch label="Single-key shortcuts" />
    </Dialog>
  )
}
