// The timeline on the screen: a canvas that is drawn when something changes, the playhead above it that follows each
// frame, and the list of items for keyboard and screen readers. React renders none of it per frame.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import FilePlus from 'lucide-react/icons/file-plus'
import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { useFileInput } from '../../../file-import/file-picker.tsx'
import { useEscape } from '../../canvas/stage/stage-input.ts'
import { drawTimeline, type TimelineColors } from '../drawing/draw-timeline.ts'
import { type Bar, deskLanes, type LaneSizes, type Lanes, layOut, phoneLanes } from '../drawing/lanes.ts'
import { fitScale, frameToX, scrollScale } from '../drawing/time-scale.ts'
import { importedKinds, useImportFiles, useTimeline, useVideo } from '../model/video-context.tsx'
import type { VideoModel } from '../model/video-model.ts'
import { PartList } from './part-list.tsx'
import {
  createTimelinePointer,
  noFeedback,
  type TimelineFeedback,
  type TimelinePointerController,
} from './timeline-pointer.ts'

export function TimelineView() {
  const { model } = useVideo()
  const [sizes, setSizes] = useState<LaneSizes>(deskLanes)
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const feedback = useRef<TimelineFeedback>(noFeedback)
  const lanes = useRef<Lanes>(undefined)
  const redraw = useDrawing({ canvas, box, feedback, lanes, sizes })
  const controller = useMemo(
    () =>
      createTimelinePointer(model, {
        getLanes: () => lanes.current ?? computeLanes(model, sizes),
        getSizes: () => sizes,
        show(next) {
          feedback.current = next
          if (canvas.current) canvas.current.style.cursor = next.cursor
          redraw()
        },
        scrollBy: (pixels) => box.current?.scrollBy(0, pixels),
      }),
    [model, sizes, redraw],
  )
  useEffect(() => {
    const narrow = matchMedia('(width < 52rem)')
    const choose = () => setSizes(narrow.matches ? phoneLanes : deskLanes)
    choose()
    narrow.addEventListener('change', choose)
    return () => narrow.removeEventListener('change', choose)
  }, [])
  useWheel(box, controller)
  useEscape(controller)
  const pointers = usePointers(controller)
  return (
    <div ref={box} dir="ltr" className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto bg-paper">
      <canvas
        ref={canvas}
        role="img"
        aria-label={t`Timeline. The list of timeline items below has the same content.`}
        className="sticky left-0 block touch-none select-none"
        {...pointers}
      />
      <Playhead />
      <EmptyTimeline />
      <PartList />
    </div>
  )
}

function computeLanes(model: VideoModel, sizes: LaneSizes): Lanes {
  const scene = {
    timeline: model.getTimeline(),
    overlays: model.overlays(),
    markers: model.markers(),
    frames: model.getFrames(),
  }
  return layOut(scene, sizes)
}

interface Drawn {
  canvas: { current: HTMLCanvasElement | null }
  box: { current: HTMLDivElement | null }
  feedback: { current: TimelineFeedback }
  lanes: { current: Lanes | undefined }
  sizes: LaneSizes
}

