// The buttons of actions, with their names, keys and states.
import { useCallback, useSyncExternalStore } from 'react'
import { i18n } from '../../language/i18n.ts'
import { Button, type ButtonLook, IconButton, PlainButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type Action, type ActionEntry, findLabel, listButtons } from './action.ts'
import { ariaKeys } from './key-text.ts'

interface ButtonProps<Model> {
  action: Action<Model>
  model: Model
  /** Replaces the action's own name. */
  label?: string
  className?: string | undefined
}

/** A button with the icon of an action, or with its name where it has none. */
export function ActionButton<Model>({ action, model, label, className }: ButtonProps<Model>) {
  const { icon: Icon, iconSize = 18, onPhones, isLit } = action
  const { isVisible, isOn, name, ...press } = useAction(action, model)
  if (!isVisible) return null
  const isHiddenOnPhones = onPhones === 'never' || (onPhones === 'while-enabled' && press.disabled)
  const look = classNames(className, isLit && isOn && 'text-marigold-bright', isHiddenOnPhones && 'max-md:hidden')
  if (!Icon)
    return (
      <PlainButton
        {...press}
        className={classNames('h-9 rounded-control px-2 text-caption text-muted underline hover:text-ink', look)}
      >
        {name}
      </PlainButton>
    )
  return (
    <IconButton {...press} label={label ?? name} aria-pressed={isOn} className={look}>
      <Icon aria-hidden="true" size={iconSize} />
    </IconButton>
  )
}

/** A button with the icon of an action and its name next to it. */
export function NamedActionButton<Model>({ action, model, ...look }: ButtonLook & ButtonProps<Model>) {
  const { icon: Icon } = action
  const { isVisible, isOn: _, name, ...press } = useAction(action, model)
  if (!isVisible) return null
  return (
    <Button {...press} {...look}>
      {Icon && <Icon aria-hidden="true" size={16} />}
      <span>{name}</span>
    </Button>
  )
}

interface ButtonsProps<Model> {
  actions: readonly ActionEntry<Model>[]
  /** The name of the group. */
  of: string
  model: Model
  className?: string
}

/** The buttons of one group in a row. */
export function ActionButtons<Model>({ actions, of, ...rest }: ButtonsProps<Model>) {
  return listButtons(actions, of).map((action) => <ActionButton key={action.id} action={action} {...rest} />)
}

/** Reads what a button shows of an action, and renders the component again when that changes. */
function useAction<Model>(action: Action<Model>, model: Model) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = action.follows?.(model).map((follow) => follow(listener)) ?? []
      return () => {
        for (const end of ends) end()
      }
    },
    [action, model],
  )
  const read = () => readState(action, model)
  // `useSyncExternalStore` compares by identity, so the value is a string.
  const asText = () => JSON.stringify(read())
  useSyncExternalStore(subscribe, asText, asText)
  const { label, ...state } = read()
  return {
    ...state,
    name: i18n._(label),
    'aria-keyshortcuts': action.shortcut && ariaKeys(action.shortcut),
    onClick: () => action.perform(model),
  }
}

function readState<Model>(action: Action<Model>, model: Model) {
  return {
    label: findLabel(action, model),
    isVisible: action.isVisible?.(model) !== false,
    isOn: action.isOn?.(model),
    disabled: action.isEnabled?.(model) === false,
  }
}
