// The three steps on the home page, each with an illustration.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Template } from '@vitrine/contract/catalogue'
import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
import ImagePlus from 'lucide-react/icons/image-plus'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../../ui/media.tsx'

const steps = () => [
  {
    title: t`Choose a template`,
    text: t`Weddings, festivals, shop offers, birthdays. Every one plays before you decide.`,
  },
  { title: t`Customise content`, text: t`Add your photos and text and watch the video change as you type.` },
  { title: t`Export and share`, text: t`We render the video in full quality. Download it, send it, post it.` },
]

/** `templates` are those of the carousel; without them the steps have no illustration. */
export function HowItWorks({ templates }: { templates: readonly Template[] }) {
  const scenes = drawScenes(templates)
  return (
    <section aria-labelledby="how-it-works" className="page-width pt-20 md:pt-28">
      <h2 id="how-it-works" className="font-headline text-headline">
        <Trans>How It Works</Trans>
      </h2>
      <ol className="mt-8 grid gap-12 md:grid-cols-3 md:gap-5">
        {steps().map((step, index) => (
          <li key={step.title} className={classNames(!scenes && 'border-t border-line pt-6')}>
            {scenes && (
              <div aria-hidden="true" className="relative mb-6 aspect-4/3 overflow-hidden rounded-card bg-well">
                {scenes[index]}
              </div>
            )}
            <div className="flex gap-4">
              <span aria-hidden="true" className="font-headline text-headline text-plum">
                {index + 1}
              </span>
              <div className="pt-1">
                <h3 className="text-lead font-medium">{step.title}</h3>
                <p className="mt-1 max-w-[38ch] text-muted">{step.text}</p>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function drawScenes(templates: readonly Template[]): readonly ReactNode[] | undefined {
  const tall = templates.filter(({ width, height }) => height > width)
  const [first, second, third] = tall
  const [broad, square] = templates.filter(({ width, height }) => width >= height)
  if (!first || !second || !third || !broad || !square) return undefined
  return [
    <>
      <Print template={broad} className="top-[13%] start-[6%] w-[58%] -rotate-4" />
      <Print template={square} className="top-[34%] end-[7%] w-[38%] rotate-5" />
      <Print template={second} className="top-[24%] start-[33%] w-[30%] -rotate-1" />
    </>,
    <>
      <Print template={third} className="top-[11%] start-[10%] w-[39%]" />
      <div className="absolute end-[8%] bottom-[9%] flex w-[50%] flex-col gap-2.5 rounded-card border border-line bg-raised p-3.5 text-caption shadow-float">
        <span className="text-muted">
          <Trans>Your text</Trans>
        </span>
        <span className="truncate rounded-control border-2 border-plum bg-paper px-2.5 py-1.5 font-medium">
          <Trans>Asha &amp; Tom</Trans>
          <span className="ms-0.5 inline-block h-3.5 w-px animate-breathe bg-ink align-middle" />
        </span>
        <span className="flex items-center gap-2 rounded-control border border-dashed border-edge px-2.5 py-1.5 text-muted">
          <ImagePlus size={16} className="shrink-0" />
          <span className="min-w-0">
            <Trans>Your photo</Trans>
          </span>
        </span>
      </div>
    </>,
    <>
      <Print template={first} className="top-[11%] start-[13%] w-[40%]" />
      <div className="absolute end-[8%] bottom-[9%] flex w-[50%] flex-col gap-3 rounded-card border border-line bg-raised p-3.5 text-caption shadow-float">
        <span className="flex items-center gap-2 font-medium">
          <span className="flex size-5 shrink-0 items-center justify-center rounded-full bg-good-wash text-good">
            <Check size={14} />
          </span>
          <span className="min-w-0 leading-tight">
            <Trans>Your video is ready</Trans>
          </span>
        </span>
        <span className="flex h-8 items-center justify-center gap-1.5 rounded-control bg-marigold font-medium text-on-marigold">
          <Download size={15} />
          <Trans>Download</Trans>
        </span>
      </div>
    </>,
  ]
}

function Print({ template, className }: { template: Template; className: string }) {
  const { thumbnail, width, height, dominantColor } = template
  return (
    <div className={classNames('absolute overflow-hidden rounded-card shadow-float', className)}>
      <Picture
        src={thumbnail}
        alt=""
        width={width}
        height={height}
        color={dominantColor}
        sizes="(width < 52rem) 40vw, 14rem"
      />
    </div>
  )
}
