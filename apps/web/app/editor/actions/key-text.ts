// The keys of a shortcut as pressed, as shown, and as read by assistive technology.

export interface Keys {
  /** The modifier keys: `Ctrl`, `Alt` and `Shift`. */
  readonly held: readonly string[]
  readonly key: string
}

/** The alternatives of a shortcut. */
export function parseShortcut(shortcut: string): Keys[] {
  return shortcut.split(' | ').map((press) => {
    const held = press.split(' ')
    return { key: held.pop() ?? '', held }
  })
}

/** The characters on keys that `code` identifies. */
const signs: Readonly<Record<string, string>> = { Comma: ',', Period: '.', BracketLeft: '[', BracketRight: ']' }

const shownNames: Readonly<Record<string, string>> = {
  ...signs,
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowDown: '↓',
  Escape: 'Esc',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  '-': '−',
}

const named = (key: string, names: Readonly<Record<string, string>>) =>
  names[key] ?? (key.length === 1 ? key.toUpperCase() : key)

const readFirstShortcut = (shortcut: string): Keys => parseShortcut(shortcut)[0] ?? { held: [], key: '' }

/** The modifier keys and the key, as menus and the help show them. */
export function shownParts(shortcut: string): Keys {
  const { held, key } = readFirstShortcut(shortcut)
  return { held, key: named(key, shownNames) }
}

/** 'Ctrl Shift G', as menus show it. */
export function shownKeys(shortcut: string): string {
  const { held, key } = shownParts(shortcut)
  return [...held, key].join(' ')
}

/** 'Control+Shift+G', for `aria-keyshortcuts`. */
export function ariaKeys(shortcut: string): string {
  const { held, key } = readFirstShortcut(shortcut)
  return [...held.map((name) => (name === 'Ctrl' ? 'Control' : name)), named(key, signs)].join('+')
}
