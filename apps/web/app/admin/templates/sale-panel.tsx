// The sale of a version: the actions, what is missing for them, and the progress of the files that are rendered for it.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminTemplateDetail } from '@vitrine/contract/admin'
import { isUnderWay } from '@vitrine/contract/operation-status'
import type { EditingCopy, MissingPart, PreviewState } from '@vitrine/contract/publishing'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { statusText } from '../../api/status-text.ts'
import { editorPath, templatePath } from '../../api/template-kind.ts'
import { serverText } from '../../language/i18n.ts'
import { Button, LinkButton, PlainButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/indicator.tsx'
import { losesNothing } from '../../ui/leave-guard.tsx'
import { useToast } from '../../ui/toast.tsx'
import { sentenceText } from '../ui/sentence-text.ts'
import { newTemplatePath, previewKey, publishingApi, publishingPath, templateKey } from './publishing-api.ts'

/** The tab on which something missing can be added or read. */
type MissingTab = 'listing' | 'report'

type SaleBarProps = {
  template: AdminTemplateDetail
  version: AdminTemplateDetail['versions'][number]
  /** Whether customers can change anything. */
  hasFields: boolean
  missing: readonly MissingPart[]
  onShow: (tab: MissingTab) => void
}

/** At the top, so that the main actions are on the first screen, also on phones. */
export function SaleBar({ template, version, hasFields, missing, onShow }: SaleBarProps) {
  const isShown = template.status === 'published' && version.isCurrent
  return (
    <section aria-label={t`Sale`} className="flex flex-col gap-4">
      <Actions template={template} version={version} hasFields={hasFields} canPublish={missing.length === 0} />
      {missing.length > 0 && !isShown && <Missing missing={missing} onShow={onShow} />}
    </section>
  )
}

type SaleFilesProps = {
  template: AdminTemplateDetail
  version: AdminTemplateDetail['versions'][number]
  preview: PreviewState
  editingCopies: readonly EditingCopy[]
}

export function SaleFiles({ template, version, preview, editingCopies }: SaleFilesProps) {
  return (
    <section
      aria-label={t`Poster and preview`}
      className="flex flex-col gap-5 rounded-card border border-line bg-raised p-5"
    >
      <Making templateId={template.templateId} versionId={version.versionId} preview={preview} />
      <EditingCopies templateId={template.templateId} versionId={version.versionId} copies={editingCopies} />
    </section>
  )
}

/** Progress of poster and preview, which a worker renders even after the page is closed. */
function Making({ templateId, versionId, preview }: { templateId: string; versionId: string; preview: PreviewState }) {
  const { status, percent, posterUrl, previewUrl, errorMessage } = preview
  const queries = useQueryClient()
  const showToast = useToast()
  const make = useMutation({
    mutationFn: () => publishingApi.orderPreview(templateId, versionId, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: previewKey(templateId, versionId) }),
    onError: (error) => showToast('error', errorText(error, t`The preview could not be requested. Please try again.`)),
  })
  const isMaking = isUnderWay(status)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-4">
        {posterUrl && (
          <img
            src={`${posterUrl}?w=320`}
            alt={t`The poster`}
            className="h-20 max-w-36 rounded-control bg-well object-contain"
          />
        )}
        <div className="min-w-0">
          <p aria-live="polite" className="font-medium" data-preview={status ?? 'none'}>
            {statusText({ kind: 'preview', status })}
          </p>
          {errorMessage && status === 'failed' && <p className="text-caption text-bad">{serverText(errorMessage)}</p>}
          {previewUrl && (
            <a
              href={previewUrl}
              target="_blank"
              rel="noreferrer"
              className="text-caption text-plum underline underline-offset-4"
            >
              <Trans>Watch the preview</Trans>
            </a>
          )}
        </div>
      </div>
      {isMaking && <ProgressBar percent={percent} label={t`Making poster and preview`} />}
      {!isMaking && (
        <Button
          size="small"
          variant="secondary"
          className="self-start"
          isBusy={make.isPending}
          onClick={() => make.mutate()}
        >
          {status === 'failed' ? t`Try again` : status === null ? t`Make preview` : t`Make again`}
        </Button>
      )}
    </div>
  )
}

const tabByPart: Partial<Record<MissingPart['part'], MissingTab>> = {
  name: 'listing',
  description: 'listing',
  sections: 'listing',
  categories: 'listing',
  license: 'listing',
  report: 'report',
}

