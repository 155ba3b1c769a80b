// Owns the list of keys of the image editor.
import { Dialog } from '../../ui/dialog.tsx'

const keys: readonly { keys: string; does: string }[] = [
  { keys: 'Tab', does: 'Go to the picture, then through the form' },
  { keys: '← ↑ → ↓', does: 'Move the photo; with Shift further' },
  { keys: '+ −', does: 'Zoom the photo; with Shift further' },
  { keys: ', .', does: 'Turn it by a degree; with Shift by five' },
  { keys: 'M', does: 'Mirror it; with Shift upside down' },
  { keys: 'Ctrl Z', does: 'Undo' },
  { keys: 'Ctrl Shift Z', does: 'Redo' },
  { keys: 'Ctrl V', does: 'Use a photo from the clipboard' },
  { keys: '?', does: 'Show this list' },
]

export function KeyboardHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-3">
        {keys.map((one) => (
          <div key={one.keys} className="contents">
            <dt>
              <kbd className="rounded-control border border-edge px-2 py-1 text-caption whitespace-nowrap">
                {one.keys}
              </kbd>
            </dt>
            <dd className="text-muted">{one.does}</dd>
          </div>
        ))}
      </dl>
      <p className="text-caption text-muted">On a Mac, Command takes the place of Ctrl.</p>
    </Dialog>
  )
}
