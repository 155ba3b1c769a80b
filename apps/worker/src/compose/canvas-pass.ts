// Decides which layers of a frame share one canvas. The cost of reading a canvas back depends on its size alone, so
// overlapping layers share one, even when a layer between them could be blended by itself.
import type { Layer } from '@vitrine/composition/layer'
import type { DrawnPlan, LayerPlan } from './layer-plan.ts'
import { type Area, unite } from './sprite.ts'

/** A layer of a frame and the ways to compose it. */
export interface Step {
  readonly layer: Layer
  /** On its own. Undefined when that is impossible because it blends with what is below. */
  readonly plan: LayerPlan | undefined
  /** It looks the same in all frames around this one. */
  readonly rests: boolean
  /** The length of the outlines that drawing it fills and strokes, in pixels of the video. */
  readonly outlineLength: number
}

export interface PassPlan {
  /** How many of the bottom steps are drawn together on a canvas of the video's size. */
  readonly sectionLength: number
  /** What lies above them, bottom first. */
  readonly layers: readonly LayerPlan[]
}

/**
 * Milliseconds of one core per million pixels, as measured. Only what one way costs more than another counts: a layer that
 * changes at each frame is drawn in all of them.
 */
const COST = {
  /** Clearing a canvas, reading it and blending what it shows. */
  pass: 3.2,
  /** Reading a canvas of the video's size and making it the frame. */
  section: 2.2,
  copy: 0.1,
  sprite: 0.25,
  /** A moving sprite must be redrawn every few frames. */
  movingSprite: 1.5,
  video: 1,
  /** To RGB, onto a canvas. */
  videoInSection: 8,
  /** A finished picture that the painter caches. */
  kept: 0.6,
} as const
/** Milliseconds for blending or drawing something, and for a canvas of its own, whatever its size. */
const CALL = 0.03
const CANVAS = 0.15
/** Drawing a layer by kind, per million pixels around it. */
const DRAWING: Record<Layer['type'], number> = {
  solid: 0.6,
  shape: 0.6,
  text: 0.1,
  image: 2,
  media: 2,
  plate: 8,
  group: 1.2,
  particles: 5,
  texture: 1,
  light: 4,
  adjustment: 8,
  audio: 0,
}
/** Filling what is inside an outline, per million pixels of its length. */
const OUTLINE = 70
/** A layer that needs a canvas of its own: masked, matted, blurred, recoloured. */
const DRAWING_APART = 20
/** The maximum number of layers per pass, so that compositions of thousands are planned quickly. */
const MAX_PASS = 48
const MILLION = 1_000_000

type Choice =
  | { readonly kind: 'section' }
  | { readonly kind: 'alone' }
  | { readonly kind: 'pass'; readonly from: number; readonly area: Area }

/** The cheapest known way to compose a number of steps. */
interface Way {
  cost: number
  choice: Choice
}

/**
 * The cheapest way to put a frame together by the costs above: which layers from the bottom become a section, which ones
 * share a pass, which ones are blended by themselves. At least `minSection` steps are a section; 0 for none.
 */
export function planPasses(steps: readonly Step[], minSection: number, frame: { pixels: number }): PassPlan {
  const ways: (Way | undefined)[] = sectionWays(steps, minSection, frame.pixels)
  const offer = (n: number, cost: number, choice: Choice) => {
    if (cost < (ways[n]?.cost ?? Number.POSITIVE_INFINITY)) ways[n] = { cost, choice }
  }
  const groundLength = minSection > 0 ? 0 : restingLength(steps)
  for (let n = 0; n < steps.length; n++) {
    const way = ways[n]
    const plan = steps[n]?.plan
    if (!way || !plan) continue
    // Static layers at the bottom are one picture already.
    const isGround = n < groundLength && way.choice.kind === 'alone'
    if (plan.kind !== 'drawn') offer(n + 1, way.cost + (isGround ? 0 : aloneCost(plan)), { kind: 'alone' })
    offerPasses(steps, n, way.cost, offer)
  }
  return chosen(steps, ways)
}

