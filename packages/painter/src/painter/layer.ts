// Compiles the layers of a list.
import { canvasMode, toChannels } from '@vitrine/document/color'
import type { Compiled, Watch } from '@vitrine/document/evaluate'
import type { Layer } from '@vitrine/document/layer'
import { computeLuma } from '@vitrine/document/pixels'
import { isSameJson } from '@vitrine/document/same-json'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { type CompiledTransform, compileTransform } from '@vitrine/document/transform'
import { compileAlphaVideo } from './alpha-video.ts'
import type { Clock, CompileContext, Content, LayerNode } from './content.ts'
import { type CompiledEffects, compileEffects } from './effect.ts'
import { compileGroup, compileSolid } from './group.ts'
import { drawNode } from './layer-drawing.ts'
import {
  computeLayerBounds,
  computeOutlineLength,
  filtersAt,
  findCoveringVideo,
  listVideoRequests,
  nodeKey,
} from './layer-place.ts'
import { compileLight } from './light.ts'
import { compileMasks, type Masks } from './mask.ts'
import { compileParticles } from './particles.ts'
import { compileImage, compileMedia } from './picture.ts'
import { compileShape } from './shape.ts'
import { type CompiledCamera, type CompiledSpace, compileCamera, compileSpace } from './space.ts'
import { compileText } from './text.ts'
import { compileTexture } from './texture.ts'

/** Replaces a blend mode: the layer changes what lies below it, so it can be neither merged with others nor drawn alone. */
const ADJUSTS = 'adjusts'

/** Compiles a list of layers, top first. The result excludes sounds, hidden layers and mattes, which are not drawn. */
function compileLayers(layers: readonly Layer[], context: Omit<CompileContext, 'watch'>): LayerNode[] {
  return listDrawnNodes(compileNodes(layers, context))
}

/** Compiled layers by id, including hidden ones and mattes. */
export type LayerNodes = ReadonlyMap<string, LayerNode>

/** Compiles a list of layers. Reuses equal layers in `known`, which must come from the same environment. */
export function compileNodes(
  layers: readonly Layer[],
  context: Omit<CompileContext, 'watch'>,
  known: LayerNodes = new Map(),
): LayerNodes {
  const byId = new Map(layers.map((layer) => [layer.id, layer]))
  // A matte is part of the cached picture of the layer that uses it.
  const isKnown = (layer: Layer | undefined): boolean =>
    layer !== undefined &&
    isSameJson(known.get(layer.id)?.layer, layer) &&
    (layer.matte === undefined || isKnown(byId.get(layer.matte.layer)))
  const nodes = new Map<string, LayerNode>()
  for (const layer of layers) {
    if (layer.type === 'audio') continue
    const same = isKnown(layer) ? known.get(layer.id) : undefined
    nodes.set(layer.id, same ?? compileLayer(layer, context))
  }
  const cameras = [...nodes.values()].filter(({ camera }) => camera)
  for (const node of nodes.values()) {
    node.cameras = cameras
    node.seen = undefined
    if (node.layer.parent !== undefined) node.parent = nodes.get(node.layer.parent)
    const { matte } = node.layer
    const source = matte && nodes.get(matte.layer)
    if (matte && source)
      node.matte = {
        node: source,
        inverted: matte.mode.endsWith('inverted'),
        opacity: matte.mode.startsWith('luma') ? uniformLuma(source.layer) : 1,
      }
  }
  return nodes
}

/** The layers that are drawn by themselves: neither hidden nor mattes. */
export function listDrawnNodes(nodes: LayerNodes): LayerNode[] {
  const mattes = new Set([...nodes.values()].map(({ matte }) => matte?.node))
  return [...nodes.values()].filter((node) => node.layer.visible !== false && !mattes.has(node))
}

/**
 * Compiles a layer's position. Its content is compiled on first use: most layers of a video are invisible in its first frame,
 * and laying out their texts would delay that frame.
 */
