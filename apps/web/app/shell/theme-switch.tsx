// The button that cycles through light, dark and system theme.
import { t } from '@lingui/core/macro'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useSyncExternalStore } from 'react'
import { createNotifier } from '../api/observable.ts'
import { IconButton } from '../ui/button.tsx'
import { chooseTheme, readTheme, type Theme } from './theme.ts'

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const icons = { system: Monitor, light: Sun, dark: Moon }

const { notify, subscribe } = createNotifier()

function themeText(theme: Theme): string {
  if (theme === 'system') return t`Theme: system. Change to light`
  return theme === 'light' ? t`Theme: light. Change to dark` : t`Theme: dark. Change to system`
}

export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => 'system')
  const Icon = icons[theme]
  return (
    <IconButton
      label={themeText(theme)}
      onClick={() => {
        chooseTheme(next[theme])
        notify()
      }}
    >
      <Icon aria-hidden="true" size={19} />
    </IconButton>
  )
}
