// Remaps the parts of a layer to a clock other than that of its list.
import type { Compiled } from '@vitrine/document/evaluate'
import type { CompiledTransform } from '@vitrine/document/transform'
import type { Clock, Content } from './content.ts'
import type { CompiledEffects } from './effect.ts'
import type { Masks } from './mask.ts'
import type { CompiledCamera, CompiledSpace } from './space.ts'

export function remapTransform(transform: CompiledTransform, clock: Clock): CompiledTransform {
  const { still, matrix, position, opacity } = transform
  return {
    still,
    matrix: (frame) => matrix(clock(frame)),
    position: (frame) => position(clock(frame)),
    opacity: (frame) => opacity(clock(frame)),
  }
}

export function remapSpace(space: CompiledSpace, clock: Clock): CompiledSpace {
  return { matrix: (frame) => space.matrix(clock(frame)) }
}

export function remapCamera(camera: CompiledCamera, clock: Clock): CompiledCamera {
  return { matrix: (frame) => camera.matrix(clock(frame)), zoom: (frame) => camera.zoom(clock(frame)) }
}

export function remapMasks(masks: Masks, clock: Clock): Masks {
  return {
    clipAt: (frame) => masks.clipAt(clock(frame)),
    gapAt: (frame) => masks.gapAt(clock(frame)),
    bounds: (frame) => masks.bounds(clock(frame)),
    drawMatte: (target, matrix, frame, region) => masks.drawMatte(target, matrix, clock(frame), region),
  }
}

export function remapEffects(effects: CompiledEffects, clock: Clock): CompiledEffects {
  return {
    at: (frame, pixels) => effects.at(clock(frame), pixels),
    margin: (frame, pixels) => effects.margin(clock(frame), pixels),
  }
}

export function remapWatch(watch: readonly Compiled<unknown>[], clock: Clock): Compiled<unknown>[] {
  return watch.map((compiled) => ({
    still: compiled.still,
    at: (frame) => compiled.at(clock(frame)),
    key: (frame) => compiled.key(clock(frame)),
  }))
}

export function remapContent(content: Content, clock: Clock): Content {
  const { videos, bareVideo, key, inside, filters, outlineLength } = content
  return {
    ...content,
    isSingle: (frame) => content.isSingle(clock(frame)),
    draw: (target, matrix, frame, alpha) => content.draw(target, matrix, clock(frame), alpha),
    bounds: (frame) => content.bounds(clock(frame)),
    ...(videos && { videos: (frame) => videos(clock(frame)) }),
    ...(bareVideo && { bareVideo: (frame, area) => bareVideo(clock(frame), area) }),
    ...(key && { key: (frame) => key(clock(frame)) }),
    ...(inside && { inside: (frame) => inside(clock(frame)) }),
    ...(outlineLength && { outlineLength: (frame) => outlineLength(clock(frame)) }),
    ...(filters && { filters: (frame) => filters(clock(frame)) }),
  }
}