function sectionWays(steps: readonly Step[], least: number, pixels: number): Way[] {
  const ways: Way[] = []
  if (least === 0) ways[0] = { cost: (COST.copy * pixels) / MILLION, choice: { kind: 'alone' } }
  const still = steps.findIndex(({ rests }) => !rests)
  let drawing = 0
  for (const [n, step] of steps.entries()) {
    const isStill = still < 0 || n < still
    if (!isStill) drawing += sectionCost(step)
    const cost = isStill ? COST.copy : COST.section
    if (n + 1 >= Math.max(1, least)) {
      ways[n + 1] = { cost: (cost * pixels) / MILLION + drawing + CANVAS, choice: { kind: 'section' } }
    }
  }
  return ways
}

function offerPasses(
  steps: readonly Step[],
  from: number,
  before: number,
  offer: (n: number, cost: number, choice: Choice) => void,
): void {
  let area: Area | undefined
  let drawing = 0
  for (let n = from; n < Math.min(steps.length, from + MAX_PASS); n++) {
    const step = steps[n] as Step
    const { plan } = step
    if (plan?.kind !== 'drawn' && plan?.kind !== 'sprite') return
    area = area ? unite(area, plan.area) : plan.area
    if (plan.kind === 'sprite') drawing += redrawCost(step, plan)
    // A pass gains nothing from a last layer that could be blended over it.
    if (plan.kind === 'drawn') {
      offer(n + 1, before + drawing + (COST.pass * pixelsOf(area)) / MILLION + CANVAS, { kind: 'pass', from, area })
    }
  }
}

function chosen(steps: readonly Step[], ways: readonly (Way | undefined)[]): PassPlan {
  const layers: LayerPlan[] = []
  let n = steps.length
  while (n > 0) {
    const choice = ways[n]?.choice
    if (!choice || choice.kind === 'section') break
    const from = choice.kind === 'pass' ? choice.from : n - 1
    const plan = steps[n - 1]?.plan
    if (choice.kind === 'alone' && plan) layers.push(plan)
    else if (choice.kind === 'pass') layers.push(passOf(steps.slice(from, n), choice.area))
    n = from
  }
  return { sectionLength: n, layers: layers.toReversed() }
}

function passOf(steps: readonly Step[], area: Area): DrawnPlan {
  return { kind: 'drawn', ids: steps.map(({ layer }) => layer.id), area }
}

function restingLength(steps: readonly Step[]): number {
  const moving = steps.findIndex(({ plan, rests }) => plan?.kind !== 'sprite' || !rests)
  return moving < 0 ? steps.length : moving
}

function aloneCost(plan: LayerPlan): number {
  const rate = plan.kind !== 'sprite' ? COST.video : plan.isStill ? COST.sprite : COST.movingSprite
  return (rate * pixelsOf(plan.area)) / MILLION + CALL
}

/** The extra cost of redrawing a layer over blending its sprite; a moving one is redrawn in any case. */
function redrawCost({ layer, outlineLength }: Step, { area, ...plan }: LayerPlan): number {
  const rate = layer.effects?.length || layer.mask?.length || layer.matte ? DRAWING_APART : DRAWING[layer.type]
  const share = plan.kind === 'sprite' && !plan.isStill ? 0.25 : 1
  return (share * (rate * pixelsOf(area) + OUTLINE * outlineLength)) / MILLION + CALL
}

function sectionCost(step: Step): number {
  const { plan, layer, rests } = step
  if (!plan || plan.kind === 'drawn') return 0
  if (plan.kind !== 'sprite') return (COST.videoInSection * pixelsOf(plan.area)) / MILLION
  const isApart = layer.effects?.length || layer.mask?.length || layer.matte
  return isApart && rests ? (COST.kept * pixelsOf(plan.area)) / MILLION + CALL : redrawCost(step, plan)
}

function pixelsOf({ width, height }: Area): number {
  return width * height
}