function compileLayer(layer: Layer, shared: Omit<CompileContext, 'watch'>): LayerNode {
  const clock = layer.paced ? shared.pace : undefined
  const box = 'box' in layer && layer.type !== 'particles' ? layer.box : undefined
  const rest = box
    ? { anchor: [box[2] / 2, box[3] / 2] as const, corner: [box[0], box[1]] as const }
    : { anchor: [0, 0] as const }
  const transform = compileTransform(layer.ks, { ...rest, orient: layer.autoOrient ?? false })
  const camera = layer.type === 'group' && layer.camera && compileCamera(layer.camera, layer.space ?? {}, transform)
  const space = camera || (layer.space && compileSpace(layer.space, transform))
  let known: Look | undefined
  const look = () => {
    known ??= compileLook(layer, shared, clock)
    return known
  }
  return {
    layer,
    camera: clock && camera ? remapCamera(camera, clock) : camera || undefined,
    space: clock && space ? remapSpace(space, clock) : space,
    blend: layer.type === 'adjustment' ? ADJUSTS : canvasMode(layer.bm),
    transform: clock ? remapTransform(transform, clock) : transform,
    get content() {
      return look().content
    },
    get masks() {
      return look().masks
    },
    get effects() {
      return look().effects
    },
    get watch() {
      return look().watch
    },
    clock,
    around: [0, 0, shared.width, shared.height],
    parent: undefined,
    cameras: [],
    seen: undefined,
    matte: undefined,
    cachedPicture: undefined,
    lastKey: '',
  }
}

type Look = Pick<LayerNode, 'content' | 'masks' | 'effects' | 'watch'>

function compileLook(layer: Layer, shared: Omit<CompileContext, 'watch'>, clock: Clock | undefined): Look {
  const [look, shown]: [Watch, Watch] = [[], []]
  const runsOn = layer.paced === 'place'
  const content = compileContent(layer, { ...shared, watch: shown })
  const masks = compileMasks(layer.mask, shared.host, look)
  const effects = compileEffects(layer.effects, look)
  return {
    content: clock && !runsOn ? remapContent(content, clock) : content,
    masks: clock && masks ? remapMasks(masks, clock) : masks,
    effects: clock && effects ? remapEffects(effects, clock) : effects,
    watch: clock ? [...remapWatch(look, clock), ...(runsOn ? shown : remapWatch(shown, clock))] : [...look, ...shown],
  }
}

function compileContent(layer: Layer, context: CompileContext): Content {
  switch (layer.type) {
    case 'solid':
      return compileSolid(layer, context)
    case 'adjustment':
      return compileSolid({ ...layer, type: 'solid', color: '#ffffff' }, context)
    case 'shape':
      return compileShape(layer.shapes, context)
    case 'text':
      return compileText(layer, context)
    case 'image':
      return compileImage(layer, context)
    case 'media':
      return compileMedia(layer, context)
    case 'plate':
      return compileAlphaVideo(layer, context)
    case 'group':
      return compileGroup(layer, context, compileLayers, {
        draw: drawNode,
        bounds: computeLayerBounds,
        key: nodeKey,
        videos: listVideoRequests,
        coveringVideo: findCoveringVideo,
        filters: filtersAt,
        outlineLength: computeOutlineLength,
      })
    case 'particles':
      return compileParticles(layer, context)
    case 'texture':
      return compileTexture(layer, context)
    case 'light':
      return compileLight(layer, context)
    case 'audio':
      throw new Error(`Sound has no picture: ${layer.id}`)
  }
}

/** The common luminance, 0 to 1, of everything that a layer draws, regardless of position and opacity; undefined when it varies. */
export function uniformLuma(layer: Layer): number | undefined {
  const [first, ...others] = listLumas(layer)
  return others.every((luma) => luma === first) ? first : undefined
}

