// Asks which version to keep when a project was edited in two places. The other one stays in the version history.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useObservable } from '../../api/observable.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useEditor } from '../model/editor-context.tsx'
import { momentText } from '../project/version-label.ts'

export function ConflictDialog() {
  const model = useEditor()
  const { saveState, isQuestionOpen, autosave } = model
  const showToast = useToast()
  const state = useObservable(saveState)
  const isOpen = useObservable(isQuestionOpen)
  const [isBusy, setIsBusy] = useState(false)
  const useNewer = async () => {
    setIsBusy(true)
    await model.takeNewer(t`From this device`).catch(() => {
      showToast(
        'error',
        t`Your version could not be saved to the version history. Nothing has changed; please try again.`,
      )
    })
    setIsBusy(false)
  }
  const theirsAt = state.status === 'conflict' ? momentText(state.theirs.updatedAt) : ''
  return (
    <Dialog
      isOpen={isOpen && state.status === 'conflict'}
      // Closing postpones the decision: nothing is saved meanwhile, and the mark in the bar reopens the dialog.
      onClose={() => isQuestionOpen.set(false)}
      title={t`Edited on another device`}
      description={t`This project was saved on another device or in another tab (${theirsAt}) after you opened it here. Which version do you want to continue with?`}
    >
      <div className="flex flex-col gap-3">
        <Button onClick={() => autosave.resolveConflict('mine')}>
          <Trans>Keep mine</Trans>
        </Button>
        <Button variant="secondary" isBusy={isBusy} onClick={() => void useNewer()}>
          <Trans>Use the newer version</Trans>
        </Button>
        <p className="text-caption text-muted">
          <Trans>Nothing is lost: the other version stays in the version history.</Trans>
        </p>
      </div>
    </Dialog>
  )
}
