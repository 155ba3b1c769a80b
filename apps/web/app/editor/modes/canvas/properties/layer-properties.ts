// The table of layer properties: what the panels of all editors offer for the selection. A new property is a new row.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BlendMode } from '@vitrine/document/color'
import type { Effect } from '@vitrine/document/effect'
import type { Crop, Flip } from '@vitrine/document/field'
import type { Layer, MediaLayer, TextAlign } from '@vitrine/document/layer'
import AlignCenter from 'lucide-react/icons/align-center'
import AlignJustify from 'lucide-react/icons/align-justify'
import AlignLeft from 'lucide-react/icons/align-left'
import AlignRight from 'lucide-react/icons/align-right'
import AlignVerticalJustifyCenter from 'lucide-react/icons/align-vertical-justify-center'
import AlignVerticalJustifyEnd from 'lucide-react/icons/align-vertical-justify-end'
import AlignVerticalJustifyStart from 'lucide-react/icons/align-vertical-justify-start'
import CaseSensitive from 'lucide-react/icons/case-sensitive'
import CaseUpper from 'lucide-react/icons/case-upper'
import { lazy } from 'react'
import { lightParts, readLight } from '../../../fields/light.ts'
import type { CanvasModel } from '../model/canvas-model.ts'
import { getLayerRotation } from '../model/layer-change.ts'
import { createContentEdit } from '../model/layer-content.ts'
import { readLink } from '../stickers/qr-link.ts'
import { FontChoice } from './font-choice.tsx'
import {
  type Colorful,
  type FramedFile,
  findFramedFile,
  LayerColors,
  PictureTools,
  ShapeColors,
  WordsInput,
} from './layer-controls.tsx'
import {
  all,
  type LayerSection,
  part,
  type Row,
  section,
  setProperty,
  single,
  storedPart,
  storedValue,
  visible,
} from './layer-row.ts'
import { findShortSide, isLightEffect, readShadow, readTint, withLight, withShadow, withTint } from './look.ts'
import { listPlaced, moves, type Placed, resizes } from './placed.ts'
import type { Choice, NumberRange } from './property.ts'
import {
  filterUnlocked,
  hexAt,
  numberAt,
  ofType,
  type PropertyEdit,
  type Selected,
  type SelectedText,
} from './selected.ts'
import {
  computeShapeBounds,
  createDashes,
  findItem,
  type LineStyle,
  readLineStyle,
  readPaint,
  reshape,
  type SelectedShape,
  withItem,
  withPaint,
  withStroke,
} from './shape-paint.ts'

type SelectedMedia = Selected & { resolved: MediaLayer }

const texts = all('text')
const media = all('media')
const shapes = all('shape')