/** The luminance of each part that a layer draws; undefined for parts without a single one. */
function listLumas(layer: Layer): readonly (number | undefined)[] {
  if (layer.effects && layer.effects.length > 0) return [undefined]
  if (layer.type === 'solid') return [lumaOfColor(layer.color)]
  if (layer.type === 'shape') return layer.shapes.flatMap(listItemLumas)
  if (layer.type === 'text')
    return [layer.stroke || layer.shadow || layer.animate ? undefined : lumaOfColor(layer.fill)]
  if (layer.type !== 'group') return [undefined]
  // Blending a colour with itself gives a different colour in some modes.
  return layer.layers.flatMap((inner) => (inner.bm === undefined ? listLumas(inner) : [undefined]))
}

function listItemLumas(item: ShapeItem): readonly (number | undefined)[] {
  if ('bm' in item && item.bm !== undefined) return [undefined]
  if (item.ty === 'gr') return item.it.flatMap(listItemLumas)
  if (item.ty === 'fl' || item.ty === 'st') return [lumaOfColor(item.c)]
  return item.ty === 'gf' || item.ty === 'gs' ? [undefined] : []
}

function lumaOfColor(color: unknown): number | undefined {
  if (typeof color !== 'string') return undefined
  const [red, green, blue] = toChannels(color)
  return computeLuma(red, green, blue) / 255
}

// Remaps the parts of a layer to a clock other than that of its list.

function remapTransform(transform: CompiledTransform, clock: Clock): CompiledTransform {
  const { still, matrix, position, opacity } = transform
  return {
    still,
    matrix: (frame) => matrix(clock(frame)),
    position: (frame) => position(clock(frame)),
    opacity: (frame) => opacity(clock(frame)),
  }
}

function remapSpace(space: CompiledSpace, clock: Clock): CompiledSpace {
  return { matrix: (frame) => space.matrix(clock(frame)) }
}

function remapCamera(camera: CompiledCamera, clock: Clock): CompiledCamera {
  return { matrix: (frame) => camera.matrix(clock(frame)), zoom: (frame) => camera.zoom(clock(frame)) }
}

function remapMasks(masks: Masks, clock: Clock): Masks {
  return {
    clipAt: (frame) => masks.clipAt(clock(frame)),
    gapAt: (frame) => masks.gapAt(clock(frame)),
    bounds: (frame) => masks.bounds(clock(frame)),
    drawMatte: (target, matrix, frame, region) => masks.drawMatte(target, matrix, clock(frame), region),
  }
}

function remapEffects(effects: CompiledEffects, clock: Clock): CompiledEffects {
  return {
    at: (frame, pixels) => effects.at(clock(frame), pixels),
    margin: (frame, pixels) => effects.margin(clock(frame), pixels),
  }
}

function remapWatch(watch: readonly Compiled<unknown>[], clock: Clock): Compiled<unknown>[] {
  return watch.map((compiled) => ({
    still: compiled.still,
    at: (frame) => compiled.at(clock(frame)),
    key: (frame) => compiled.key(clock(frame)),
  }))
}

function remapContent(content: Content, clock: Clock): Content {
  const { videos, coveringVideo, key, inside, filters, outlineLength } = content
  return {
    ...content,
    isSingle: (frame) => content.isSingle(clock(frame)),
    draw: (target, matrix, frame, alpha) => content.draw(target, matrix, clock(frame), alpha),
    bounds: (frame) => content.bounds(clock(frame)),
    ...(videos && { videos: (frame) => videos(clock(frame)) }),
    ...(coveringVideo && { coveringVideo: (frame, area) => coveringVideo(clock(frame), area) }),
    ...(key && { key: (frame) => key(clock(frame)) }),
    ...(inside && { inside: (frame) => inside(clock(frame)) }),
    ...(outlineLength && { outlineLength: (frame) => outlineLength(clock(frame)) }),
    ...(filters && { filters: (frame) => filters(clock(frame)) }),
  }
}
