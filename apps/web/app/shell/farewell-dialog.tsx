// Owns what somebody reads whom the shop has signed out. Fetched when it is needed.
import { sayFarewell } from '../store/farewell.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { usePopupPause } from './popup-queue.ts'

export default function FarewellDialog({ words }: { words: string }) {
  usePopupPause()
  const close = () => sayFarewell(undefined)
  return (
    <Dialog isOpen onClose={close} title="You have been signed out" description={words}>
      <div className="flex flex-wrap gap-2">
        <LinkButton to="/contact" onClick={close}>
          Contact us
        </LinkButton>
        <Button variant="secondary" onClick={close}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
