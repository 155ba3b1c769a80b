// The state of a form: validation, saving, undo, and merging changes that were saved elsewhere; then its pending uploads,
// its draft across reloads, and autosave. React Hook Form holds the values; see docs/decisions/0071-one-form-kit.md.
import { t } from '@lingui/core/macro'
import type { Schema } from '@vitrine/contract/field-issue'
import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  set,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form'
import { ApiResponseError } from '../../api/api.ts'
import { errorText, fieldErrors } from '../../api/error-text.ts'
import type { PageDraft } from '../../api/persisted.ts'
import { serverText } from '../../language/i18n.ts'

/** Problems by the path of the field, such as `packs.1.credits`. */
export type Problems = Readonly<Record<string, string>>

export type SaveState =
  | { status: 'idle' | 'uploading' | 'saving' | 'saved' }
  /** Without a message, the fields show the problem. */
  | { status: 'failed'; message: string | undefined }

type ProblemList = readonly (readonly [path: string, message: string])[]

type FormOptions<Values extends FieldValues> = {
  /** The initial values. When they change later, unchanged fields follow. */
  values: Values
  /** Resolves with the stored values, if the form continues with them. Rejects with the API's error. */
  send: (typed: Values) => Promise<Values | undefined> | Promise<void>
  /**
   * The contract's schema, loaded when a field is focused: it validates before sending, and limits the length of texts.
   */
  schema?: () => Promise<Schema>
  /** Further validation before sending; undefined for valid fields. */
  check?: (typed: Values) => Readonly<Record<string, string | undefined>>
  /** When problems first appear; by default on submit. */
  mode?: 'onChange'
  /** The field of a server's error: by the code of a rule, or by a path with another name here. */
  fieldByError?: Readonly<Record<string, Path<Values>>>
  /** The message for an error that belongs to no field. */
  explain?: (error: unknown) => string
  /** Loads `values` again, after they were changed elsewhere. */
  reload?: () => Promise<unknown>
  /** Environment variables by the fields that they set. */
  fixedBy?: Readonly<Record<string, string>>
}

export type FormHandle<Values extends FieldValues> = UseFormReturn<Values> & {
  values: Values
  state: SaveState
  isBusy: boolean
  /** Why saving failed, if no field shows it. */
  failure: string | undefined
  /** Whether there are unsaved changes. Surrounding blanks are no change, because the server trims them. */
  isChanged: boolean
  /** Waits for uploads, validates and saves. Resolves with whether it succeeded. */
  save: () => Promise<boolean>
  discard: () => void
  /** Restores the values from before the last save; undefined when nothing was saved here. */
  undo: (() => Promise<boolean>) | undefined
  /** Changes fields without inputs, or several at once. */
  change: (changes: Partial<Values>) => void
  findError: (path: string) => string | undefined
  findMaxLength: (path: string) => number | undefined
  /** The environment variable that sets a field. */
  findVariable: (path: string) => string | undefined
  files: PendingFiles
  loadSchema: () => Promise<unknown>
  /** Adopts the current values of the inputs. */
  readInputs: (element: HTMLFormElement) => void
}

