// Notes on the stage of the video editor when clips cannot be seen: templates without a video slot, and browsers that
// cannot preview videos.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { findMainPlaces } from '@vitrine/document/main-place'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useObservable } from '../../../api/observable.ts'
import { IconButton } from '../../../ui/button.tsx'
import { canPlayVideos } from '../../media/source.ts'
import { useEditor } from '../../model/editor-context.tsx'

export function StageNotes() {
  return (
    <div className="absolute inset-x-2 top-2 z-10 mx-auto flex max-w-xl flex-col gap-2">
      <BlindNote />
      <PlacelessNote />
    </div>
  )
}

/** A browser without video decoders shows no video here; the server can still render it. */
function BlindNote() {
  const isGuest = useObservable(useEditor().isGuest)
  if (canPlayVideos()) return null
  return (
    <Note>
      <span>
        {window.isSecureContext
          ? t`This browser is too old to preview videos; use a current version of Chrome, Edge, Firefox or Safari.`
          : t`Browsers preview videos only on https pages, and this page is not one.`}
      </span>{' '}
      <span>
        {isGuest
          ? t`You can still edit your clips: when you sign in, they are uploaded to your account, and the video is rendered in the cloud.`
          : t`You can still edit your clips: they are uploaded to your account, and the video is rendered in the cloud.`}
      </span>
    </Note>
  )
}

/** In such a template clips are at the bottom, visible only through transparent parts above them. */
function PlacelessNote() {
  const { document, projectId, template } = useEditor()
  if (findMainPlaces(document).length > 0) return null
  return (
    <Note>
      <Trans>
        This template has no slot for a video. Your clips are placed behind its layers and show only where those are
        transparent.{' '}
        <Link
          to={`/template/${template.templateId}/server-render?project=${projectId}`}
          className="text-plum underline underline-offset-4"
        >
          Edit its text instead
        </Link>
      </Trans>
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  const [isClosed, setIsClosed] = useState(false)
  if (isClosed) return null
  return (
    <div
      role="note"
      className="flex items-start gap-2 rounded-card border border-line bg-raised py-2 ps-3 pe-1 text-caption shadow-float"
    >
      <p className="flex-1 py-1.5">{children}</p>
      <IconButton label={t`Close note`} onClick={() => setIsClosed(true)} className="shrink-0">
        <X aria-hidden="true" size={16} />
      </IconButton>
    </div>
  )
}
