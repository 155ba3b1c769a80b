// The button that cycles through light, dark and system theme.
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../ui/button.tsx'
import { createNotifier } from '../ui/observable.ts'
import { chooseTheme, readTheme, type Theme } from './theme.ts'

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const names: Record<Theme, string> = { system: 'system', light: 'light', dark: 'dark' }
const icons = { system: Monitor, light: Sun, dark: Moon }

const { notify, subscribe } = createNotifier()

export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => 'system')
  const Icon = icons[theme]
  return (
    <IconButton
      label={`Theme: ${names[theme]}. Change to ${names[next[theme]]}`}
      onClick={() => {
        chooseTheme(next[theme])
        notify()
      }}
    >
      <Icon aria-hidden="true" size={19} />
    </IconButton>
  )
}
