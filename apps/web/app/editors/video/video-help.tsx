// Owns the help of the video editor: its keys, and what hands can do.
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField } from '../../ui/field.tsx'
import { hasLetterKeys, setLetterKeys } from '../keys.ts'
import { videoKeys } from './video-keys.ts'

export function VideoHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [hasLetters, setHasLetters] = useState(hasLetterKeys)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Help">
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>Drop videos, photos and songs anywhere; they stay on this device while you edit.</li>
        <li>Drag a clip to move it, its edges to trim it. Two fingers, or Ctrl and the wheel, zoom the timeline.</li>
        <li>Drag on the ruler to look through the film.</li>
        <li>Texts and stickers lie over the film: touch them in the picture or on the timeline.</li>
        <li>With Tab you reach the list of all parts: arrows walk, Alt and arrows move a clip.</li>
      </ul>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
        {videoKeys.map(({ shown, words }) => (
          <div key={shown} className="contents">
            <dt>
              <kbd className="rounded-control border border-line bg-well px-2 py-0.5 font-sans text-caption whitespace-nowrap">
                {shown}
              </kbd>
            </dt>
            <dd className="text-muted">{words}</dd>
          </div>
        ))}
      </dl>
      <p className="text-caption text-muted">On Apple devices Command stands for Ctrl and Option for Alt.</p>
      <CheckboxField
        label="Use single letters"
        checked={hasLetters}
        onChange={(event) => {
          setLetterKeys(event.currentTarget.checked)
          setHasLetters(event.currentTarget.checked)
        }}
      />
    </Dialog>
  )
}
