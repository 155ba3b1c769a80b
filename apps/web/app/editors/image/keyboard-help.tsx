// Owns the list of keys of the image editor.
import { Dialog } from '../../ui/dialog.tsx'
import { KeyList } from '../key-list.tsx'

type Keys = readonly { shown: string; words: string }[]

const around: Keys = [{ shown: 'Tab', words: 'Go to the picture, then through the form' }]

/** `hasFrame`: the photo stands in a frame of the template. */
const ofPhotos = (hasFrame: boolean): Keys => [
  { shown: '← ↑ → ↓', words: 'Move the photo; with Shift further' },
  { shown: '+ −', words: `${hasFrame ? 'Zoom the photo' : 'Make it larger, smaller'}; with Shift further` },
  { shown: ', .', words: 'Turn it by a degree; with Shift by five' },
  { shown: 'M', words: 'Mirror it; with Shift upside down' },
]

const ofLayers: Keys = [
  { shown: 'Page Down', words: 'Go to the next photo' },
  { shown: 'Enter', words: 'Crop the photo in its frame' },
  { shown: 'Delete', words: 'Take the photo away' },
]

const ofEverything: Keys = [
  { shown: 'Ctrl Z', words: 'Undo' },
  { shown: 'Ctrl Shift Z', words: 'Redo' },
  { shown: 'Ctrl V', words: 'Use a photo from the clipboard' },
  { shown: '?', words: 'Show this list' },
]

export function KeyboardHelp(props: { hasFrame: boolean; isOpen: boolean; onClose: () => void }) {
  const { hasFrame, isOpen, onClose } = props
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard">
      <KeyList keys={[...around, ...ofPhotos(hasFrame), ...(hasFrame ? [] : ofLayers), ...ofEverything]} />
      <p className="text-caption text-muted">On a Mac, Command takes the place of Ctrl.</p>
    </Dialog>
  )
}
