// Owns the window of the home page: the most popular templates, standing on a sill and moving.
import type { Template } from '@vitrine/contract/catalogue'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Film, prefersStillness } from '../store/film.tsx'
import { Button } from '../ui/button.tsx'
import { Picture } from '../ui/media.tsx'

/** About as many as the widest window shows: what is in sight at once is never loaded lazily, which Safari does seconds late. */
const urgentCount = 5

/** The goods, standing on a sill and moving. The button stops them all, as moving pictures need. */
export function ShopWindow({ templates }: { templates: readonly Template[] }) {
  const [isMoving, setIsMoving] = useState(true)
  return (
    <section
      aria-label="Popular templates"
      className="relative border-b border-line [--shelf:19rem] md:[--shelf:clamp(18rem,calc(100dvh-30rem),27rem)]"
    >
      <ul className="page-bleed flex snap-x items-end gap-4 overflow-x-auto pt-2 pb-16 [scrollbar-width:none] md:gap-6">
        {templates.map((template, index) => (
          <ShopWindowItem
            key={template.templateId}
            template={template}
            isMoving={isMoving}
            isUrgent={index === 0 ? 'first' : index < urgentCount}
          />
        ))}
      </ul>
      <div className="page-width absolute inset-x-0 bottom-3 flex justify-end motion-reduce:hidden">
        <Button variant="quiet" size="small" onClick={() => setIsMoving(!isMoving)}>
          {isMoving ? <Pause aria-hidden="true" size={15} /> : <Play aria-hidden="true" size={15} />}
          {isMoving ? 'Pause the films' : 'Play the films'}
        </Button>
      </div>
    </section>
  )
}

type ShopWindowItemProps = { template: Template; isMoving: boolean; isUrgent: boolean | 'first' }

function ShopWindowItem({ template, isMoving, isUrgent }: ShopWindowItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!item.current || prefersStillness()) return
    const observer = new IntersectionObserver(([entry]) => setIsSeen(entry?.isIntersecting === true), {
      threshold: 0.4,
    })
    observer.observe(item.current)
    return () => observer.disconnect()
  }, [])
  const { width, height, dominantColor } = template
  return (
    <li
      ref={item}
      className="shelf-item snap-start"
      style={{ '--ratio': width / height, '--glow': dominantColor } as CSSProperties}
    >
      <Link to={`/template/${template.templateId}`} prefetch="intent" viewTransition className="block rounded-card">
        <Picture
          src={template.thumbnail}
          alt={template.templateName}
          width={width}
          height={height}
          color={dominantColor}
          sizes={windowSizes(width / height)}
          isUrgent={isUrgent}
          className="glow"
        >
          <Film link={template.templateLink} isWanted={isSeen && isMoving} />
        </Picture>
      </Link>
    </li>
  )
}

/** The tallest shape is as high as the shelf, the others by their area; see `shelf-item`. */
function windowSizes(ratio: number): string {
  const share = (ratio * (0.5625 / ratio) ** 0.4).toFixed(2)
  return `(width < 52rem) calc(${share} * 19rem), calc(${share} * 24rem)`
}