const textSections = [
  section({
    title: msg`Text`,
    of: (selected) =>
      single(ofType(selected, 'text')).filter(({ entry }) => selected.length === 1 && !entry.locks.content),
    rows: [{ control: 'custom', Component: WordsInput }],
  }),
  section({
    title: msg`Font`,
    of: texts,
    rows: [
      { control: 'custom', Component: FontChoice },
      {
        control: 'number',
        isHalf: true,
        name: [msg`Font size`, msg`Change font size`],
        range: { unit: 'px', min: 4, max: 2000, digits: 1 },
        ...storedValue('size', 0),
      },
      {
        control: 'chips',
        isHalf: true,
        name: [msg({ message: 'Case', comment: 'of letters: as typed or uppercase' }), msg`Change case`],
        choices: [
          { value: 'mixed', label: msg`As typed`, icon: CaseSensitive },
          { value: 'upper', label: msg`Uppercase`, icon: CaseUpper },
        ],
        read: ({ resolved }) => (resolved.uppercase ? 'upper' : 'mixed'),
        write: setProperty('uppercase', (value) => value === 'upper' || null),
      },
      {
        control: 'chips',
        name: [msg`Alignment`, msg`Align text`],
        choices: [
          { value: 'left', label: msg({ message: 'Left', context: 'text alignment' }), icon: AlignLeft },
          { value: 'center', label: msg({ message: 'Centre', context: 'text alignment' }), icon: AlignCenter },
          { value: 'right', label: msg({ message: 'Right', context: 'text alignment' }), icon: AlignRight },
          { value: 'justify', label: msg({ message: 'Justify', context: 'text alignment' }), icon: AlignJustify },
        ],
        read: ({ resolved }) => resolveSide(resolved.align),
        write: setProperty('align'),
      },
      {
        control: 'chips',
        name: [msg`Vertical align`, msg`Align text`],
        choices: [
          { value: 'top', label: msg`Top`, icon: AlignVerticalJustifyStart },
          { value: 'middle', label: msg`Middle`, icon: AlignVerticalJustifyCenter },
          { value: 'bottom', label: msg`Bottom`, icon: AlignVerticalJustifyEnd },
        ],
        read: ({ resolved: { valign = 'top' } }) => (valign === 'baseline' ? 'top' : valign),
        write: setProperty('valign'),
      },
      {
        control: 'slider',
        name: [msg`Line spacing`, msg`Change line spacing`],
        range: { min: 0.6, max: 3, step: 0.05, rest: 1.2 },
        ...storedValue('lineHeight', 1.2),
      },
      {
        control: 'slider',
        name: [msg`Letter spacing`, msg`Change letter spacing`],
        range: { min: -100, max: 600, step: 5 },
        ...storedValue('tracking', 0),
      },
    ],
  }),
  section({
    title: msg`Colour`,
    of: texts,
    rows: [{ control: 'paint', name: [msg`Text colour`, msg`Change colour`], ...storedValue('fill', '#000000') }],
  }),
  section({
    title: msg`Text effects`,
    of: texts,
    isOpen: (items) => items.every(({ resolved }) => resolved.stroke) || items.every(({ resolved }) => resolved.shadow),
    rows: [
      ...storedPart(
        'stroke',
        [msg`Outline`, msg`Change outline`],
        (one: SelectedText) => ({ color: '#ffffff', width: computeShare(one, 0.04), join: 'round' }),
        [
          { part: 'color', control: 'color', label: msg`Outline colour` },
          { part: 'width', control: 'slider', label: msg`Outline width`, range: { max: 40, step: 0.5, unit: 'px' } },
        ],
      ),
      ...storedPart(
        'shadow',
        [msg`Drop shadow`, msg`Change shadow`],
        (one: SelectedText) => ({
          color: '#00000080',
          blur: computeShare(one, 0.12),
          x: 0,
          y: computeShare(one, 0.05),
        }),
        [
          { part: 'color', control: 'color', label: msg`Drop shadow colour` },
          { part: 'blur', control: 'slider', label: msg`Blur`, range: { max: 80, unit: 'px' } },
          { part: 'x', control: 'slider', label: msg`Offset X`, range: { min: -60, max: 60, unit: 'px' } },
          { part: 'y', control: 'slider', label: msg`Offset Y`, range: { min: -60, max: 60, unit: 'px' } },
        ],
      ),
    ],
  }),
]

/** A new outline or shadow is sized relative to the letters. */
function computeShare({ resolved }: SelectedText, share: number): number {
  return Math.max(1, Math.round(Number(resolved.size) * share))
}

function resolveSide(align: TextAlign | undefined): 'left' | 'center' | 'right' | 'justify' {
  if (align === 'center' || align === 'right') return align
  if (align === 'end') return 'right'
  return align?.startsWith('justify') ? 'justify' : 'left'
}

const crops = (file: FramedFile, change: Partial<Crop>) =>
  createContentEdit(file, 'source', { ...file.value, crop: { ...file.crop, ...change } })

