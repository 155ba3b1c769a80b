// Owns the templates a customer likes, and taking one off the list.
import type { UserTemplate } from '@vitrine/contract/catalogue'
import Heart from 'lucide-react/icons/heart'
import { type CSSProperties, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../store/browser-api.ts'
import { useRegion } from '../store/region.ts'
import { refreshProfile } from '../store/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Picture } from '../ui/media.tsx'
import { templateCredits } from '../ui/money.ts'
import { Price } from '../ui/price.tsx'
import { useToast } from '../ui/toast.tsx'

export function LikedTemplates({ templates }: { templates: readonly UserTemplate[] }) {
  if (templates.length === 0) {
    return (
      <EmptyState
        title="No liked templates yet"
        action={<LinkButton to="/templates-list">Browse Templates</LinkButton>}
      >
        The heart on a template keeps it here for you.
      </EmptyState>
    )
  }
  return (
    <>
      <h2 className="sr-only">Liked Templates</h2>
      <ul className="justified-rows">
        {templates.map((template) => (
          <li
            key={template.templateId}
            data-wide={template.width / template.height > 1.2 || undefined}
            style={{ '--ratio': template.width / template.height } as CSSProperties}
          >
            <LikedCard template={template} />
          </li>
        ))}
      </ul>
    </>
  )
}

function LikedCard({ template }: { template: UserTemplate }) {
  const region = useRegion()
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const unlike = async () => {
    setIsBusy(true)
    try {
      await api.unlikeTemplate(template.templateId)
      await refreshProfile()
    } catch {
      showToast('error', 'Failed to update like status')
    }
    setIsBusy(false)
  }
  return (
    <article className="relative">
      <Picture
        src={template.templateThumbnail}
        alt=""
        width={template.width}
        height={template.height}
        color={template.dominantColor}
      />
      <h3 className="mt-2.5 truncate font-medium">
        <Link to={`/template/${template.templateId}`} className="after:absolute after:inset-0 after:rounded-card">
          {template.templateName}
        </Link>
      </h3>
      <Price credits={templateCredits(template, region)} />
      <button
        type="button"
        disabled={isBusy}
        onClick={unlike}
        aria-label={`Unlike ${template.templateName}`}
        title="Unlike"
        className="absolute top-2 right-2 flex size-9 items-center justify-center rounded-full bg-tag text-marigold"
      >
        <Heart aria-hidden="true" size={18} className="fill-marigold" />
      </button>
    </article>
  )
}
