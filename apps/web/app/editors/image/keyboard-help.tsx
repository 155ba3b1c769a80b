// The keyboard shortcuts of the image editor.
import { Dialog } from '../../ui/dialog.tsx'
import { KeyList } from '../key-list.tsx'

type Keys = readonly { shown: string; label: string }[]

const around: Keys = [{ shown: 'Tab', label: 'Go to the image, then through the form' }]

/** `hasFrame`: the photo stands in a frame of the template. */
const ofPhotos = (hasFrame: boolean): Keys => [
  { shown: '← ↑ → ↓', label: 'Move the photo; with Shift by more' },
  { shown: '+ −', label: `${hasFrame ? 'Zoom the photo' : 'Resize the photo'}; with Shift by more` },
  { shown: ', .', label: 'Rotate by 1°; with Shift by 5°' },
  { shown: 'M', label: 'Flip horizontal; with Shift vertical' },
]

const ofLayers: Keys = [
  { shown: 'Page Down', label: 'Go to the next photo' },
  { shown: 'Enter', label: 'Crop the photo in its frame' },
  { shown: 'Delete', label: 'Delete the photo' },
]

const ofEverything: Keys = [
  { shown: 'Ctrl Z', label: 'Undo' },
  { shown: 'Ctrl Shift Z', label: 'Redo' },
  { shown: 'Ctrl V', label: 'Paste a photo' },
  { shown: '?', label: 'Keyboard shortcuts' },
]

export function KeyboardHelp(props: { hasFrame: boolean; isOpen: boolean; onClose: () => void }) {
  const { hasFrame, isOpen, onClose } = props
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <KeyList keys={[...around, ...ofPhotos(hasFrame), ...(hasFrame ? [] : ofLayers), ...ofEverything]} />
      <p className="text-caption text-muted">On Apple devices, use Command for Ctrl.</p>
    </Dialog>
  )
}
