// Words that are written on a phone are looked at closely enough, stay in sight over its keyboard, and are let go of again.
import { describe, expect, it } from 'vitest'
import { createObservable } from '../../../../api/observable.ts'
import type { CanvasModel, View } from './canvas-model.ts'
import { getViewScale, toScreen } from './view.ts'
import { zoomToText } from './view-actions.ts'

const size = { width: 1000, height: 2000 }
/** Above the lower edge, with letters of 30 pixels of the canvas. */
const bounds = [300, 1900, 700, 1950] as const

function canvasIn(width: number, height: number) {
  const view = createObservable<View>({ zoom: 1, fit: Math.min(width / 1000, height / 2000), panX: 0, panY: 0 })
  const room = createObservable({ width, height })
  const canvas = {
    view,
    room,
    getSize: () => size,
    findPlace: () => ({ matrix: [1, 0, 0, 1, 0, 0], box: bounds }),
    findFontSize: () => 30,
  } as unknown as CanvasModel
  const corners = () => [
    toScreen(view.get(), size, { x: bounds[0], y: bounds[1] }),
    toScreen(view.get(), size, { x: bounds[2], y: bounds[3] }),
  ]
  return { canvas, view, room, corners }
}

describe('text editing on the stage', () => {
  it('keeps the view on a desktop', () => {
    const { canvas, view } = canvasIn(900, 700)
    const before = view.get()
    zoomToText(canvas, 'words')()
    expect(view.get()).toEqual(before)
  })

  it('zooms to a readable size on a phone, stays visible above the keyboard, and restores the view afterwards', async () => {
    const { canvas, view, room, corners } = canvasIn(390, 600)
    const before = view.get()
    const end = zoomToText(canvas, 'words')
    expect(getViewScale(view.get()) * 30).toBeGreaterThanOrEqual(17.9)
    room.set({ width: 390, height: 260 })
    view.set({ ...view.get(), fit: 0.13 })
    await Promise.resolve()
    expect(getViewScale(view.get()) * 30).toBeGreaterThanOrEqual(17.9)
    for (const { x, y } of corners()) {
      expect(Math.abs(x)).toBeLessThanOrEqual(195)
      expect(Math.abs(y)).toBeLessThanOrEqual(130)
    }
    end()
    expect(view.get()).toEqual({ ...before, fit: 0.13 })
  })

  it('keeps the view when the customer has moved it meanwhile', () => {
    const { canvas, view } = canvasIn(390, 600)
    const end = zoomToText(canvas, 'words')
    const moved = { ...view.get(), panX: 40 }
    view.set(moved)
    end()
    expect(view.get()).toBe(moved)
  })
})
