// Owns the help of the editor: its keys, and what hands can do.
import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { CheckboxField } from '../ui/field.tsx'
import { editorKeys, hasLetterKeys, setLetterKeys } from './keys.ts'

export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Help">
      <Help />
    </Dialog>
  )
}

function Help() {
  const [hasLetters, setHasLetters] = useState(hasLetterKeys)
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
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
          {editorKeys.map(({ shown, words }) => (
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
        <p className="text-caption text-muted">On Apple devices Command stands for Ctrl.</p>
        <CheckboxField
          label="Use the single letters M, R and ?"
          checked={hasLetters}
          onChange={(event) => {
            setLetterKeys(event.currentTarget.checked)
            setHasLetters(event.currentTarget.checked)
          }}
        />
      </section>
    </>
  )
}