const mediaSections = [
  section({
    title: ([file]) => (file?.isVideo ? msg`Video` : msg`Photo`),
    of: findFramedFile,
    rows: [
      { control: 'custom', Component: PictureTools },
      {
        control: 'slider',
        name: [msg`Zoom`, msg`Crop photo`],
        range: { max: 400, unit: '%', min: ([file]) => (file?.layer.fit === 'contain' ? 10 : 100) },
        read: ({ crop }) => Math.round(crop.zoom * 100),
        write: (file, percent) => crops(file, { zoom: percent / 100 }),
      },
      {
        control: 'slider',
        name: [msg`Rotate in frame`, msg`Crop photo`],
        range: { min: -180, max: 180, unit: '°' },
        read: ({ crop }) => crop.rotate,
        write: (file, rotate) => crops(file, { rotate }),
      },
      {
        control: 'list',
        name: [msg`Flip`, msg`Flip photo`],
        choices: [
          { value: 'none', label: msg`None` },
          { value: 'horizontal', label: msg`Horizontal` },
          { value: 'vertical', label: msg`Vertical` },
          { value: 'both', label: msg`Both` },
        ],
        read: ({ crop }) => crop.flip ?? 'none',
        write: (file, chosen) => {
          const { flip: _, ...crop } = file.crop
          return createContentEdit(file, 'source', {
            ...file.value,
            crop: chosen === 'none' ? crop : { ...crop, flip: chosen as Flip },
          })
        },
      },
      {
        control: 'switch',
        only: ({ isVideo }) => isVideo,
        name: [msg`Sound`, (isOn: boolean) => (isOn ? msg`Unmute` : msg`Mute`)],
        read: ({ value }) => !value.mute,
        write: (file, isOn) => {
          const { mute: _, ...heard } = file.value
          return createContentEdit(file, 'source', isOn ? heard : { ...heard, mute: true })
        },
      },
    ],
  }),
  section({
    title: msg`Frame`,
    of: media,
    rows: [
      {
        control: 'chips',
        name: [msg`Scaling`, msg`Change scaling`],
        choices: [
          { value: 'cover', label: msg({ message: 'Fill', context: 'scaling' }) },
          { value: 'contain', label: msg({ message: 'Fit', context: 'scaling' }) },
        ],
        ...storedValue('fit', 'cover'),
      },
      {
        control: 'list',
        name: [msg`Frame shape`, msg`Change frame`],
        choices: [
          { value: 'rect', label: msg`Rectangle` },
          { value: 'ellipse', label: msg`Ellipse` },
          { value: 'arch', label: msg`Arch` },
          { value: 'hexagon', label: msg`Hexagon` },
          { value: 'diamond', label: msg`Diamond` },
          { value: 'heart', label: msg`Heart` },
          { value: 'leaf', label: msg`Leaf` },
        ],
        // A designer's custom clip outline is none of the options.
        read: ({ resolved: { clip = 'rect' } }) => (typeof clip === 'object' ? undefined : clip),
        write: setProperty('clip', (clip) => (clip === 'rect' ? null : clip)),
      },
      {
        control: 'slider',
        range: {
          unit: 'px',
          max: (items) =>
            Math.max(1, Math.min(...items.map(({ resolved }) => Math.round(findShortSide(resolved) / 2)))),
        },
        name: [msg`Corner radius`, msg`Change corner radius`],
        ...storedValue('radius', 0),
      },
      ...storedPart(
        'border',
        [msg`Border`, msg`Change border`],
        (_: SelectedMedia) => ({ width: 8, color: '#ffffff' }),
        [
          { part: 'color', control: 'color', label: msg`Border colour` },
          { part: 'width', control: 'slider', label: msg`Border width`, range: { min: 1, max: 80, unit: 'px' } },
        ],
      ),
    ],
  }),
]

const hasOnePaint = ({ resolved }: SelectedShape) => readPaint(resolved.shapes) !== undefined
/** One figure with a fill and an outline; a sticker's lines are part of its drawing. */
const isFigure = ({ resolved }: SelectedShape) => resolved.shapes.every(({ ty }) => ty !== 'gr')

const shapeSections = [
  section({
    title: msg`QR code`,
    of: (selected) => single(shapes(selected)).filter(({ resolved }) => readLink(resolved) !== undefined),
    // The chunk includes the QR encoder.
    rows: [
      {
        control: 'custom',
        Component: lazy(() => import('../tools/qr-tool.tsx').then(({ QrLink }) => ({ default: QrLink }))),
      },
    ],
  }),
  section({
    title: msg`Colour`,
    of: shapes,
    rows: [
      {
        control: 'paint',
        name: [msg`Fill`, msg`Change colour`],
        only: (_, __, items) => items.every(hasOnePaint),
        read: ({ resolved }) => readPaint(resolved.shapes),
        write: (one, paint) => reshape(one, (items) => withPaint(items, paint, computeShapeBounds(items))),
      },
      { control: 'custom', Component: ShapeColors, only: (_, __, items) => !items.every(hasOnePaint) },
    ],
  }),
  section({
    title: msg`Outline and corners`,
    of: shapes,
    rows: [
      ...part(
        {
          name: [msg`Outline`, msg`Change outline`],
          only: (one) => isFigure(one) && hasOnePaint(one),
          read: ({ resolved }: SelectedShape) => findItem(resolved.shapes, 'st'),
          write: (one, change) => reshape(one, (items) => withStroke(items, change)),
        },
        [
          { part: 'c', control: 'color', label: msg`Outline colour` },
          {
            part: 'w',
            control: 'slider',
            range: { min: 1, max: 80, unit: 'px' },
            label: (items) => (items.some(hasOnePaint) ? msg`Outline width` : msg`Line width`),
            only: isFigure,
          },
        ],
      ),
      {
        control: 'list',
        name: [msg`Line style`, msg`Change outline`],
        choices: [
          { value: 'solid', label: msg({ message: 'Solid', context: 'line' }) },
          { value: 'dashed', label: msg`Dashed` },
          { value: 'dotted', label: msg`Dotted` },
        ],
        only: (one) => isFigure(one) && findItem(one.resolved.shapes, 'st') !== undefined,
        read: ({ resolved }) => readLineStyle(findItem(resolved.shapes, 'st')),
        write: (one, style, canvas) => {
          const width = numberAt(canvas, findItem(one.resolved.shapes, 'st')?.w, 1)
          return reshape(one, (items) => withStroke(items, createDashes(style as LineStyle, width)))
        },
      },
      {
        control: 'slider',
        name: [msg`Corner radius`, msg`Change corner radius`],
        range: { max: 200, unit: 'px' },
        only: ({ resolved }) => findItem(resolved.shapes, 'rc') !== undefined,
        read: ({ resolved }) => Number(findItem(resolved.shapes, 'rc')?.r ?? 0),
        write: (one, radius) => reshape(one, (items) => withItem(items, 'rc', { r: radius })),
      },
      {
        control: 'slider',
        name: [msg({ message: 'Points', comment: 'of a star' }), msg`Change points`],
        range: { min: 3, max: 24 },
        only: ({ resolved }) => findItem(resolved.shapes, 'sr') !== undefined,
        read: ({ resolved }) => Number(findItem(resolved.shapes, 'sr')?.pt),
        write: (one, points) => reshape(one, (items) => withItem(items, 'sr', { pt: points })),
      },
    ],
  }),
]

