// The keyboard shortcuts of all editors. The editors look presses up here, and the help lists these lines.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
/** Where shortcuts hold: in one of the editors, or, inside them, while a photo in its frame (`photo`) has the focus. */
export type Scope = 'form' | 'canvas' | 'timeline' | 'photo'

/** In the order of the help. */
export const SHORTCUT_GROUPS = [
  'General',
  'Photo',
  'Selection',
  'Edit',
  'Transform',
  'Arrange',
  'View',
  'Playback',
] as const
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number]

export const groupTitle: Readonly<Record<ShortcutGroup, MessageDescriptor>> = {
  General: msg`General`,
  Photo: msg`Photo`,
  Selection: msg`Selection`,
  Edit: msg`Edit`,
  Transform: msg`Transform`,
  Arrange: msg`Arrange`,
  View: msg`View`,
  Playback: msg`Playback`,
}

/**
 * What the element with the focus does with keys itself, from nothing to everything: a `widget` has a role, a `button` is
 * pressed by keys, a `value` is changed by them (a slider, a radio button, a handle on the stage), `text` is written.
 */
export const KEY_FOCUS = ['stage', 'widget', 'button', 'value', 'text'] as const
export type KeyFocus = (typeof KEY_FOCUS)[number]

/**
 * A line of the help: the keys as they are shown (a message where they are not only names of keys), what they do, and the presses of each command. A press is what is held,
 * then the key; alternatives stand between bars. Letters and digits are what is written on the key; other keys are named by
 * `KeyboardEvent.key` or `code`. Empty for what other events than key presses do.
 */
export type ShortcutLine = readonly [
  shown: string | MessageDescriptor,
  label: MessageDescriptor,
  presses: Readonly<Record<string, string>>,
]

export interface ShortcutBlock {
  readonly scopes: readonly Scope[]
  readonly group: ShortcutGroup
  /** The shortcuts hold up to this focus. */
  readonly upTo: KeyFocus
  /** Shift changes the step of a command, not the command. */
  readonly anyShift?: boolean
  readonly lines: readonly ShortcutLine[]
}

const all = ['form', 'canvas', 'timeline'] as const
const withTime = ['form', 'timeline'] as const

