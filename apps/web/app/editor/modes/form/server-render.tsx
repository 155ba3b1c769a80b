// The page /template/{templateId}/server-render: the form editor of a video template.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ApiResponseError } from '../../../api/api.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { type MetaMatches, pageMeta } from '../../../ui/page-meta.ts'
import { OpenEditor, useEditorLoading } from '../../shell/editor-page.tsx'
import { EditorMessage, editorLinks, FormOpening, loadPoster, TryAgain } from '../../shell/editor-states.tsx'
import { FormEditor } from './form-editor.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Edit your video`,
    description: t`Put your own photos and text into a template.`,
    isPrivate: true,
  })
}

export const loader = loadPoster
export const links = editorLinks

const opening = <FormOpening className="aspect-video max-h-full w-full max-w-3xl" />

export default function ServerRender() {
  const { loaded, error, retry } = useEditorLoading()
  if (loaded) return <OpenEditor loaded={loaded} editor={FormEditor} opening={opening} />
  return error ? <Failed error={error} onRetry={retry} /> : opening
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiResponseError && error.status === 404)
    return (
      <EditorMessage
        title={t`Template not found`}
        action={<LinkButton to="/templates-list">{t`Browse the templates`}</LinkButton>}
      >
        <Trans>It may no longer be available. What you made with it before is still in your profile.</Trans>
      </EditorMessage>
    )
  return (
    <EditorMessage title={t`The editor could not be opened`} action={<TryAgain onRetry={onRetry} />}>
      <span>{error.message || t`Something went wrong on our side.`}</span> <Trans>Everything you saved is safe.</Trans>
    </EditorMessage>
  )
}
