// Owns the list of keys of the image editor.
import { Dialog } from '../../ui/dialog.tsx'
import { KeyList } from '../key-list.tsx'

type Keys = readonly { shown: string; words: string }[]

const around: Keys = [{ shown: 'Tab', words: 'Go to the image, then through the form' }]

/** `hasFrame`: the photo stands in a frame of the template. */
const ofPhotos = (hasFrame: boolean): Keys => [
  { shown: '← ↑ → ↓', words: 'Move the photo; with Shift by more' },
  { shown: '+ −', words: `${hasFrame ? 'Zoom the photo' : 'Resize the photo'}; with Shift by more` },
  { shown: ', .', words: 'Rotate by 1°; with Shift by 5°' },
  { shown: 'M', words: 'Flip horizontal; with Shift vertical' },
]

const ofLayers: Keys = [
  { shown: 'Page Down', words: 'Go to the next photo' },
  { shown: 'Enter', words: 'Crop the photo in its frame' },
  { shown: 'Delete', words: 'Delete the photo' },
]

const ofEverything: Keys = [
  { shown: 'Ctrl Z', words: 'Undo' },
  { shown: 'Ctrl Shift Z', words: 'Redo' },
  { shown: 'Ctrl V', words: 'Paste a photo' },
  { shown: '?', words: 'Keyboard shortcuts' },
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
