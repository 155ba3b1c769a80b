// Owns the page of one video template: what it is, what can be changed, what it costs, what comes out, what is allowed.
import type { Template } from '@vitrine/contract/catalogue'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Heart from 'lucide-react/icons/heart'
import type { ReactNode } from 'react'
import { data, isRouteErrorResponse, useLocation, useNavigate, useRevalidator } from 'react-router'
import { ApiError, createApi } from '../api.ts'
import { hostContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import { PageError } from '../shell/page-error.tsx'
import { editableText } from '../store/editable-text.ts'
import { useLike } from '../store/like.ts'
import { PreviewPlayer } from '../store/preview-player.tsx'
import { useRegion } from '../store/region.ts'
import { useSession } from '../store/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton, LinkButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { templateCredits } from '../ui/money.ts'
import { Price } from '../ui/price.tsx'
import type { Route } from './+types/template-detail'

export async function loader({ context, params: { templateId } }: Route.LoaderArgs) {
  const { transport, publicUrl } = context.get(hostContext)
  const api = createApi(transport)
  const [template, link] = await Promise.all([
    api.getTemplate(templateId).catch((error: unknown) => {
      const isMissing = error instanceof ApiError && error.status === 404
      throw data(null, { status: isMissing ? 404 : 503 })
    }),
    api.getVideoUrl(templateId.replace(/-template$/, '')).then(
      ({ videoUrl }) => videoUrl,
      () => null,
    ),
  ])
  return { template, link: link ?? (template.templateLink || null), publicUrl }
}

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (!loaderData) {
    const isMissing = isRouteErrorResponse(error) && error.status === 404
    return pageMeta({
      title: isMissing ? 'Template not found' : 'Failed to load template details',
      description: 'This template cannot be shown.',
      isPrivate: true,
    })
  }
  const { template, publicUrl } = loaderData
  return pageMeta({
    title: template.templateName,
    description: template.templateDescription,
    publicUrl,
    path: `/template/${template.templateId}`,
    picture: template.thumbnail,
    type: 'video.other',
  })
}

export default function TemplateDetail({ loaderData: { template, link } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { isLiked, toggle } = useLike(template.templateId)
  const isWide = template.width > template.height
  return (
    <main className="page-width max-md:pb-20">
      <div className="flex items-center justify-between py-4">
        <LinkButton
          to="/templates-list"
          variant="quiet"
          size="small"
          className="-ml-3"
          onClick={(event) => {
            // Whoever came from the list finds it as it was, filters and scroll included.
            if (state?.isFromList) {
              event.preventDefault()
              void navigate(-1)
            }
          }}
        >
          <ArrowLeft aria-hidden="true" size={17} />
          All templates
        </LinkButton>
        <IconButton
          label={isLiked ? 'Unlike this template' : 'Like this template'}
          aria-pressed={isLiked}
          onClick={toggle}
        >
          <Heart aria-hidden="true" size={21} className={classNames(isLiked && 'fill-marigold text-marigold-deep')} />
        </IconButton>
      </div>
      <div
        className={classNames(
          'grid items-start gap-8 md:gap-12',
          isWide ? 'lg:grid-cols-[minmax(0,1fr)_25rem]' : 'md:grid-cols-[minmax(0,1fr)_minmax(22rem,28rem)]',
        )}
      >
        <div className={classNames(!isWide && 'md:row-span-2 md:rounded-card md:bg-well md:p-8')}>
          <PreviewPlayer key={template.templateId} template={template} link={link} />
        </div>
        <Answers template={template} {...(isWide && { className: 'lg:row-span-2' })} />
        <Panels template={template} className={isWide ? 'lg:col-start-1' : 'md:col-start-2'} />
      </div>
    </main>
  )
}

function Answers({ template, className }: { template: Template; className?: string }) {
  return (
    <div className={classNames('flex flex-col gap-6', className)}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          {template.templateCategory.slice(0, 3).map((category) => (
            <Badge key={category}>{category}</Badge>
          ))}
        </div>
        <h1 className="font-headline text-headline">{template.templateName}</h1>
        <p className="text-muted">{template.templateDescription}</p>
      </div>
      <dl className="divide-y divide-line border-y border-line">
        <Answer question="You can change">{editableText(template.editable)}</Answer>
        <Answer question="You get">
          MP4 film, {template.videoDimensions.replace('x', ' × ')}, {Math.round(template.durationSeconds)} seconds
        </Answer>
        <Answer question="You may">{firstSentence(template.license.summary)}</Answer>
      </dl>
      <Order template={template} />
    </div>
  )
}

/** The whole licence stands in its panel below. */
function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0] ?? text
}

function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_1fr] gap-3 py-3">
      <dt className="text-muted">{question}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The price and the way on. On a phone they stay at the bottom of the screen. */
function Order({ template }: { template: Template }) {
  const region = useRegion()
  const session = useSession()
  const isOwned = session.status === 'signed-in' && session.profile.purchasedTemplates.includes(template.templateId)
  return (
    <div className="z-30 flex items-center justify-between gap-4 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:border-t max-md:border-line max-md:bg-paper max-md:px-4 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] md:flex-col md:items-stretch">
      {isOwned ? (
        <p className="text-caption font-medium text-good">Yours already: making a film costs nothing.</p>
      ) : (
        <div>
          <Price credits={templateCredits(template, region)} size="large" />
          <p className="text-caption text-muted max-md:hidden">Once. Every later film from this template is free.</p>
        </div>
      )}
      <LinkButton to={`/template/${template.templateId}/server-render`} className="h-12">
        Add Photo or Video
      </LinkButton>
    </div>
  )
}

/** The small print, opened when somebody asks. */
function Panels({ template, className }: { template: Template; className?: string }) {
  const layout = template.videoLayout || '16:9'
  return (
    <div className={classNames('border-t border-line', className)}>
      <Panel title="Video Layout">
        {layout} ({template.videoDimensions.replace('x', ' × ')} pixels)
      </Panel>
      <Panel title="Green Screen Layout">
        {template.greenScreenLayout || layout}
        {template.greenScreenDimensions && ` (${template.greenScreenDimensions.replace('x', ' × ')} pixels)`}
      </Panel>
      <Panel title="Video Length (seconds)">{template.durationSeconds}</Panel>
      <Panel title="Compatible With">{template.templateCompatibility.join(', ') || 'Every modern browser'}</Panel>
      <Panel title="Commercial and License Rights">
        <strong className="font-medium text-ink">{template.license.name}.</strong> {template.license.summary}
      </Panel>
    </div>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group border-b border-line">
      <summary className="flex items-center justify-between rounded-control py-3.5 font-medium [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden="true" size={18} className="text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="pb-4 text-muted">{children}</div>
    </details>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { revalidate, state } = useRevalidator()
  if (!isRouteErrorResponse(error)) return <PageError error={error} />
  const isMissing = error.status === 404
  return (
    <main className="page-width py-16">
      <h1 className="sr-only">Template</h1>
      <EmptyState
        isError
        title={isMissing ? 'Template not found' : 'Failed to load template details'}
        action={
          <>
            {!isMissing && (
              <Button isBusy={state === 'loading'} onClick={() => void revalidate()}>
                Try again
              </Button>
            )}
            <LinkButton to="/" variant={isMissing ? 'primary' : 'secondary'}>
              Go to the home page
            </LinkButton>
          </>
        }
      >
        {isMissing ? 'It may have been withdrawn, or the address is not complete.' : 'Please try again in a moment.'}
      </EmptyState>
    </main>
  )
}