export function useForm<Values extends FieldValues>(options: FormOptions<Values>): FormHandle<Values> {
  const { values: initial, mode = 'onSubmit', fixedBy = {} } = options
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [stored, setStored] = useState(initial)
  const [before, setBefore] = useState<Values>()
  const [state, setState] = useState<SaveState>({ status: 'idle' })
  const [files] = useState(() => new PendingFiles())
  const [rules, setRules] = useState<Rules>()
  const isRunning = useRef(false)
  /** The problems of the last validation. */
  const found = useRef<ProblemList>([])

  const loadSchema = async () => {
    // Without the schema the server still validates, so the form works even if this chunk fails to load.
    const { schema } = latest.current
    const loaded = rules ?? (schema && (await loadRules(schema).catch(() => undefined)))
    setRules(loaded)
    return loaded
  }
  const findVariable = (path: string) => fixedBy[path.split('.')[0] ?? path]
  const resolver = async (typed: Values) => {
    const loaded = await loadSchema()
    const problems = {
      ...(loaded && validateBySchema(loaded, typed)),
      ...omitValid(latest.current.check?.(typed) ?? {}),
    }
    // Fields that the environment sets cannot be corrected here.
    found.current = Object.entries(problems).filter(([path]) => findVariable(path) === undefined)
    const errors = {} as FieldErrors<Values>
    for (const [path, message] of parentsFirst(found.current)) set(errors, path, { type: 'check', message })
    return { values: found.current.length > 0 ? {} : typed, errors }
  }
  const form = useHookForm<Values>({
    ...{ defaultValues: initial as DefaultValues<Values>, mode, shouldFocusError: false },
    // Without a resolver, the rules at the fields apply.
    ...((options.schema || options.check) && { resolver }),
  })
  const values = form.watch() as Values

  /** Continues with newly stored values. Fields that were changed since `base` stay as they are. */
  const adoptStored = (now: Values, base: Values) => {
    const keep = { keepErrors: true, keepIsSubmitted: true }
    form.reset(rebase(form.getValues(), base, now), keep)
    form.reset(now, { ...keep, keepValues: true })
    setStored(now)
  }
  /** Reads the latest values, even after an await during which the component has rendered again. */
  const getStored = () => form.control._defaultValues as unknown as Values
  const adoptInitial = useEffectEvent(() => {
    if (!isSame(initial, stored)) adoptStored(initial, stored)
  })
  // Another object with the same content is no change.
  useEffect(() => adoptInitial(), [JSON.stringify(initial)])

  const touch = () =>
    setState((present) => (present.status === 'failed' || present.status === 'saved' ? { status: 'idle' } : present))
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ type }) => type === 'change' && touch() }),
    [form.subscribe],
  )

  /** `rest` is shown when no field has a message. */
  const fail = (problems: ProblemList, rest?: string) => {
    const names = [...form.control._names.mount]
    const isShown = (path: string) =>
      names.some((name) => `${name}.`.startsWith(`${path}.`) || path.startsWith(`${name}.`))
    const unshown = problems.find(([path]) => !isShown(path))
    setState({ status: 'failed', message: unshown?.[1] ?? rest })
    return false
  }
  const showServerError = (error: unknown) => {
    const { fieldByError = {}, explain = notSaved } = latest.current
    const field = error instanceof ApiResponseError ? fieldByError[error.code] : undefined
    const issues = Object.entries(fieldErrors(error)).map(
      ([path, message]) => [fieldByError[path] ?? path, message] as const,
    )
    const problems: ProblemList = field ? [[field, explain(error)]] : issues
    for (const [path, message] of parentsFirst(problems)) form.setError(path as Path<Values>, { message })
    return fail(problems, problems.length > 0 ? undefined : explain(error))
  }
  const send = async (toSend: Values, typed = toSend) => {
    setState({ status: 'saving' })
    const was = getStored()
    try {
      const now = await latest.current.send(toSend)
      if (now) adoptStored(now, typed)
      setBefore(was)
      setState({ status: 'saved' })
      return true
    } catch (error) {
      const { reload } = latest.current
      if (!reload || !(error instanceof ApiResponseError) || error.code !== 'settings-changed')
        return showServerError(error)
      await reload()
      return fail(
        [],
        t`Somebody else changed this in the meantime. Their changes are shown and yours are kept: please check, and save again.`,
      )
    }
  }
  const save = async () => {
    if (isRunning.current) return false
    isRunning.current = true
    try {
      if (!files.isEmpty) setState({ status: 'uploading' })
      if (!(await files.wait())) {
        setState({ status: 'idle' })
        return false
      }
      form.clearErrors()
      let isSaved: boolean | undefined
      const submit = async (toSend: Values) => {
        isSaved = await send(toSend)
      }
      await form.handleSubmit(submit)()
      // The first invalid field takes the focus after the fields have rendered their problems.
      return isSaved ?? fail(found.current)
    } finally {
      isRunning.current = false
    }
  }
  const isChanged = Object.keys(findChanges(values, stored)).length > 0
  return {
    ...form,
    ...{ values, state, isChanged, save, files, loadSchema },
    failure: state.status === 'failed' ? state.message : undefined,
    isBusy: state.status === 'saving' || state.status === 'uploading',
    discard() {
      form.reset(getStored())
      setState({ status: 'idle' })
    },
    undo: before && state.status === 'saved' && !isChanged ? () => send(before, stored) : undefined,
    change(changes) {
      for (const [name, value] of Object.entries(changes)) {
        const path = name as Path<Values>
        form.setValue(path, value as PathValue<Values, Path<Values>>, { shouldValidate: form.formState.isSubmitted })
      }
      touch()
    },
    findError(path) {
      const found = get(form.formState.errors, path) as { message?: string; root?: { message?: string } } | undefined
      return found?.message ?? found?.root?.message
    },
    findMaxLength: (path) => rules?.findMaxLength(rules.schema, path),
    findVariable,
    // Password managers and autofill set values without an event.
    readInputs(element) {
      for (const field of element.elements) {
        if (!(field instanceof HTMLInputElement) || field.name === '') continue
        const path = field.name as Path<Values>
        const present: unknown = form.getValues(path)
        if (typeof present === 'string' && present !== field.value)
          form.setValue(path, field.value as PathValue<Values, Path<Values>>)
      }
    },
  }
}

const notSaved = (error: unknown) => errorText(error, t`The changes could not be saved.`)

/** Orders the error of a list before those of its rows, whose paths are longer. */
const parentsFirst = (problems: ProblemList) => problems.toSorted(([one], [other]) => one.length - other.length)