/** Solid layers: one fill. */
function solidSection(title: MessageDescriptor): LayerSection {
  return section({
    title,
    of: all('solid'),
    rows: [{ control: 'paint', name: [msg`Fill`, msg`Change colour`], ...storedValue('color', '#000000') }],
  })
}

const colorSection = section({
  title: msg`Colours`,
  of: (selected) =>
    single(filterUnlocked(selected, 'style')).filter((one): one is Colorful => 'colors' in one.resolved),
  rows: [{ control: 'custom', Component: LayerColors }],
})

const blendModes: readonly (Choice & { value: BlendMode })[] = [
  { value: 'normal', label: msg({ message: 'Normal', context: 'blend mode' }) },
  { value: 'multiply', label: msg`Multiply` },
  { value: 'screen', label: msg({ message: 'Screen', context: 'blend mode' }) },
  { value: 'overlay', label: msg`Overlay` },
  { value: 'darken', label: msg`Darken` },
  { value: 'lighten', label: msg`Lighten` },
  { value: 'color-dodge', label: msg`Colour dodge` },
  { value: 'color-burn', label: msg`Colour burn` },
  { value: 'hard-light', label: msg`Hard light` },
  { value: 'soft-light', label: msg`Soft light` },
  { value: 'difference', label: msg`Difference` },
  { value: 'exclusion', label: msg`Exclusion` },
  { value: 'hue', label: msg`Hue` },
  { value: 'saturation', label: msg`Saturation` },
  { value: 'color', label: msg`Colour` },
  { value: 'luminosity', label: msg`Luminosity` },
  { value: 'add', label: msg({ message: 'Add', context: 'blend mode' }) },
]

type Effects = readonly Effect[]
const readEffects = ({ resolved }: Selected): Effects => resolved.effects ?? []

function withEffects(one: Selected, change: (effects: Effects, shortSide: number) => Effects): PropertyEdit {
  const effects = change(readEffects(one), findShortSide(one.resolved))
  return setProperty('effects')(one, effects.length > 0 ? effects : null)
}

const lookSections = [
  section({
    title: msg`Transparency`,
    of: visible,
    rows: [
      {
        control: 'slider',
        name: [msg`Opacity`, msg`Change opacity`],
        range: { unit: '%', rest: 100 },
        ...storedValue('ks.o', 100),
      },
      {
        control: 'list',
        name: [msg`Blend mode`, msg`Change blend mode`],
        choices: blendModes,
        ...storedValue('bm', 'normal'),
        write: setProperty('bm', (mode) => (mode === 'normal' ? null : mode)),
      },
    ],
  }),
  section({
    title: msg`Effects`,
    of: visible,
    isOpen: (items) => items.some((one) => readEffects(one).length > 0),
    rows: [
      ...lightParts.map(
        ({ part, ...row }): Row<Selected> => ({
          control: 'slider',
          ...row,
          read: (one) => readLight(readEffects(one).filter(isLightEffect), findShortSide(one.resolved))[part],
          write: (one, value) => withEffects(one, (effects, side) => withLight(effects, { [part]: value }, side)),
        }),
      ),
      ...part(
        {
          name: [msg`Shadow`, msg`Change shadow`],
          read: (one: Selected, canvas) =>
            readShadow(
              readEffects(one),
              (value, rest) => numberAt(canvas, value, rest),
              (color) => hexAt(canvas, color),
            ),
          write: (one, change) => withEffects(one, (effects, side) => withShadow(effects, change, side)),
        },
        [
          { part: 'color', control: 'color', label: msg`Shadow colour` },
          { part: 'blur', control: 'slider', label: msg`Shadow blur` },
          { part: 'x', control: 'slider', label: msg`Shadow offset X`, range: { min: -100 } },
          { part: 'y', control: 'slider', label: msg`Shadow offset Y`, range: { min: -100 } },
          { part: 'opacity', control: 'slider', label: msg`Shadow opacity`, range: { unit: '%' } },
        ],
      ),
      ...part(
        {
          name: [msg`Tint`, msg`Change tint`],
          read: (one: Selected) => readTint(readEffects(one)),
          write: (one, change) => withEffects(one, (effects) => withTint(effects, change)),
        },
        [
          { part: 'white', control: 'color', label: msg`Tint colour` },
          { part: 'amount', control: 'slider', label: msg`Tint strength`, range: { unit: '%' } },
        ],
      ),
    ],
  }),
]

