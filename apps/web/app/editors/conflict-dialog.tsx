// Owns the question that a project asks when it was changed in two places at once.
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { contentOf } from './autosave.ts'
import { useEditor } from './editor-context.tsx'
import { useObservable } from './observable.ts'

export function ConflictDialog() {
  const { saveState, isQuestionOpen, autosave, store } = useEditor()
  const state = useObservable(saveState)
  const isOpen = useObservable(isQuestionOpen)
  const useNewer = () => {
    if (state.status !== 'conflict') return
    const theirs = contentOf(state.theirs)
    autosave.resolveConflict('theirs')
    // Loaded as a step of the history: undoing brings one's own version back.
    store.load(theirs)
  }
  return (
    <Dialog
      isOpen={isOpen && state.status === 'conflict'}
      // Put off, not answered: nothing is saved meanwhile, and the mark in the bar asks again.
      onClose={() => isQuestionOpen.set(false)}
      title="Changed in another place"
      description="This project was saved on another device or in another tab after you opened it here. Which one do you want to go on with?"
    >
      <div className="flex flex-col gap-3">
        <Button onClick={() => autosave.resolveConflict('mine')}>Keep mine</Button>
        <Button variant="secondary" onClick={useNewer}>
          Use the newer one
        </Button>
        <p className="text-caption text-muted">
          Taking the newer one can be undone here. Keeping yours replaces the other.
        </p>
      </div>
    </Dialog>
  )
}
