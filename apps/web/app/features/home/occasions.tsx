// The occasions on the home page, each with a template and a link to its section.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Template } from '@vitrine/contract/catalogue'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { useLanguages } from '../../api/root-data.ts'
import { templateKinds } from '../../api/template-kind.ts'
import { serverText } from '../../language/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../../ui/media.tsx'

const maxTiles = 12

const sectionPath = (section: string) => `/templates-list?${new URLSearchParams({ section })}`

type OccasionLink = { slug: string; title: string; language: string }

type OccasionsProps = { occasions: readonly Occasion[]; pages: readonly OccasionLink[]; hasFree: boolean }

export function Occasions({ occasions, pages, hasFree }: OccasionsProps) {
  const pictured = occasions.filter((occasion) => occasion.picture !== undefined).slice(0, maxTiles)
  const others = occasions.filter((occasion) => !pictured.includes(occasion))
  return (
    <section aria-labelledby="occasions" className="page-width pt-20 md:pt-28">
      <h2 id="occasions" className="font-headline text-headline">
        <Trans>What is the occasion?</Trans>
      </h2>
      {pictured.length > 0 && (
        <ul
          style={createColumnStyle(pictured.length)}
          className="mt-8 grid grid-cols-2 gap-3.5 max-sm:*:last:odd:col-span-2 sm:grid-cols-(--small) md:grid-cols-(--medium) md:gap-5 lg:grid-cols-(--large)"
        >
          {pictured.map(
            ({ section, picture }) => picture && <Tile key={section} section={section} picture={picture} />,
          )}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="mt-8 flex flex-wrap gap-x-8 gap-y-3 md:gap-x-12 md:gap-y-5">
          {others.map(({ section }) => (
            <li key={section}>
              <Link
                to={sectionPath(section)}
                className="rounded-control font-headline text-title underline decoration-line underline-offset-8 transition-colors hover:decoration-marigold"
              >
                {serverText(section)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <OccasionPages pages={pages} hasFree={hasFree} />
      <OtherKinds />
    </section>
  )
}

/** Avoids a single tile in the last row, which would look like a mistake. */
function createColumnStyle(count: number): CSSProperties {
  const track = (fitting: number[]) => `repeat(${fullestColumns(count, fitting)}, minmax(0, 1fr))`
  return { '--small': track([3, 2]), '--medium': track([4, 3]), '--large': track([5, 4, 6]) } as CSSProperties
}

const linkClass = 'rounded-control text-plum underline underline-offset-4 hover:no-underline'

const listPages = (hasFree: boolean) =>
  [['/new-templates', t`New templates`] as const, hasFree && (['/free-this-week', t`Free this week`] as const)].filter(
    (page) => page !== false,
  )

/** Links to pages with templates of each kind: the newest, those free this week, and occasions. */
function OccasionPages({ pages, hasFree }: { pages: readonly OccasionLink[]; hasFree: boolean }) {
  const { language, languages } = useLanguages()
  const findDirection = (tag: string) => languages.find((each) => each.tag === tag)?.direction
  return (
    <ul className="mt-8 mb-8 flex flex-wrap gap-x-6 gap-y-2.5">
      {listPages(hasFree).map(([path, title]) => (
        <li key={path}>
          <Link to={path} className={linkClass}>
            {title}
          </Link>
        </li>
      ))}
      {pages.map((page) => (
        <li key={page.slug}>
          <Link
            to={`/${page.slug}`}
            {...(page.language !== language.tag && { lang: page.language, dir: findDirection(page.language) })}
            className={linkClass}
          >
            {page.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function OtherKinds() {
  return (
    <ul className="mt-3.5 grid gap-3.5 md:mt-5 md:grid-cols-2 md:gap-5">
      {(['image', 'direct-sell'] as const).map((kind) => {
        const { listPath, title, description } = templateKinds[kind]
        return (
          <li key={kind}>
            <Link
              to={listPath}
              className="group flex h-full items-center justify-between gap-6 rounded-card border border-line bg-raised p-5 transition-colors hover:border-edge md:px-7 md:py-6"
            >
              <span>
                <span className="font-headline text-title">{title}</span>
                <span className="mt-1 block max-w-[46ch] text-muted">{description}</span>
              </span>
              <ArrowRight
                aria-hidden="true"
                size={20}
                className="shrink-0 transition-transform group-hover:translate-x-1 rtl:group-hover:-translate-x-1"
              />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Tile({ section, picture }: { section: string; picture: OccasionPicture }) {
  const { thumbnail, width, height, dominantColor } = picture
  return (
    <li>
      <Link
        to={sectionPath(section)}
        className="group tinted relative block h-52 overflow-hidden rounded-card md:h-72"
        style={{ '--glow': dominantColor } as CSSProperties}
      >
        <span className="absolute inset-x-4 top-3.5 truncate font-headline text-lead max-sm:in-[:lang(ta)]:text-body md:text-title">
          {serverText(section)}
        </span>
        <Picture
          src={thumbnail}
          alt=""
          width={width}
          height={height}
          color={dominantColor}
          sizes="(width < 40rem) 45vw, 18rem"
          className={classNames(
            'glow absolute! transition-transform duration-(--duration-calm) group-hover:-translate-y-1.5',
            choosePosition(width / height),
          )}
        />
      </Link>
    </li>
  )
}

/** Wide pictures are cut off at the side, tall ones at the bottom, which hints that there is more. */
function choosePosition(ratio: number): string {
  if (ratio > 1.2) return 'top-16 start-4 w-[135%] md:top-22'
  return classNames('inset-x-0 top-14 mx-auto md:top-18', ratio < 0.8 ? 'w-[62%]' : 'w-[76%]')
}

type OccasionPicture = Pick<Template, 'thumbnail' | 'width' | 'height' | 'dominantColor'>
type Occasion = { section: string; picture: OccasionPicture | undefined }

/**
 * A picture for each section, in the given order: of one of its templates, preferring earlier ones. A template
 * represents two sections only when there is no other.
 */
export function matchOccasions(sections: readonly string[], templates: readonly Template[]): Occasion[] {
  const candidates = sections.map((section) => ({
    section,
    found: templates.filter(({ templateSection }) => templateSection.includes(section)),
  }))
  // The section with the fewest templates chooses first.
  candidates.sort((a, b) => a.found.length - b.found.length)
  const taken = new Set<Template>()
  const chosen = new Map<string, OccasionPicture | undefined>()
  for (const { section, found } of candidates) {
    const template = found.find((item) => !taken.has(item)) ?? found[0]
    if (template) taken.add(template)
    chosen.set(section, template && toPicture(template))
  }
  return sections.map((section) => ({ section, picture: chosen.get(section) }))
}

/** The number of columns, among those that fit, with the fullest last row; the first of equal ones. */
export function fullestColumns(count: number, fitting: readonly number[]): number {
  const missing = (columns: number) => (columns - (count % columns)) % columns
  return fitting.toSorted((a, b) => missing(a) - missing(b))[0] ?? 1
}

/** Only rendered fields are sent to the page. */
const toPicture = ({ thumbnail, width, height, dominantColor }: Template): OccasionPicture => ({
  thumbnail,
  width,
  height,
  dominantColor,
})