const pixels = { unit: 'px', digits: 1 }

const sides = [0, 1] as const

const placeSection = section({
  title: msg`Position`,
  of: listPlaced,
  rows: [
    ...sides.map(
      (side): Row<Placed> => ({
        control: 'number',
        isHalf: true,
        range: pixels,
        name: [side === 0 ? 'X' : 'Y', msg`Move`],
        read: ({ bounds }) => bounds[side],
        write: (placed, to) =>
          moves(placed, { move: { x: 0, y: 0, [side === 0 ? 'x' : 'y']: to - placed.bounds[side] } }),
      }),
    ),
    ...sides.map(
      (side): Row<Placed> => ({
        control: 'number',
        isHalf: true,
        range: { ...pixels, min: 1 },
        name: [side === 0 ? msg`Width` : msg`Height`, msg`Resize`],
        read: ({ size }) => size[side],
        write: (placed, length) => resizes(placed, side, length),
      }),
    ),
    {
      control: 'number',
      isHalf: true,
      name: [msg`Rotation`, msg`Rotate`],
      range: { ...pixels, unit: '°' },
      only: ({ placements }) => placements.length === 1,
      read: ({ placements: [one] }) => one && getLayerRotation(one),
      write: (placed, degrees) => {
        const [left, top, right, bottom] = placed.bounds
        const center = { x: (left + right) / 2, y: (top + bottom) / 2 }
        const [one] = placed.placements
        return moves(placed, { center, turn: degrees - (one ? getLayerRotation(one) : 0) })
      },
    },
  ],
})

const seconds: NumberRange<Layer, CanvasModel> = {
  ...{ unit: msg`s`, digits: 2, step: 0.1, min: 0 },
  max: (_, canvas) => getDuration(canvas) / getFrameRate(canvas),
}
const getFrameRate = (canvas: CanvasModel) => canvas.editor.player.framesPerSecond
const getDuration = (canvas: CanvasModel) => canvas.getDocument().canvas.duration

const timeSection = section({
  title: msg`Timing`,
  // Images have no time.
  of: (selected, canvas) =>
    getDuration(canvas) <= 1 ? [] : filterUnlocked(selected, 'time').map(({ entry }) => entry.layer),
  rows: [
    {
      control: 'number',
      isHalf: true,
      range: seconds,
      name: [msg`Start`, msg`Change timing`],
      read: (layer, canvas) => layer.in / getFrameRate(canvas),
      write: ({ id, out }, value, canvas) => [
        { op: 'trim', layer: id, in: Math.min(Math.round(value * getFrameRate(canvas)), out - 1), out },
      ],
    },
    {
      control: 'number',
      isHalf: true,
      range: seconds,
      name: [msg`End`, msg`Change timing`],
      read: (layer, canvas) => layer.out / getFrameRate(canvas),
      write: (layer, value, canvas) => [
        {
          op: 'trim',
          layer: layer.id,
          in: layer.in,
          out: Math.max(Math.round(value * getFrameRate(canvas)), layer.in + 1),
        },
      ],
    },
  ],
})

/** In the order of the panel. */
export const layerSections: readonly LayerSection[] = [
  ...textSections,
  ...mediaSections,
  ...shapeSections,
  solidSection(msg`Colour`),
  colorSection,
  ...lookSections,
  placeSection,
  timeSection,
]

/** Sections for the background, shown when nothing is selected. */
export const backgroundSections = [solidSection(msg`Background`)]
