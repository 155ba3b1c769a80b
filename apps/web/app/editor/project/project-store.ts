// The content of an open project with undo and redo. The reducers are pure; the store notifies its listeners.

import type { Timeline } from '@vitrine/document/clip'
import type { AssetId, FieldValue, FieldValues } from '@vitrine/document/field'
import { isSameJson } from '@vitrine/document/same-json'
import type { Difference } from '@vitrine/project/difference'
import { createObservable } from '../../api/observable.ts'
import { isLocal } from './asset-library.ts'

/** Everything in a project that the customer can change. */
export interface ProjectContent {
  readonly values: FieldValues
  readonly difference: Difference
  /** A variant of the template; null is its original aspect ratio. */
  readonly aspect: string | null
  /** The customer's own clips and sounds, if any. */
  readonly timeline?: Timeline
}

/** One undo step: the content before it, and what it changed. */
export interface Step {
  readonly content: ProjectContent
  readonly fieldId: string | undefined
  /** Label of the step in the history: 'Move', 'Change colour'. Undefined for a filled-in field. */
  readonly label?: string | undefined
}

export interface History {
  readonly present: ProjectContent
  /** Oldest first. */
  readonly past: readonly Step[]
  /** The next step to redo comes first. */
  readonly future: readonly Step[]
  /** The gesture or typing of the last step; the same one soon after extends that step. */
  readonly group: Group | undefined
}

interface Group {
  readonly key: string
  readonly atMs: number
  /** The redo steps before the change. */
  readonly future: readonly Step[]
}

/**
 * How many steps can be undone. A step is a few references to shared values, so the limit concerns the memory of
 * photos, not of text.
 */
export const stepLimit = 200

/** After this pause in typing, the next letter starts a new step. */
export const groupPauseMs = 1000

/** The prefix of a drag's group, which lasts until `endGroup`, however long the pointer pauses. */
export const gesturePrefix = 'gesture:'

export interface Change {
  fieldId: string
  /** Undefined resets the field to its default. */
  value: FieldValue | undefined
  /** Changes with the same key and no pause between them are one step. */
  group?: string
}

/** Restores the stored history of this content; starts an empty one if another device has changed the content. */
function startHistory(present: ProjectContent, stored: History | undefined): History {
  if (stored && isSameJson(stored.present, present)) return stored
  return { present, past: [], future: [], group: undefined }
}

/** Sets one value. An unchanged value is no step. */
function applyChange(history: History, change: Change, nowMs: number): History {
  const { present } = history
  const content = { ...present, values: withValue(present.values, change.fieldId, change.value) }
  return applyEdit(history, content, change, nowMs)
}

/** Picks another aspect ratio of the template and adapts the diff. The current one is no step. */
function applyAspect(history: History, aspect: string | null, difference: Difference): History {
  if (history.present.aspect === aspect) return history
  return applyContent(history, { ...history.present, aspect, difference })
}

/** Replaces all content in one step. */
function applyContent(history: History, present: ProjectContent): History {
  if (isSameJson(present, history.present)) return history
  const step = { content: history.present, fieldId: undefined }
  return { present, past: [...history.past, step].slice(-stepLimit), future: [], group: undefined }
}

/** What an edit changes, and which gesture it belongs to. */
type About = Pick<Change, 'group'> & { fieldId?: string; label?: string }

/** Replaces content in one step, for example after operations. Moves of the same gesture share a step. */
function applyEdit(
  history: History,
  present: ProjectContent,
  { fieldId, label, group }: About,
  nowMs: number,
): History {
  if (isSameJson(present, history.present)) return history
  const last = history.group
  const isContinued =
    group !== undefined &&
    last?.key === group &&
    // A pointer may pause while it drags; the end of the drag ends its group.
    (group.startsWith(gesturePrefix) || nowMs - last.atMs < groupPauseMs) &&
    history.past.length > 0
  const before = history.past.at(-1)
  // A gesture that returned to its start is no step.
  if (isContinued && before && isSameJson(present, before.content)) return takeBackGroup(history)
  return {
    present,
    past: isContinued
      ? history.past
      : [...history.past, { content: history.present, fieldId, label }].slice(-stepLimit),
    future: [],
    group:
      group === undefined
        ? undefined
        : { key: group, atMs: nowMs, future: isContinued && last ? last.future : history.future },
  }
}

/** The history without its current group; the same history when there is none. */
function takeBackGroup(history: History): History {
  const { past, group } = history
  const before = past.at(-1)
  if (!group || !before) return history
  return { present: before.content, past: past.slice(0, -1), future: group.future, group: undefined }
}

/** One step back; the same history when there is none. */
export function undo(history: History): History {
  const step = history.past.at(-1)
  if (!step) return history
  return {
    present: step.content,
    past: history.past.slice(0, -1),
    future: [{ ...step, content: history.present }, ...history.future],
    group: undefined,
  }
}