/** Draws at most once per screen refresh. Returns the function that requests it. */
function useDrawing({ canvas, box, feedback, lanes, sizes }: Drawn): () => void {
  const { model, media } = useVideo()
  const request = useRef<number>(undefined)
  const draw = useRef<() => void>(() => undefined)
  const redraw = useCallback(() => {
    request.current ??= requestAnimationFrame(() => {
      request.current = undefined
      draw.current()
    })
  }, [])
  useEffect(() => {
    const [target, around] = [canvas.current, box.current]
    const ctx = target?.getContext('2d', { alpha: false })
    if (!target || !around || !ctx) return
    const labels = createLabelReader(model)
    draw.current = () => {
      const laid = computeLanes(model, sizes)
      lanes.current = laid
      const scale = model.scale.get()
      const height = Math.max(laid.height + 8, around.clientHeight)
      fitCanvas(target, scale.width, height)
      // Tests locate the clips on the canvas by these attributes.
      Object.assign(target.dataset, { zoom: scale.pixelsPerFrame, scroll: scale.scroll, clips: laid.clips.top })
      const ratio = window.devicePixelRatio
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
      drawTimeline(ctx, height, {
        ...feedback.current,
        lanes: laid,
        sizes,
        scale,
        framesPerSecond: model.editor.player.framesPerSecond,
        findClip: model.findClip,
        findSound: model.findSound,
        findLabel: labels,
        media,
        insertion: feedback.current.insertion ?? model.dropFrame.get(),
        selected: new Set([...model.selection.get(), ...model.canvas.selection.get()]),
        range: model.editor.player.getTransport().range,
        colors: readColors(target),
        fontFamily: getComputedStyle(target).fontFamily,
      })
    }
    const fit = () => {
      const width = around.clientWidth
      const scale = model.scale.get()
      if (width !== scale.width)
        model.scale.set(
          scale.width === 0 ? fitScale(model.getFrames(), width) : scrollScale({ ...scale, width }, model.getFrames()),
        )
      redraw()
    }
    const sight = new ResizeObserver(fit)
    sight.observe(around)
    const { store, preview, player } = model.editor
    const sources = [store, preview, model.scale, model.dropFrame, model.selection, model.canvas.selection, media]
    const ends = [...sources.map((source) => source.subscribe(redraw)), player.onTransport(redraw)]
    fit()
    return () => {
      sight.disconnect()
      for (const end of ends) end()
      if (request.current !== undefined) cancelAnimationFrame(request.current)
      request.current = undefined
    }
  }, [model, media, sizes, canvas, box, feedback, lanes, redraw])
  return redraw
}

function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number): void {
  const ratio = window.devicePixelRatio
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))]
  if (canvas.width === w && canvas.height === h) return
  canvas.width = w
  canvas.height = h
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}

function createLabelReader(model: VideoModel): (bar: Bar) => string {
  const { library } = model.editor
  return ({ kind, id }) => {
    if (kind === 'marker') return model.markers().find(({ fieldId }) => fieldId === id)?.label ?? ''
    if (kind === 'overlay') return model.canvas.findLayerName(id)
    const part = model.findClip(id) ?? model.findSound(id)
    const name = part ? (library.find(part.asset)?.fileName ?? '') : ''
    const speed = part && 'speed' in part && part.speed ? ` ${part.speed}×` : ''
    return `${name}${speed}`
  }
}

const colorNames = {
  ground: 'paper',
  lane: 'well',
  line: 'line',
  ink: 'ink',
  muted: 'muted',
  accent: 'marigold',
} as const

/** The theme's colours in a form that a canvas accepts. */
function readColors(element: HTMLElement): TimelineColors {
  const probe = getComputedStyle(element)
  const tokens = Object.entries(colorNames).map(([name, token]) => [
    name,
    resolveColor(element, `--color-${token}`, probe),
  ])
  return {
    ...(Object.fromEntries(tokens) as Record<keyof typeof colorNames, string>),
    clip: '#4b5563',
    sound: '#1f5f5b',
    overlay: '#6b3f63',
    marker: '#5a4a22',
    shade: 'rgb(10 9 8 / 0.62)',
  }
}

const resolved = new Map<string, string>()

/** A canvas does not understand `light-dark()`: the computed style of an element resolves it. */
function resolveColor(element: HTMLElement, token: string, style: CSSStyleDeclaration): string {
  const key = `${style.colorScheme} ${token}`
  let color = resolved.get(key)
  if (color === undefined) {
    const probe = element.ownerDocument.createElement('span')
    probe.style.color = `var(${token})`
    element.parentElement?.append(probe)
    color = getComputedStyle(probe).color
    probe.remove()
    resolved.set(key, color)
  }
  return color
}