export const shortcutTable = [
  {
    scopes: all,
    group: 'General',
    upTo: 'text',
    lines: [
      ['Ctrl Z', msg`Undo`, { undo: 'Ctrl z' }],
      ['Ctrl Shift Z', msg`Redo`, { redo: 'Ctrl Shift z' }],
      ['Ctrl Y', msg`Redo`, { redo: 'Ctrl y' }],
    ],
  },
  {
    scopes: all,
    group: 'General',
    upTo: 'text',
    lines: [
      ['Ctrl S', msg`Save now`, { save: 'Ctrl s' }],
      ['Ctrl E', msg`Export`, { export: 'Ctrl e' }],
    ],
  },
  {
    scopes: ['form'],
    group: 'General',
    upTo: 'text',
    lines: [['Esc', msg`Leave the field, so that shortcuts work`, { 'leave-field': 'Escape' }]],
  },
  {
    scopes: ['canvas'],
    group: 'General',
    upTo: 'value',
    lines: [[msg`Right-click`, msg`Open the menu; long-press on a phone, or Shift F10`, {}]],
  },
  {
    scopes: all,
    group: 'General',
    upTo: 'value',
    lines: [['?', msg`Help`, { help: '?' }]],
  },
  {
    scopes: ['photo'],
    group: 'Photo',
    upTo: 'stage',
    anyShift: true,
    lines: [
      [
        '← ↑ → ↓',
        msg`Move the photo; with Shift by more`,
        { 'photo-left': 'ArrowLeft', 'photo-right': 'ArrowRight', 'photo-up': 'ArrowUp', 'photo-down': 'ArrowDown' },
      ],
      [', .', msg`Rotate by 1°; with Shift by 5°`, { 'photo-turn-left': ', | <', 'photo-turn-right': '. | >' }],
      ['M', msg`Flip horizontal; with Shift vertical`, { 'photo-flip': 'm' }],
      ['+ −', msg`Zoom the photo; with Shift by more`, { 'photo-larger': '+ | =', 'photo-smaller': '- | _' }],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'Selection',
    upTo: 'value',
    lines: [
      ['Page Down', msg`Select the next layer below`, { 'select-below': 'PageDown' }],
      ['Page Up', msg`Select the next layer above`, { 'select-above': 'PageUp' }],
      ['Ctrl A', msg`Select all`, { 'select-all': 'Ctrl a' }],
      ['Esc', msg`Leave a group, deselect`, { leave: 'Escape' }],
    ],
  },
  {
    scopes: ['timeline'],
    group: 'Selection',
    upTo: 'button',
    lines: [
      ['Ctrl A', msg`Select all`, { 'select-all': 'Ctrl a' }],
      ['Esc', msg`Deselect`, { deselect: 'Escape' }],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'Selection',
    upTo: 'stage',
    lines: [['Enter', msg`Enter a group, edit text, crop a photo`, { enter: 'Enter' }]],
  },
  {
    scopes: ['timeline'],
    group: 'Edit',
    upTo: 'button',
    lines: [
      ['S', msg`Split at playhead`, { split: 's' }],
      ['Q', msg`Trim start to playhead`, { 'trim-start': 'q' }],
      ['W', msg`Trim end to playhead`, { 'trim-end': 'w' }],
      ['Ctrl C, X', msg`Copy, cut the selection`, {}],
      ['Ctrl V', msg`Paste at the cut nearest to the playhead`, {}],
      ['Delete', msg`Delete the selection`, { delete: 'Delete | Backspace' }],
      ['N', msg`Snapping on or off`, { snapping: 'n' }],
    ],
  },
  {
    scopes: ['timeline'],
    group: 'Edit',
    upTo: 'text',
    lines: [['Ctrl D', msg`Duplicate`, { duplicate: 'Ctrl d' }]],
  },
  {
    scopes: ['canvas'],
    group: 'Edit',
    upTo: 'text',
    lines: [
      ['Ctrl B', msg`Bold`, { bold: 'Ctrl b' }],
      ['Ctrl I', msg`Italic`, { italic: 'Ctrl i' }],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'Transform',
    upTo: 'stage',
    lines: [
      [
        '← ↑ → ↓',
        msg`Move by 1 pixel`,
        { 'move-left': 'ArrowLeft', 'move-right': 'ArrowRight', 'move-up': 'ArrowUp', 'move-down': 'ArrowDown' },
      ],
      [
        'Shift ← ↑ → ↓',
        msg`Move by 10 pixels`,
        {
          'move-far-left': 'Shift ArrowLeft',
          'move-far-right': 'Shift ArrowRight',
          'move-far-up': 'Shift ArrowUp',
          'move-far-down': 'Shift ArrowDown',
        },
      ],
      [', .', msg`Rotate by 1°`, { 'turn-left': 'Comma', 'turn-right': 'Period' }],
      ['Shift , .', msg`Rotate by 15°`, { 'turn-far-left': 'Shift Comma', 'turn-far-right': 'Shift Period' }],
      ['0', msg`Reset rotation`, { straighten: '0' }],
      ['Ctrl ↑ ↓', msg`Larger, smaller`, { larger: 'Ctrl ArrowUp', smaller: 'Ctrl ArrowDown' }],
      [
        'Ctrl Shift ↑ ↓',
        msg`Much larger, much smaller`,
        { 'much-larger': 'Ctrl Shift ArrowUp', 'much-smaller': 'Ctrl Shift ArrowDown' },
      ],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'Transform',
    upTo: 'value',
    lines: [
      ['Alt', msg`Show distances to the layer under the pointer, or to the edges`, {}],
      ['Shift H', msg`Flip horizontal`, { 'flip-horizontal': 'Shift h' }],
      ['Shift V', msg`Flip vertical`, { 'flip-vertical': 'Shift v' }],
      [
        'Alt A H D',
        msg`Align left, centre, right`,
        { 'align-left': 'Alt a', 'align-center': 'Alt h', 'align-right': 'Alt d' },
      ],
      [
        'Alt W V S',
        msg`Align top, middle, bottom`,
        { 'align-top': 'Alt w', 'align-middle': 'Alt v', 'align-bottom': 'Alt s' },
      ],
      [
        'Alt Shift H V',
        msg`Distribute`,
        { 'distribute-horizontal': 'Alt Shift h', 'distribute-vertical': 'Alt Shift v' },
      ],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'Arrange',
    upTo: 'value',
    lines: [
      ['Delete', msg`Delete; hides the designer’s layers`, { delete: 'Delete | Backspace' }],
      ['Ctrl D', msg`Duplicate; also Alt and drag`, { duplicate: 'Ctrl d' }],
      ['Ctrl C X V', msg`Copy, cut, paste, also between designs`, {}],
      ['Ctrl G', msg`Group`, { group: 'Ctrl g' }],
      ['Ctrl Shift G', msg`Ungroup`, { ungroup: 'Ctrl Shift g' }],
      [
        'Ctrl ] [',
        msg`Bring forward, send backward`,
        { 'bring-forward': 'Ctrl BracketRight', 'send-backward': 'Ctrl BracketLeft' },
      ],
      [
        'Ctrl Shift ] [',
        msg`Bring to front, send to back`,
        { 'bring-to-front': 'Ctrl Shift BracketRight', 'send-to-back': 'Ctrl Shift BracketLeft' },
      ],
      ['Ctrl Shift H', msg`Hide or show`, { hide: 'Ctrl Shift h' }],
      ['Ctrl Shift L', msg`Lock or unlock your layers`, { lock: 'Ctrl Shift l' }],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'View',
    upTo: 'value',
    lines: [
      [
        'Ctrl + −',
        msg`Zoom in, zoom out; also Ctrl and the wheel, or pinch`,
        { 'zoom-in': 'Ctrl + | Ctrl =', 'zoom-out': 'Ctrl - | Ctrl _' },
      ],
      ['Ctrl 0', msg`Zoom to fit`, { 'zoom-to-fit': 'Ctrl 0' }],
      ['Shift 1', msg`Zoom to 100%`, { 'zoom-to-pixels': 'Shift 1' }],
      ['Shift 2', msg`Zoom to selection`, { 'zoom-to-selection': 'Shift 2' }],
      [msg`Space and drag`, msg`Pan; also the wheel or the middle mouse button`, {}],
      ['Shift R', msg`Show or hide rulers; drag from a ruler to add a guide`, { rulers: 'Shift r' }],
      ['H', msg`Hand tool`, { 'hand-tool': 'h' }],
      ['V', msg`Select tool`, { 'select-tool': 'v' }],
    ],
  },
  {
    scopes: ['timeline'],
    group: 'View',
    upTo: 'button',
    lines: [
      ['+ −', msg`Zoom in, zoom out`, { 'zoom-in': '+ | =', 'zoom-out': '- | _' }],
      ['Shift Z', msg`Zoom to fit`, { 'zoom-to-fit': 'Shift z' }],
    ],
  },
  {
    scopes: withTime,
    group: 'Playback',
    upTo: 'widget',
    lines: [['Space', msg`Play or pause`, { play: 'Space' }]],
  },
  {
    scopes: ['canvas'],
    group: 'Playback',
    upTo: 'value',
    lines: [['P', msg`Play or pause`, { play: 'p' }]],
  },
  {
    scopes: ['timeline'],
    group: 'Playback',
    upTo: 'button',
    lines: [
      ['J', msg`Play backwards; press again for faster`, { 'play-backwards': 'j' }],
      ['K', msg`Pause`, { pause: 'k' }],
      ['L', msg`Play; press again for faster`, { 'play-forwards': 'l' }],
      ['I', msg`Mark in`, { 'mark-in': 'i' }],
      ['O', msg`Mark out`, { 'mark-out': 'o' }],
      ['X', msg`Clear in and out`, { 'clear-range': 'x' }],
      ['↑ ↓', msg`Previous cut, next cut`, { 'previous-cut': 'ArrowUp', 'next-cut': 'ArrowDown' }],
    ],
  },
  {
    scopes: withTime,
    group: 'Playback',
    upTo: 'button',
    lines: [
      ['← →', msg`Previous frame, next frame`, { 'previous-frame': 'ArrowLeft', 'next-frame': 'ArrowRight' }],
      [
        'Shift ← →',
        msg`Back 1 second, forward 1 second`,
        { 'back-second': 'Shift ArrowLeft', 'forward-second': 'Shift ArrowRight' },
      ],
      ['Home', msg`Go to start`, { start: 'Home' }],
      ['End', msg`Go to end`, { end: 'End' }],
      ['M', msg`Mute or unmute`, { mute: 'm' }],
      ['R', msg`Loop on or off`, { loop: 'r' }],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'Playback',
    upTo: 'stage',
    lines: [
      [
        'Ctrl ← →',
        msg`Previous frame, next frame`,
        { 'previous-frame': 'Ctrl ArrowLeft', 'next-frame': 'Ctrl ArrowRight' },
      ],
      [
        'Ctrl Shift ← →',
        msg`Back 1 second, forward 1 second`,
        { 'back-second': 'Ctrl Shift ArrowLeft', 'forward-second': 'Ctrl Shift ArrowRight' },
      ],
    ],
  },
] as const satisfies readonly ShortcutBlock[]
