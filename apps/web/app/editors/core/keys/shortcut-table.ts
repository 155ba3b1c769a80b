// The keyboard shortcuts of all editors. The editors look presses up here, and the help lists these lines.

/**
 * Where shortcuts hold: in one of the editors, or, inside them, while a photo in its frame (`photo`) or a customer's own
 * photo on an image without a frame (`own-photo`) has the focus.
 */
export type Scope = 'form' | 'image' | 'canvas' | 'timeline' | 'photo' | 'own-photo'

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

/**
 * What the element with the focus does with keys itself, from nothing to everything: a `widget` has a role, a `button` is
 * pressed by keys, a `value` is changed by them (a slider, a radio button, a handle on the stage), `text` is written.
 */
export const KEY_FOCUS = ['stage', 'widget', 'button', 'value', 'text'] as const
export type KeyFocus = (typeof KEY_FOCUS)[number]

/**
 * A line of the help: the keys as they are shown, what they do, and the presses of each command. A press is what is held,
 * then the key; alternatives stand between bars. Letters and digits are what is written on the key; other keys are named by
 * `KeyboardEvent.key` or `code`. Empty for what other events than key presses do.
 */
export type ShortcutLine = readonly [shown: string, label: string, presses: Readonly<Record<string, string>>]

export interface ShortcutBlock {
  readonly scopes: readonly Scope[]
  readonly group: ShortcutGroup
  /** The shortcuts hold up to this focus. */
  readonly upTo: KeyFocus
  /** Shift changes the step of a command, not the command. */
  readonly anyShift?: boolean
  readonly lines: readonly ShortcutLine[]
}

const all = ['form', 'image', 'canvas', 'timeline'] as const
const allButImage = ['form', 'canvas', 'timeline'] as const
const withTime = ['form', 'timeline'] as const
const photos = ['photo', 'own-photo'] as const

