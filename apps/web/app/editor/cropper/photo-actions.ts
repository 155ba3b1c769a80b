// Keyboard actions for a focused photo in its frame.
import { msg } from '@lingui/core/macro'
import type { Crop } from '@vitrine/document/field'
import type { Action } from '../actions/action.ts'
import { type Framing, flipCrop, panCrop, turnCrop, zoomCrop } from './crop.ts'

interface MovedPhoto {
  framing: Framing
  crop: Crop
  /** Shift is pressed: the step is larger. */
  isLarge: boolean
}

const photo = { group: 'Photo', upTo: 'stage', anyShift: true } as const
const moving = { ...photo, help: msg`Move the photo; with Shift by more` }
const turning = { ...photo, help: msg`Rotate by 1°; with Shift by 5°` }
const zooming = { ...photo, help: msg`Zoom the photo; with Shift by more` }

/** Moves by a share of the frame's width. */
const pan = ({ framing, crop, isLarge }: MovedPhoto, x: number, y: number) => {
  const step = framing.frame.width * (isLarge ? 0.1 : 0.02)
  return panCrop(framing, crop, { x: x * step, y: y * step })
}

const turn = ({ framing, crop, isLarge }: MovedPhoto, direction: 1 | -1) =>
  turnCrop(framing, crop, crop.rotate + direction * (isLarge ? 5 : 1))

/** Each action returns the new crop. */
export const photoActions: readonly Action<MovedPhoto, Crop>[] = [
  { ...moving, id: 'photo-left', shortcut: 'ArrowLeft', perform: (moved) => pan(moved, -1, 0) },
  { ...moving, id: 'photo-up', shortcut: 'ArrowUp', perform: (moved) => pan(moved, 0, -1) },
  { ...moving, id: 'photo-right', shortcut: 'ArrowRight', perform: (moved) => pan(moved, 1, 0) },
  { ...moving, id: 'photo-down', shortcut: 'ArrowDown', perform: (moved) => pan(moved, 0, 1) },
  { ...turning, id: 'photo-turn-left', shortcut: ', | <', perform: (moved) => turn(moved, -1) },
  { ...turning, id: 'photo-turn-right', shortcut: '. | >', perform: (moved) => turn(moved, 1) },
  {
    ...photo,
    id: 'photo-flip',
    help: msg`Flip horizontal; with Shift vertical`,
    shortcut: 'm',
    perform: ({ crop, isLarge }) => flipCrop(crop, isLarge ? 'vertical' : 'horizontal'),
  },
  {
    ...zooming,
    id: 'photo-larger',
    shortcut: '+ | =',
    perform: ({ framing, crop, isLarge }) => zoomCrop(framing, crop, isLarge ? 1.25 : 1.1),
  },
  {
    ...zooming,
    id: 'photo-smaller',
    shortcut: '- | _',
    perform: ({ framing, crop, isLarge }) => zoomCrop(framing, crop, isLarge ? 0.8 : 1 / 1.1),
  },
]