/** One step forward; the same history when there is none. */
export function redo(history: History): History {
  const step = history.future[0]
  if (!step) return history
  return {
    present: step.content,
    past: [...history.past, { ...step, content: history.present }],
    future: history.future.slice(1),
    group: undefined,
  }
}

/** The state after the first `steps` steps of the history, including those that can be redone. */
export function jump(history: History, steps: number): History {
  let next = history
  while (next.past.length > steps && next.past.length > 0) next = undo(next)
  while (next.past.length < steps && next.future.length > 0) next = redo(next)
  return next
}

/**
 * Changes the current content and every step without adding a step. When an upload gets its server id, undo must not
 * bring back the local id.
 */
export function rewrite(history: History, change: (content: ProjectContent) => ProjectContent): History {
  const inStep = (step: Step): Step => ({ ...step, content: change(step.content) })
  return {
    ...history,
    present: change(history.present),
    past: history.past.map(inStep),
    future: history.future.map(inStep),
    group: history.group && { ...history.group, future: history.group.future.map(inStep) },
  }
}

/** The current content and that of every step. */
export function listContents({ present, past, future }: History): ProjectContent[] {
  return [present, ...past.map(({ content }) => content), ...future.map(({ content }) => content)]
}

/** The asset of a media or audio value. */
export function readAssetId(value: FieldValue | undefined): AssetId | undefined {
  return typeof value === 'object' && 'asset' in value ? value.asset : undefined
}

export function withValue(values: FieldValues, fieldId: string, value: FieldValue | undefined): FieldValues {
  const { [fieldId]: _, ...others } = values
  return value === undefined ? others : { ...others, [fieldId]: value }
}

/** Content with other clips and sounds. An empty timeline is removed. */
export function withTimeline(
  { timeline: _, ...others }: ProjectContent,
  timeline: Timeline | undefined,
): ProjectContent {
  const isEmpty = !timeline || timeline.clips.length + timeline.sounds.length === 0
  return isEmpty ? others : { ...others, timeline: withoutIdleFacts(timeline) }
}

/** Removes the entries of files that are uploaded or no longer used. */
function withoutIdleFacts(timeline: Timeline): Timeline {
  if (!timeline.unsent) return timeline
  const named = new Set([...timeline.clips, ...timeline.sounds].map(({ asset }) => asset))
  const unsent = timeline.unsent.filter(({ asset }) => isLocal(asset) && named.has(asset))
  if (unsent.length === timeline.unsent.length) return timeline
  const { unsent: _, ...others } = timeline
  return unsent.length > 0 ? { ...others, unsent } : others
}

export interface ProjectStore {
  getHistory(): History
  getContent(): ProjectContent
  /** Calls the listener after every change of the history; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  change(change: Change): void
  setAspect(aspect: string | null, difference: Difference): void
  /** Sets the content that a command returned; see `command.ts`. */
  edit(content: ProjectContent, about: About): void
  /** Ends the current group: the next change is a new step even without a pause. */
  endGroup(): void
  /** Reverts a running gesture, for example when the browser cancels its pointer. Typing stays. */
  cancelGesture(): void
  /** Returns the field of the step; undefined when there was nothing to undo (redo). */
  undo(): string | undefined
  redo(): string | undefined
  /** Goes to a position in the history; see `jump`. */
  jump(steps: number): void
  /** Changes the current content and every step; see `rewrite`. */
  rewrite(change: (content: ProjectContent) => ProjectContent): void
  /** Replaces all content, for example by the newer one of another device. Can be undone. */
  load(content: ProjectContent): void
}

/**
 * The store of one open editor. `stored` is the history stored on the device; `now` is in milliseconds and only compared
 * with itself.
 */
export function createProjectStore(
  content: ProjectContent,
  stored?: History,
  now: () => number = () => performance.now(),
): ProjectStore {
  const { get, set, subscribe } = createObservable(startHistory(content, stored))
  return {
    getHistory: get,
    getContent: () => get().present,
    subscribe,
    change: (change) => set(applyChange(get(), change, now())),
    edit: (next, about) => set(applyEdit(get(), next, about, now())),
    setAspect: (aspect, difference) => set(applyAspect(get(), aspect, difference)),
    endGroup() {
      if (get().group) set({ ...get(), group: undefined })
    },
    cancelGesture() {
      if (get().group?.key.startsWith(gesturePrefix)) set(takeBackGroup(get()))
    },
    undo() {
      const fieldId = get().past.at(-1)?.fieldId
      set(undo(get()))
      return fieldId
    },
    redo() {
      const fieldId = get().future[0]?.fieldId
      set(redo(get()))
      return fieldId
    },
    jump: (steps) => set(jump(get(), steps)),
    rewrite: (change) => set(rewrite(get(), change)),
    load: (next) => set(applyContent(get(), next)),
  }
}