export const shortcutTable = [
  {
    scopes: ['image'],
    group: 'General',
    upTo: 'text',
    lines: [['Tab', 'Go to the image, then through the form', {}]],
  },
  {
    scopes: all,
    group: 'General',
    upTo: 'text',
    lines: [
      ['Ctrl Z', 'Undo', { undo: 'Ctrl z' }],
      ['Ctrl Shift Z', 'Redo', { redo: 'Ctrl Shift z' }],
      ['Ctrl Y', 'Redo', { redo: 'Ctrl y' }],
    ],
  },
  {
    scopes: allButImage,
    group: 'General',
    upTo: 'text',
    lines: [
      ['Ctrl S', 'Save now', { save: 'Ctrl s' }],
      ['Ctrl E', 'Export', { export: 'Ctrl e' }],
    ],
  },
  {
    scopes: ['image'],
    group: 'General',
    upTo: 'button',
    lines: [['Ctrl V', 'Paste a photo', {}]],
  },
  {
    scopes: ['form'],
    group: 'General',
    upTo: 'text',
    lines: [['Esc', 'Leave the field, so that shortcuts work', { 'leave-field': 'Escape' }]],
  },
  {
    scopes: ['canvas'],
    group: 'General',
    upTo: 'value',
    lines: [['Right-click', 'Open the menu; long-press on a phone, or Shift F10', {}]],
  },
  {
    scopes: all,
    group: 'General',
    upTo: 'value',
    lines: [['?', 'Help', { help: '?' }]],
  },
  {
    scopes: photos,
    group: 'Photo',
    upTo: 'stage',
    anyShift: true,
    lines: [
      [
        '← ↑ → ↓',
        'Move the photo; with Shift by more',
        { 'photo-left': 'ArrowLeft', 'photo-right': 'ArrowRight', 'photo-up': 'ArrowUp', 'photo-down': 'ArrowDown' },
      ],
      [', .', 'Rotate by 1°; with Shift by 5°', { 'photo-turn-left': ', | <', 'photo-turn-right': '. | >' }],
      ['M', 'Flip horizontal; with Shift vertical', { 'photo-flip': 'm' }],
    ],
  },
  {
    scopes: ['photo'],
    group: 'Photo',
    upTo: 'stage',
    anyShift: true,
    lines: [['+ −', 'Zoom the photo; with Shift by more', { 'photo-larger': '+ | =', 'photo-smaller': '- | _' }]],
  },
  {
    scopes: ['own-photo'],
    group: 'Photo',
    upTo: 'stage',
    anyShift: true,
    lines: [
      ['+ −', 'Resize the photo; with Shift by more', { 'photo-larger': '+ | =', 'photo-smaller': '- | _' }],
      ['Page Down', 'Go to the next photo', { 'photo-next': 'PageDown', 'photo-previous': 'PageUp' }],
      ['Enter', 'Crop the photo in its frame', { 'photo-crop': 'Enter' }],
      ['Delete', 'Delete the photo', { 'photo-delete': 'Delete | Backspace' }],
      ['Esc', 'Deselect the photo', { 'photo-deselect': 'Escape' }],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'Selection',
    upTo: 'value',
    lines: [
      ['Page Down', 'Select the next layer below', { 'select-below': 'PageDown' }],
      ['Page Up', 'Select the next layer above', { 'select-above': 'PageUp' }],
      ['Ctrl A', 'Select all', { 'select-all': 'Ctrl a' }],
      ['Esc', 'Leave a group, deselect', { leave: 'Escape' }],
    ],
  },
  {
    scopes: ['timeline'],
    group: 'Selection',
    upTo: 'button',
    lines: [
      ['Ctrl A', 'Select all', { 'select-all': 'Ctrl a' }],
      ['Esc', 'Deselect', { deselect: 'Escape' }],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'Selection',
    upTo: 'stage',
    lines: [['Enter', 'Enter a group, edit text, crop a photo', { enter: 'Enter' }]],
  },
  {
    scopes: ['timeline'],
    group: 'Edit',
    upTo: 'button',
    lines: [
      ['S', 'Split at playhead', { split: 's' }],
      ['Q', 'Trim start to playhead', { 'trim-start': 'q' }],
      ['W', 'Trim end to playhead', { 'trim-end': 'w' }],
      ['Ctrl C, X', 'Copy, cut the selection', {}],
      ['Ctrl V', 'Paste at the cut nearest to the playhead', {}],
      ['Delete', 'Delete the selection', { delete: 'Delete | Backspace' }],
      ['N', 'Snapping on or off', { snapping: 'n' }],
    ],
  },
  {
    scopes: ['timeline'],
    group: 'Edit',
    upTo: 'text',
    lines: [['Ctrl D', 'Duplicate', { duplicate: 'Ctrl d' }]],
  },
  {
    scopes: ['canvas'],
    group: 'Transform',
    upTo: 'stage',
    lines: [
      [
        '← ↑ → ↓',
        'Move by 1 pixel',
        { 'move-left': 'ArrowLeft', 'move-right': 'ArrowRight', 'move-up': 'ArrowUp', 'move-down': 'ArrowDown' },
      ],
      [
        'Shift ← ↑ → ↓',
        'Move by 10 pixels',
        {
          'move-far-left': 'Shift ArrowLeft',
          'move-far-right': 'Shift ArrowRight',
          'move-far-up': 'Shift ArrowUp',
          'move-far-down': 'Shift ArrowDown',
        },
      ],
      [', .', 'Rotate by 1°', { 'turn-left': 'Comma', 'turn-right': 'Period' }],
      ['Shift , .', 'Rotate by 15°', { 'turn-far-left': 'Shift Comma', 'turn-far-right': 'Shift Period' }],
      ['0', 'Reset rotation', { straighten: '0' }],
      ['Ctrl ↑ ↓', 'Larger, smaller', { larger: 'Ctrl ArrowUp', smaller: 'Ctrl ArrowDown' }],
      [
        'Ctrl Shift ↑ ↓',
        'Much larger, much smaller',
        { 'much-larger': 'Ctrl Shift ArrowUp', 'much-smaller': 'Ctrl Shift ArrowDown' },
      ],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'Transform',
    upTo: 'value',
    lines: [
      ['Alt', 'Show distances to the layer under the pointer, or to the edges', {}],
      ['Shift H', 'Flip horizontal', { 'flip-horizontal': 'Shift h' }],
      ['Shift V', 'Flip vertical', { 'flip-vertical': 'Shift v' }],
      [
        'Alt A H D',
        'Align left, centre, right',
        { 'align-left': 'Alt a', 'align-center': 'Alt h', 'align-right': 'Alt d' },
      ],
      [
        'Alt W V S',
        'Align top, middle, bottom',
        { 'align-top': 'Alt w', 'align-middle': 'Alt v', 'align-bottom': 'Alt s' },
      ],
      ['Alt Shift H V', 'Distribute', { 'distribute-horizontal': 'Alt Shift h', 'distribute-vertical': 'Alt Shift v' }],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'Arrange',
    upTo: 'value',
    lines: [
      ['Delete', 'Delete; hides the designer’s layers', { delete: 'Delete | Backspace' }],
      ['Ctrl D', 'Duplicate; also Alt and drag', { duplicate: 'Ctrl d' }],
      ['Ctrl C X V', 'Copy, cut, paste, also between designs', {}],
      ['Ctrl G', 'Group', { group: 'Ctrl g' }],
      ['Ctrl Shift G', 'Ungroup', { ungroup: 'Ctrl Shift g' }],
      [
        'Ctrl ] [',
        'Bring forward, send backward',
        { 'bring-forward': 'Ctrl BracketRight', 'send-backward': 'Ctrl BracketLeft' },
      ],
      [
        'Ctrl Shift ] [',
        'Bring to front, send to back',
        { 'bring-to-front': 'Ctrl Shift BracketRight', 'send-to-back': 'Ctrl Shift BracketLeft' },
      ],
      ['Ctrl Shift H', 'Hide or show', { hide: 'Ctrl Shift h' }],
      ['Ctrl Shift L', 'Lock or unlock your layers', { lock: 'Ctrl Shift l' }],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'View',
    upTo: 'value',
    lines: [
      [
        'Ctrl + −',
        'Zoom in, zoom out; also Ctrl and the wheel, or pinch',
        { 'zoom-in': 'Ctrl + | Ctrl =', 'zoom-out': 'Ctrl - | Ctrl _' },
      ],
      ['Ctrl 0', 'Zoom to fit', { 'zoom-to-fit': 'Ctrl 0' }],
      ['Shift 1', 'Zoom to 100 %', { 'zoom-to-pixels': 'Shift 1' }],
      ['Shift 2', 'Zoom to selection', { 'zoom-to-selection': 'Shift 2' }],
      ['Space and drag', 'Pan; also the wheel or the middle mouse button', {}],
      ['Shift R', 'Show or hide rulers; drag from a ruler to add a guide', { rulers: 'Shift r' }],
      ['H', 'Hand tool', { 'hand-tool': 'h' }],
      ['V', 'Select tool', { 'select-tool': 'v' }],
    ],
  },
  {
    scopes: ['timeline'],
    group: 'View',
    upTo: 'button',
    lines: [
      ['+ −', 'Zoom in, zoom out', { 'zoom-in': '+ | =', 'zoom-out': '- | _' }],
      ['Shift Z', 'Zoom to fit', { 'zoom-to-fit': 'Shift z' }],
    ],
  },
  {
    scopes: withTime,
    group: 'Playback',
    upTo: 'widget',
    lines: [['Space', 'Play or pause', { play: 'Space' }]],
  },
  {
    scopes: ['canvas'],
    group: 'Playback',
    upTo: 'value',
    lines: [['P', 'Play or pause', { play: 'p' }]],
  },
  {
    scopes: ['timeline'],
    group: 'Playback',
    upTo: 'button',
    lines: [
      ['J', 'Play backwards; press again for faster', { 'play-backwards': 'j' }],
      ['K', 'Pause', { pause: 'k' }],
      ['L', 'Play; press again for faster', { 'play-forwards': 'l' }],
      ['I', 'Mark in', { 'mark-in': 'i' }],
      ['O', 'Mark out', { 'mark-out': 'o' }],
      ['X', 'Clear in and out', { 'clear-range': 'x' }],
      ['↑ ↓', 'Previous cut, next cut', { 'previous-cut': 'ArrowUp', 'next-cut': 'ArrowDown' }],
    ],
  },
  {
    scopes: withTime,
    group: 'Playback',
    upTo: 'button',
    lines: [
      ['← →', 'Previous frame, next frame', { 'previous-frame': 'ArrowLeft', 'next-frame': 'ArrowRight' }],
      [
        'Shift ← →',
        'Back 1 second, forward 1 second',
        { 'back-second': 'Shift ArrowLeft', 'forward-second': 'Shift ArrowRight' },
      ],
      ['Home', 'Go to start', { start: 'Home' }],
      ['End', 'Go to end', { end: 'End' }],
      ['M', 'Mute or unmute', { mute: 'm' }],
      ['R', 'Loop on or off', { loop: 'r' }],
    ],
  },
  {
    scopes: ['canvas'],
    group: 'Playback',
    upTo: 'stage',
    lines: [
      [
        'Ctrl ← →',
        'Previous frame, next frame',
        { 'previous-frame': 'Ctrl ArrowLeft', 'next-frame': 'Ctrl ArrowRight' },
      ],
      [
        'Ctrl Shift ← →',
        'Back 1 second, forward 1 second',
        { 'back-second': 'Ctrl Shift ArrowLeft', 'forward-second': 'Ctrl Shift ArrowRight' },
      ],
    ],
  },
] as const satisfies readonly ShortcutBlock[]