type Rules = typeof import('@vitrine/contract/field-issue') & { schema: Schema }

/** Loaded together with its schema, because most forms have none. */
async function loadRules(load: () => Promise<Schema>): Promise<Rules> {
  const [check, schema] = await Promise.all([import('@vitrine/contract/field-issue'), load()])
  return { ...check, schema }
}

function validateBySchema({ schema, findProblems }: Rules, typed: unknown): Problems {
  const found = findProblems(schema, typed).map(({ path, message, text, values }) => [
    path,
    serverText(message, text, values),
  ])
  // The first of several problems of a field wins.
  return Object.fromEntries(found.toReversed())
}

const omitValid = (checked: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(checked).filter(([, message]) => message !== undefined)) as Problems

// Merges the typed values of a form with the stored ones and with changes saved elsewhere meanwhile, field by field.

/** The server trims blanks, so surrounding ones are no change. */
const toComparedText = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? part.trim() : part))

export const isSame = (one: unknown, other: unknown): boolean => toComparedText(one) === toComparedText(other)

/** Only the values that differ from `stored`. */
export function findChanges<Values extends object>(typed: Values, stored: Values): Partial<Values> {
  const names = Object.keys(typed) as (keyof Values)[]
  const changed = names.filter((name) => !isSame(typed[name], stored[name])).map((name) => [name, typed[name]])
  return Object.fromEntries(changed) as Partial<Values>
}

/** The stored values, with what was typed since `before`. Blanks stay, so that typing is not disturbed. */
export function rebase<Values extends object>(typed: Values, before: Values, now: Values): Values {
  const names = Object.keys(now) as (keyof Values)[]
  const blanks = names.filter((name) => isSame(typed[name], now[name])).map((name) => [name, typed[name]])
  return { ...now, ...Object.fromEntries(blanks), ...findChanges(typed, before) }
}

// Uploads of a form that have not finished: the form waits for them before it is saved.

class PendingFiles {
  #count = 0
  #waiting: ((areSent: boolean) => void)[] = []

  get isEmpty(): boolean {
    return this.#count === 0
  }

  begin(): void {
    this.#count += 1
  }

  end(isSent: boolean): void {
    this.#count -= 1
    if (isSent && this.#count > 0) return
    for (const resolve of this.#waiting.splice(0)) resolve(isSent)
  }

  /** Resolves with false as soon as one fails. */
  wait(): Promise<boolean> {
    return this.isEmpty ? Promise.resolve(true) : new Promise((resolve) => this.#waiting.push(resolve))
  }
}

export const PendingFilesContext = createContext(new PendingFiles())

/** For a field that uploads files: the uploads of the surrounding form. */
export const usePendingFiles = (): PendingFiles => use(PendingFilesContext)

// Keeps typed values of a form across a reload: phones with little memory discard a page while its visitor reads a code
// in another app.

type DraftOptions<Values> = {
  /** Never stored. */
  secrets: readonly (keyof Values)[]
  /** Ends the draft: the form has served its purpose. */
  isFinished: boolean
}

/** Restores the draft after hydration, because the server renders the page without it. */
export function useDraft<Values extends FieldValues>(
  form: FormHandle<Values>,
  draft: PageDraft<object>,
  { secrets, isFinished }: DraftOptions<Values>,
): void {
  const restore = useEffectEvent(() => {
    const typed = Object.entries(draft.find() ?? {})
    const restored = typed.filter(([name, value]) => typeof value === typeof form.values[name])
    form.change(Object.fromEntries(restored) as Partial<Values>)
  })
  useEffect(() => restore(), [])
  useEffect(() => {
    const hidden = Object.fromEntries(secrets.map((name) => [name, undefined]))
    if (form.isChanged && !isFinished) draft.save({ ...form.values, ...hidden })
    else draft.drop()
  })
}

// A form that saves when typing pauses, and when its page is left.

const pauseMs = 700

/** Invalid values stay unsaved and are reported at their fields; after a failure the next change retries. */
export function useAutosave<Values extends FieldValues>(form: FormHandle<Values>, isAutomatic: boolean): void {
  const { values, isChanged, isBusy, state } = form
  const hasFailed = state.status === 'failed'
  const save = useEffectEvent(async () => {
    if (isChanged && (await form.trigger())) await form.save()
  })
  useEffect(() => {
    if (!isAutomatic || !isChanged || isBusy || hasFailed) return
    const timer = setTimeout(() => void save(), pauseMs)
    return () => clearTimeout(timer)
  }, [JSON.stringify(values), isAutomatic, isChanged, isBusy, hasFailed])
  // Saves what was typed just before leaving.
  const leave = useEffectEvent(() => void save())
  useEffect(() => {
    if (isAutomatic) return () => leave()
  }, [isAutomatic])
}
