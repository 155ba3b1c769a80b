// The features of the program. The owner cannot edit this text, because it changes with the program.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Clapperboard from 'lucide-react/icons/clapperboard'
import Crop from 'lucide-react/icons/crop'
import Eye from 'lucide-react/icons/eye'
import History from 'lucide-react/icons/history'
import Languages from 'lucide-react/icons/languages'
import Proportions from 'lucide-react/icons/proportions'
import Receipt from 'lucide-react/icons/receipt'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'

const features = () => [
  {
    mark: Eye,
    title: t`Live preview`,
    text: t`The editor draws every frame with the same engine that renders your video. What you see is what you download, letter for letter.`,
  },
  {
    mark: Crop,
    title: t`Photos that fit`,
    text: t`Move, zoom and rotate a photo inside its frame. A photo that is too small is flagged before you pay, and phone photos are rotated automatically. Phone videos, portrait or landscape, are accepted too.`,
  },
  {
    mark: Languages,
    title: t`Text that never breaks the design`,
    text: t`Long names shrink until they fit, and the editor tells you when they are too long. Devanagari, Tamil, Gujarati and Arabic are shaped as they should be, with fonts included.`,
  },
  {
    mark: Proportions,
    title: t`Every format`,
    text: t`Landscape for television, portrait for stories and statuses, square for the feed. Each template is shown in its own format everywhere.`,
  },
  {
    mark: History,
    title: t`Nothing gets lost`,
    text: t`Projects are saved as you work, on your device and in your account. Close the tab, lose the network, come back tomorrow: it is all there, with undo.`,
  },
  {
    mark: Clapperboard,
    title: t`Rendered for you`,
    text: t`Rendering shows real progress and the time left. You can leave; the video will be in your profile. Exports are MP4, mostly Full HD 1920x1080.`,
  },
  {
    mark: BadgeCheck,
    title: t`Pay once`,
    text: t`A template you bought stays yours. Make as many versions as you like, correct a typo next week, download again next year.`,
  },
  {
    mark: Receipt,
    title: t`A price before every click`,
    text: t`Every card names the credits and what they are worth in your currency, and the button that spends them names them again. A video that cannot be made costs nothing.`,
  },
]

export const meta = ({ matches }: MetaMatches) =>
  pageMeta({
    matches,
    title: t`Features`,
    description: t`Live preview while you type, photos cropped inside the design, Indian scripts set correctly, videos in Full HD.`,
    path: '/features',
  })

export default function Features() {
  return (
    <>
      <h1>
        <Trans>Features</Trans>
      </h1>
      <p>
        <Trans>Everything between choosing a template and sending the video, on a phone as on a desk.</Trans>
      </p>
      <div className="mt-10 grid gap-x-10 gap-y-12 sm:grid-cols-2">
        {features().map(({ mark: Mark, title, text }) => (
          <section key={title}>
            <span
              aria-hidden="true"
              className="flex size-11 items-center justify-center rounded-card bg-well text-plum"
            >
              <Mark size={22} />
            </span>
            <h2 className="mt-4 mb-2 font-headline text-title">{title}</h2>
            <p className="text-muted">{text}</p>
          </section>
        ))}
      </div>
    </>
  )
}
