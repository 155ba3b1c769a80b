// Brightness, contrast and colour of a photo: converts slider values to effects of the document and back. Browser and
// server draw the same effects.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Effect } from '@vitrine/document/effect'
import type { Layer } from '@vitrine/document/layer'
import type { Difference } from '@vitrine/project/difference'
import { checkEdits, type LayerEdit } from '@vitrine/project/edit'

/** -100 to 100, with 0 for the unchanged photo; `hue` is in degrees from -180 to 180, and `blur` from 0 to 100. */
export interface Light {
  brightness: number
  contrast: number
  saturation: number
  hue: number
  warmth: number
  blur: number
}

type LightPart = keyof Light

export const daylight: Light = { brightness: 0, contrast: 0, saturation: 0, hue: 0, warmth: 0, blur: 0 }

/** The sliders in the order of the form, each with its name and the name of its undo step. */
export const lightParts: readonly {
  part: LightPart
  name: readonly [MessageDescriptor, MessageDescriptor]
  range: { min: number; max: number; unit?: string }
}[] = [
  { part: 'brightness', name: [msg`Brightness`, msg`Change brightness`], range: { min: -100, max: 100 } },
  { part: 'contrast', name: [msg`Contrast`, msg`Change contrast`], range: { min: -100, max: 100 } },
  { part: 'saturation', name: [msg`Saturation`, msg`Change saturation`], range: { min: -100, max: 100 } },
  { part: 'warmth', name: [msg`Warmth`, msg`Change warmth`], range: { min: -100, max: 100 } },
  { part: 'hue', name: [msg`Hue`, msg`Change hue`], range: { min: -180, max: 180, unit: '°' } },
  { part: 'blur', name: [msg`Blur`, msg`Change blur`], range: { min: 0, max: 100 } },
]

/** Presets; the sliders adjust them further. */
export const filters: readonly { name: MessageDescriptor; light: Light }[] = [
  { name: msg`Original`, light: daylight },
  { name: msg`Vivid`, light: { ...daylight, contrast: 14, saturation: 32 } },
  { name: msg`Golden`, light: { ...daylight, brightness: 4, saturation: 8, warmth: 45 } },
  { name: msg`Cool`, light: { ...daylight, contrast: 6, warmth: -40 } },
  { name: msg`Faded`, light: { ...daylight, brightness: 12, contrast: -24, saturation: -22, warmth: 12 } },
  { name: msg`Mono`, light: { ...daylight, saturation: -100 } },
  { name: msg`Noir`, light: { ...daylight, brightness: -6, contrast: 38, saturation: -100 } },
]

/** Blur of 100, as a share of the frame's shorter side. */
const maxBlur = 0.04
/** Brightness of 100 in the effect's unit: the full value would be a white page. */
const brightnessShare = 0.7
const contrastShare = 0.6
const saturationShare = 0.8

const round = (value: number) => Math.round(value * 100) / 100

/**
 * The effects for light settings; none for neutral ones. `shortSide` is that of the photo's frame in pixels of the
 * document.
 */
export function createLightEffects(light: Light, shortSide: number): Effect[] {
  const { brightness, contrast, saturation, hue, warmth, blur } = light
  const effects: Effect[] = []
  if (warmth !== 0) effects.push({ type: 'warmth', amount: warmth })
  if (hue !== 0 || saturation !== 0) {
    // Saturation can be removed completely, but adding as much would break skin into patches.
    effects.push({
      type: 'hue-saturation',
      hue,
      saturation: saturation > 0 ? round(saturation * saturationShare) : saturation,
    })
  }
  if (brightness !== 0 || contrast !== 0) {
    effects.push({
      type: 'brightness-contrast',
      brightness: round(brightness * brightnessShare),
      contrast: round(contrast * contrastShare),
    })
  }
  if (blur !== 0) effects.push({ type: 'blur', radius: round((blur / 100) * maxBlur * shortSide) })
  return effects
}

/** The light settings of effects: the inverse of `createLightEffects`. */
export function readLight(effects: readonly Effect[], shortSide: number): Light {
  const light = { ...daylight }
  const number = (value: unknown) => (typeof value === 'number' ? value : 0)
  for (const effect of effects) {
    if (effect.type === 'warmth') light.warmth = number(effect.amount)
    if (effect.type === 'hue-saturation') {
      const saturation = number(effect.saturation)
      light.hue = number(effect.hue)
      light.saturation = Math.round(saturation > 0 ? saturation / saturationShare : saturation)
    }
    if (effect.type === 'brightness-contrast') {
      light.brightness = Math.round(number(effect.brightness) / brightnessShare)
      light.contrast = Math.round(number(effect.contrast) / contrastShare)
    }
    if (effect.type === 'blur') light.blur = Math.round((number(effect.radius) / (maxBlur * shortSide)) * 100)
  }
  return light
}

/** A photo's layer as the designer made it. */
type PhotoLayer = Extract<Layer, { type: 'media' }>

/** The layers that show a media field, including those in groups. */
function photoLayers(document: TemplateDocument, fieldId: string): PhotoLayer[] {
  const search = (layers: readonly Layer[]): PhotoLayer[] =>
    layers.flatMap((layer) => {
      if (layer.type === 'group') return search(layer.layers)
      const { source } = layer as PhotoLayer
      const isBound = typeof source === 'object' && '$field' in source && source.$field === fieldId
      return layer.type === 'media' && isBound ? [layer] : []
    })
  return search(document.layers)
}

function findShortSide({ box }: PhotoLayer): number {
  return Math.min(box[2], box[3])
}

/** The light settings of a field's photo in a diff. All layers of a field have the same. */
export function findFieldLight(document: TemplateDocument, { layers }: Difference, fieldId: string): Light {
  const [layer] = photoLayers(document, fieldId)
  const effects = layer && layers && Object.hasOwn(layers, layer.id) ? layers[layer.id]?.effects : undefined
  if (!layer || !Array.isArray(effects)) return daylight
  // The designer's own effects come last and stay unchanged.
  const own = effects.slice(0, Math.max(0, effects.length - (layer.effects?.length ?? 0))) as Effect[]
  return readLight(own, findShortSide(layer))
}

/**
 * The edits that apply light settings to a field's photo. The designer's effects stay; neutral settings restore
 * the design.
 */
export function createLightEdits(document: TemplateDocument, fieldId: string, light: Light): LayerEdit[] {
  return photoLayers(document, fieldId).map((layer) => {
    const effects = [...createLightEffects(light, findShortSide(layer)), ...(layer.effects ?? [])]
    return { op: 'set', layer: layer.id, property: 'effects', value: effects.length > 0 ? effects : null }
  })
}

/** Whether the designer allows customers to change the light of a field's photo. */
export function canLight(document: TemplateDocument, fieldId: string): boolean {
  const trial = createLightEdits(document, fieldId, { ...daylight, warmth: 1 })
  return trial.length > 0 && checkEdits(document, trial).length === 0
}