function linkText(tab: MissingTab): string {
  return { listing: t`Edit`, report: t`Read report` }[tab]
}

function Missing({ missing, onShow }: Pick<SaleBarProps, 'missing' | 'onShow'>) {
  return (
    <div className="rounded-card bg-warn-wash p-4 text-warn">
      <p className="flex items-center gap-2 font-medium">
        <CircleAlert aria-hidden="true" size={18} />
        <Trans>Before it can be published</Trans>
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1 ps-5">
        {missing.map(({ part, message, sentence }) => {
          const tab = tabByPart[part]
          return (
            <li key={part}>
              <span>{sentence ? sentenceText(sentence) : serverText(message)}</span>{' '}
              {tab && (
                <PlainButton onClick={() => onShow(tab)} className="rounded-control underline underline-offset-4">
                  {linkText(tab)}
                </PlainButton>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type ActionsProps = Pick<SaleBarProps, 'template' | 'version' | 'hasFields'> & { canPublish: boolean }

function Actions({ template, version, hasFields, canPublish }: ActionsProps) {
  const { templateId, status } = template
  const { number } = version
  const isShown = status === 'published' && version.isCurrent
  const act = useSaleAction(templateId)
  const publish = () =>
    act.mutate({
      run: () => publishingApi.publish(templateId, { versionId: version.versionId }),
      done: t`Version ${number} is on sale.`,
    })
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isShown ? (
        <p className="me-3 text-muted">
          <Trans>
            On sale.{' '}
            <Link to={templatePath(template)} className="rounded-control text-plum underline underline-offset-4">
              View in store
            </Link>
          </Trans>
        </p>
      ) : !hasFields && template.kind !== 'direct-sell' ? (
        <Confirmed
          variant="primary"
          label={publishLabel(template, version)}
          title={t`Publish without fields?`}
          text={t`Customers can change nothing in this version: no text, photo or colour. Fields are made under Fields, or by the names of layers.`}
          isBusy={act.isPending}
          isDisabled={!canPublish}
          onConfirm={publish}
        />
      ) : (
        <Button isBusy={act.isPending} disabled={!canPublish} onClick={publish}>
          {publishLabel(template, version)}
        </Button>
      )}
      <LinkButton variant="secondary" to={`${newTemplatePath}?for=${encodeURIComponent(templateId)}`}>
        <Trans>Upload a new version</Trans>
      </LinkButton>
      {status === 'published' && (
        <Confirmed
          label={t`Withdraw from sale`}
          title={t`Withdraw this template?`}
          text={t`It leaves the store immediately. Customers who bought it keep it, and existing projects can be finished.`}
          isBusy={act.isPending}
          onConfirm={() =>
            act.mutate({ run: () => publishingApi.withdraw(templateId), done: t`The template is withdrawn.` })
          }
        />
      )}
      {status === 'draft' && template.kind !== 'direct-sell' && (
        <LinkButton variant="secondary" to={editorPath(template)}>
          <Trans>Open in the editor</Trans>
        </LinkButton>
      )}
      {status !== 'published' && <DeleteTemplate template={template} />}
    </div>
  )
}

function publishLabel(
  { status, versions }: AdminTemplateDetail,
  { number, isCurrent }: SaleBarProps['version'],
): string {
  if (status === 'draft') return t`Publish`
  if (isCurrent) return t`Publish again`
  return number === versions.length ? t`Publish version ${number}` : t`Go back to version ${number}`
}

type SaleAction = { run: () => Promise<AdminTemplateDetail>; done: string }

function useSaleAction(templateId: string) {
  const queries = useQueryClient()
  const showToast = useToast()
  return useMutation({
    mutationFn: ({ run }: SaleAction) => run(),
    onSuccess: (template, { done }) => {
      queries.setQueryData(templateKey(templateId), template)
      showToast('success', done)
    },
    onError: (error) => showToast('error', errorText(error, t`The action failed. Please try again.`)),
  })
}

type Status = AdminTemplateDetail['status']

function failedText(status: Status): string {
  return status === 'draft'
    ? t`The draft could not be deleted. Please try again.`
    : t`The template could not be deleted. Please try again.`
}

/** What the deletion includes, and what prevents it. */
function warningText(status: Status, hasProjects: boolean): string {
  if (status === 'draft')
    return hasProjects
      ? t`The draft is deleted with all its versions, and with the projects and videos that you made from it. This can’t be undone. It can’t be deleted if somebody else has a project based on it.`
      : t`The draft is deleted with all its versions. This can’t be undone. It can’t be deleted if somebody else has a project based on it.`
  return hasProjects
    ? t`The template is deleted with all its versions, and with the projects and videos that you made from it. This can’t be undone. It can’t be deleted if a customer owns it or has a project based on it.`
    : t`The template is deleted with all its versions. This can’t be undone. It can’t be deleted if a customer owns it or has a project based on it.`
}

function DeleteTemplate({ template: { templateId, status, versions } }: { template: AdminTemplateDetail }) {
  const isDraft = status === 'draft'
  const navigate = useNavigate()
  const queries = useQueryClient()
  const showToast = useToast()
  const remove = useMutation({
    mutationFn: () => publishingApi.delete(templateId),
    onSuccess: async () => {
      await navigate(publishingPath, { replace: true, state: losesNothing })
      queries.removeQueries({ queryKey: templateKey(templateId) })
      showToast('success', isDraft ? t`The draft is deleted.` : t`The template is deleted.`)
    },
    onError: (error) => showToast('error', errorText(error, failedText(status))),
  })
  return (
    <Confirmed
      label={isDraft ? t`Delete draft` : t`Delete template`}
      title={isDraft ? t`Delete this draft?` : t`Delete this template?`}
      text={warningText(
        status,
        versions.some(({ projects }) => projects > 0),
      )}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}

type ConfirmedProps = {
  label: string
  title: string
  text: string
  isBusy: boolean
  isDisabled?: boolean
  /** `primary` where nothing is lost. */
  variant?: 'danger' | 'primary'
  onConfirm: () => void
}

function Confirmed({
  label,
  title,
  text,
  isBusy,
  isDisabled = false,
  variant = 'danger',
  onConfirm,
}: ConfirmedProps): ReactNode {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant={variant} isBusy={isBusy} disabled={isDisabled} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={title} description={text}>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" data-autofocus onClick={() => setIsAsking(false)}>
            {variant === 'danger' ? t`Keep it` : t`Cancel`}
          </Button>
          <Button
            variant={variant}
            onClick={() => {
              setIsAsking(false)
              onConfirm()
            }}
          >
            {label}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

type EditingCopiesProps = { templateId: string; versionId: string; copies: readonly EditingCopy[] }

/** The state of the editing copies of a version’s videos, with a retry for failed ones. */
function EditingCopies({ templateId, versionId, copies }: EditingCopiesProps) {
  const queries = useQueryClient()
  const showToast = useToast()
  const retry = useMutation({
    mutationFn: () => publishingApi.retryEditingCopies(templateId, versionId),
    onSuccess: () => queries.invalidateQueries({ queryKey: previewKey(templateId, versionId) }),
    onError: (error) => showToast('error', errorText(error, t`The copies could not be requested. Please try again.`)),
  })
  const failed = copies.filter(({ status }) => status === 'failed')
  const waiting = copies.filter(({ status }) => isUnderWay(status))
  if (failed.length === 0 && waiting.length === 0) return null
  return (
    <div
      className="flex flex-col gap-3 border-t border-line pt-4"
      data-copies={failed.length > 0 ? 'failed' : 'queued'}
    >
      {waiting.length > 0 && (
        <p aria-live="polite" className="text-caption text-muted">
          {waitingCopiesText(waiting.length)}
        </p>
      )}
      {failed.length > 0 && (
        <div role="alert" className="flex flex-col gap-3">
          <p className="font-medium text-bad">{failedCopiesText(failed.length)}</p>
          {[...new Set(failed.map(({ errorMessage }) => errorMessage))].map((message) => (
            <p key={message} className="text-caption text-muted">
              {message && serverText(message)}
            </p>
          ))}
          <Button
            size="small"
            variant="secondary"
            className="self-start"
            isBusy={retry.isPending}
            onClick={() => retry.mutate()}
          >
            <Trans>Prepare again</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

function waitingCopiesText(videos: number): string {
  return plural(videos, {
    one: 'One of its videos is being prepared for the editor.',
    other: '# of its videos are being prepared for the editor.',
  })
}

function failedCopiesText(videos: number): string {
  return plural(videos, {
    one: 'One of its videos is missing in the editor for everyone who has not bought the template.',
    other: '# of its videos are missing in the editor for everyone who has not bought the template.',
  })
}
