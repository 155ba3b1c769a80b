// Removes the background of a photo on the device; the cutout can be corrected by a brush, and the background restored.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MediaValue } from '@vitrine/document/field'
import type { Picture } from '@vitrine/document/host'
import Brush from 'lucide-react/icons/brush'
import Image from 'lucide-react/icons/image'
import UserRound from 'lucide-react/icons/user-round'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { loadPart } from '../../api/load-part.ts'
import { useObservable } from '../../api/observable.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useEditor } from '../model/editor-context.tsx'
import type { Mask } from '../vision/find-people.ts'

type CutoutDialogProps = ComponentProps<typeof import('./cutout-dialog.tsx')['default']>

type CutoutToolsProps = {
  value: MediaValue
  /** Returns the current value, even after the tools have been unmounted. */
  findValue: () => MediaValue | undefined
  /** `label` names the undo step. */
  onChange: (value: MediaValue, label: string) => void
}

/** Renders nothing for videos, for the template's own photos, and for photos that are not decoded here. */
export function CutoutTools(props: CutoutToolsProps) {
  const { value, onChange } = props
  const { pictures, library, pictureVersion } = useEditor()
  useObservable(pictureVersion)
  const { Dialog: CutoutDialog, remove, edit, edited, close } = useCutout(props)
  const isOwnPhoto = value.asset.startsWith('u_') && library.find(value.asset)?.kind === 'image'
  const photo = isOwnPhoto ? findBitmap(pictures.findPhoto(value.asset)) : undefined
  if (!photo) return null
  const mask = value.cutout && findBitmap(pictures.findPhoto(value.cutout))
  const { cutout, ...whole } = value
  return (
    <div className="flex flex-wrap gap-2">
      {cutout === undefined ? (
        <Button variant="quiet" onClick={() => remove(photo)}>
          <UserRound aria-hidden="true" size={16} />
          <Trans>Remove background</Trans>
        </Button>
      ) : (
        <>
          <Button variant="quiet" disabled={!mask} onClick={() => void edit()}>
            <Brush aria-hidden="true" size={16} />
            <Trans>Edit cutout</Trans>
          </Button>
          <Button variant="quiet" onClick={() => onChange(whole, t`Restore background`)}>
            <Image aria-hidden="true" size={16} />
            <Trans>Restore background</Trans>
          </Button>
        </>
      )}
      {CutoutDialog && mask && <CutoutDialog photo={photo} mask={mask} onClose={close} onDone={edited} />}
    </div>
  )
}

/** The decoded photo in the editor's pictures. */
function findBitmap(picture: Picture | undefined): ImageBitmap | undefined {
  return picture?.source instanceof ImageBitmap ? picture.source : undefined
}

function useCutout({ value, findValue, onChange }: CutoutToolsProps) {
  const { uploads, library, pictures, announcement } = useEditor()
  const showToast = useToast()
  /** Set while the cutout is edited. */
  const [Dialog, setDialog] = useState<ComponentType<CutoutDialogProps>>()
  /** A photo keeps its decoded picture when a finished upload changes its id. */
  const isSamePhoto = (asset: string) => {
    const [before, present] = [value.asset, asset].map((id) => findBitmap(pictures.findPhoto(id)))
    return asset === value.asset || (present !== undefined && present === before)
  }
  /**
   * Reads the value only when the mask is ready: meanwhile an upload may have changed the photo's id, or the customer
   * may have cropped it. Ignores a photo that is no longer shown.
   */
  const put = async (mask: Mask, label: string): Promise<boolean> => {
    const { writeMask } = await loadPart(() => import('../vision/mask.ts'))
    const name = (library.find(value.asset)?.fileName ?? 'photo').replace(/\.[^.]{1,5}$/, '')
    const file = await writeMask(mask, `${name}-cutout.png`)
    const present = findValue()
    const isShown = present !== undefined && isSamePhoto(present.asset)
    if (isShown) onChange({ ...present, cutout: uploads.add(file, 'image') }, label)
    setDialog(undefined)
    return isShown
  }
  /** Loads the dialog. The editor must survive a failure to load it. */
  const edit = async () => {
    try {
      const { default: loaded } = await loadPart(() => import('./cutout-dialog.tsx'))
      setDialog(() => loaded)
    } catch (error) {
      showToast('error', errorText(error, t`The cutout could not be opened.`))
    }
  }
  const remove = async (photo: ImageBitmap) => {
    try {
      const { detectPeople } = await loadPart(() => import('../vision/vision.ts'))
      const mask = await detectPeople(photo)
      if (mask) {
        if (await put(mask, t`Remove background`)) announcement.set(t`The background was removed.`)
      } else showToast('error', t`Nobody was found in this photo, so its background stays.`)
    } catch {
      showToast('error', t`The background could not be removed in this browser.`)
    }
  }
  const edited = async (mask: Mask) => void (await put(mask, t`Edit cutout`))
  return { Dialog, remove, edit, edited, close: () => setDialog(undefined) }
}
