// The ticks of the rulers, and the guides that a customer drags out of them. Guides are stored on this device for each
// project and aspect ratio, and are no part of the document.
import { createObservable, type Observable } from '../../../../api/observable.ts'
import { persisted } from '../../../../api/persisted.ts'
import type { EditorModel } from '../../../model/editor-model.ts'

/** Positions in whole pixels of the canvas: `x` of vertical guides, `y` of horizontal ones. */
export interface GuideLines {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

export const NO_GUIDES: GuideLines = { x: [], y: [] }

const storedLines = persisted('vitrine-guides', (value) =>
  Array.isArray(value) ? value.filter(isStoredLines) : undefined,
)
const storedRulers = persisted('vitrine-rulers', checkSwitch)
const storedSnaps = persisted('vitrine-snapping', checkSwitch)
/** How many designs have stored guides; the newest come first. */
const maxDesigns = 40
/** Maximum number of guides per axis. */
export const maxGuides = 60

interface StoredLines extends GuideLines {
  design: string
}

/** The guides of an open editor, stored on this device. Each aspect ratio of the template has its own. */
export function createGuideLines({ projectId, shape }: Pick<EditorModel, 'projectId' | 'shape'>): {
  lines: Observable<GuideLines>
  close(): void
} {
  const design = () => `${projectId} ${shape.get().width}x${shape.get().height}`
  const lines = createObservable(findStored(design()))
  const ends = [
    shape.subscribe(() => lines.set(findStored(design()))),
    lines.subscribe(() => keep({ design: design(), ...lines.get() })),
  ]
  return {
    lines,
    close() {
      for (const end of ends) end()
    },
  }
}

/** The last settings on this device: whether rulers are shown, and whether snapping is on. */
export function readAids(): { hasRulers: boolean; snaps: boolean } {
  return { hasRulers: storedRulers.read() === 'on', snaps: storedSnaps.read() !== 'off' }
}

export function keepAids({ hasRulers, snaps }: { hasRulers: boolean; snaps: boolean }): void {
  storedRulers.write(hasRulers ? 'on' : 'off')
  storedSnaps.write(snaps ? 'on' : 'off')
}

/** The guides with one moved, added (`at` undefined) or removed (`to` undefined). */
export function withGuide(
  lines: GuideLines,
  axis: 'x' | 'y',
  at: number | undefined,
  to: number | undefined,
): GuideLines {
  const list = lines[axis].filter((_, n) => n !== at)
  if (to === undefined) return { ...lines, [axis]: list }
  const place = at ?? list.length
  return { ...lines, [axis]: list.toSpliced(place, 0, Math.round(to)).slice(0, maxGuides) }
}

function checkSwitch(value: unknown): 'on' | 'off' | undefined {
  return value === 'on' || value === 'off' ? value : undefined
}

function isStoredLines(one: unknown): one is StoredLines {
  const { design, x, y } = (one ?? {}) as Partial<Record<keyof StoredLines, unknown>>
  const isList = (list: unknown) => Array.isArray(list) && list.every((place) => Number.isFinite(place))
  return typeof design === 'string' && isList(x) && isList(y)
}

function findStored(design: string): GuideLines {
  const found = (storedLines.read() ?? []).find((lines) => lines.design === design)
  return found ? { x: found.x, y: found.y } : NO_GUIDES
}

function keep(changed: StoredLines): void {
  const others = (storedLines.read() ?? []).filter(({ design }) => design !== changed.design)
  const list = changed.x.length + changed.y.length > 0 ? [changed, ...others] : others
  storedLines.write(list.slice(0, maxDesigns))
}

interface Tick {
  /** CSS pixels from the start of the ruler. */
  at: number
  /** CSS pixels. */
  length: number
  /** Pixels of the canvas; on long ticks only. */
  label?: number
}

/** The least CSS pixels between two numbers. */
const labelRoom = 56
const steps = [1, 2, 5]
const long = 10
const short = 4

/**
 * @param start where the canvas begins, in CSS pixels from the start of the ruler
 * @param scale CSS pixels per pixel of the canvas
 * @param room length of the ruler in CSS pixels
 */
export function rulerTicks(start: number, scale: number, room: number): Tick[] {
  const step = labelStep(scale)
  const parts = step === 1 ? 1 : String(step).startsWith('2') ? 4 : 5
  const small = step / parts
  const ticks: Tick[] = []
  for (let n = Math.ceil(-start / scale / small); n * small * scale + start <= room; n++) {
    const at = n * small * scale + start
    ticks.push(n % parts === 0 ? { at, length: long, label: n * small } : { at, length: short })
  }
  return ticks
}

/** Pixels of the canvas from one number to the next: 1, 2 or 5 with zeros. */
function labelStep(scale: number): number {
  for (let zeros = 1; ; zeros *= 10) {
    const found = steps.find((step) => step * zeros * scale >= labelRoom)
    if (found !== undefined) return found * zeros
  }
}