/** The line at the current frame: it moves by itself, so that playback redraws nothing. */
function Playhead() {
  const { model } = useVideo()
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = () => {
      const x = frameToX(model.scale.get(), model.editor.player.getFrame())
      if (!line.current) return
      line.current.style.transform = `translateX(${x}px)`
      line.current.style.visibility = x < -1 || x > model.scale.get().width ? 'hidden' : 'visible'
    }
    place()
    const ends = [model.editor.player.onFrame(place), model.scale.subscribe(place)]
    return () => {
      for (const end of ends) end()
    }
  }, [model])
  return (
    <div ref={line} aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-0 w-px bg-marigold">
      <div className="sticky top-0 -ml-[5px] h-2.5 w-[11px] rounded-b-full bg-marigold" />
    </div>
  )
}

function useWheel(box: { current: HTMLDivElement | null }, controller: TimelinePointerController): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      const isZoom = event.ctrlKey || event.metaKey
      const sideways = event.deltaX !== 0 ? event.deltaX : event.shiftKey ? event.deltaY : 0
      const overflows = element.scrollHeight > element.clientHeight
      if (!isZoom && sideways === 0 && overflows) return
      event.preventDefault()
      const x = event.clientX - element.getBoundingClientRect().left
      if (isZoom) controller.zoom(Math.exp(-event.deltaY / 300), x)
      else controller.pan(sideways !== 0 ? sideways : event.deltaY)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [box, controller])
}

/** One pointer runs a gesture; two zoom and pan. */
function usePointers(controller: TimelinePointerController) {
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const toCanvasPoint = (event: PointerEvent<HTMLCanvasElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  return {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, toCanvasPoint(event))
      if (fingers.current.size > 1) return controller.cancel()
      controller.press({
        point: toCanvasPoint(event),
        isTouch: event.pointerType === 'touch',
        isAdding: event.shiftKey || event.ctrlKey || event.metaKey,
        isRanging: event.shiftKey,
      })
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      const before = fingers.current.get(event.pointerId)
      const point = toCanvasPoint(event)
      if (!before) return controller.hover(point)
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
      fingers.current.set(event.pointerId, point)
      if (!other) return controller.move(point)
      const apart = (one: { x: number }) => Math.max(8, Math.abs(one.x - other.x))
      controller.zoom(apart(point) / apart(before), (point.x + other.x) / 2)
      controller.pan((before.x - point.x) / 2)
    },
    onPointerUp(event: PointerEvent<HTMLCanvasElement>) {
      const wasAlone = fingers.current.size === 1
      if (!fingers.current.delete(event.pointerId)) return
      if (wasAlone) controller.release(toCanvasPoint(event))
    },
    onPointerCancel(event: PointerEvent<HTMLCanvasElement>) {
      if (fingers.current.delete(event.pointerId)) controller.cancel()
    },
  }
}

function EmptyTimeline() {
  const { clips, sounds } = useTimeline()
  const importFiles = useImportFiles()
  const { input, open } = useFileInput({
    accept: importedKinds,
    label: t`Files for the timeline`,
    onFiles: (files) => void importFiles(files.map((file) => ({ file }))),
  })
  if (clips.length + sounds.length > 0) return null
  return (
    <div
      dir={document.dir}
      className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-col items-center justify-center gap-2 px-4 text-center text-caption text-muted max-md:top-11 md:top-12"
    >
      <p className="rounded-control bg-paper/85 px-2 pointer-coarse:hidden">
        <Trans>Drop your videos, photos and music here, or</Trans>
      </p>
      <p className="rounded-control bg-paper/85 px-2 pointer-fine:hidden pointer-none:hidden">
        <Trans>Add your videos, photos and music here.</Trans>
      </p>
      <Button variant="secondary" size="small" onClick={open} className="pointer-events-auto">
        <FilePlus aria-hidden="true" size={16} /> <Trans>Choose files</Trans>
      </Button>
      {input}
    </div>
  )
}
