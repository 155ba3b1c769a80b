// The content of an open project with undo and redo. The reducers are pure; the store notifies its listeners.

import type { Timeline } from '@vitrine/document/clip'
import type { AssetId, FieldValue, FieldValues } from '@vitrine/document/field'
import { isSameJson } from '@vitrine/document/same-json'
import type { Difference } from '@vitrine/project/difference'
import { createObservable } from '../../api/observable.ts'
import { isLocal } from './asset-library.ts'

/** Everything of a project that the customer can change. */
export interface ProjectContent {
  readonly values: FieldValues
  readonly difference: Difference
  /** A variant of the template; null is its own shape. */
  readonly aspect: string | null
  /** The customer's own clips and sounds; absent where there are none. */
  readonly timeline?: Timeline
}

/** One remembered step: the content before it, and what it was about. */
export interface Step {
  readonly content: ProjectContent
  readonly fieldId: string | undefined
  /** Label of the step in the history: 'Move', 'Change colour'. Undefined for a field that was filled in. */
  readonly label?: string | undefined
}

export interface History {
  readonly present: ProjectContent
  /** Oldest first. */
  readonly past: readonly Step[]
  /** Next to redo first. */
  readonly future: readonly Step[]
  /** The gesture or typing that the last step belongs to; the same one soon after extends that step. */
  readonly group: Group | undefined
}

interface Group {
  readonly key: string
  readonly atMs: number
  /** What could be redone before it. */
  readonly future: readonly Step[]
}

/** Steps that can be undone. A step is a few references into shared values, so this is about memory of photos, not text. */
export const stepLimit = 200

/** A pause in typing after which the next letter starts a step of its own. */
export const groupPauseMs = 1000

/** Begins the group of one drag, which lasts until `endGroup`, however long the pointer pauses. */
export const gesturePrefix = 'gesture:'

export interface Change {
  fieldId: string
  /** Undefined returns the field to its default. */
  value: FieldValue | undefined
  /** Changes with the same key and no pause between them are one step. */
  group?: string
}

/** Goes on with the kept history of this content. When another device has changed it meanwhile, there is none. */
function startHistory(present: ProjectContent, kept: History | undefined): History {
  if (kept && isSameJson(kept.present, present)) return kept
  return { present, past: [], future: [], group: undefined }
}

/** Puts one value. A value that is already there is no step. */
export function applyChange(history: History, change: Change, nowMs: number): History {
  const { present } = history
  const content = { ...present, values: withValue(present.values, change.fieldId, change.value) }
  return applyEdit(history, content, change, nowMs)
}

/** Picks another shape of the template, with the difference in it. The present one is no step. */
function applyAspect(history: History, aspect: string | null, difference: Difference): History {
  if (history.present.aspect === aspect) return history
  return applyContent(history, { ...history.present, aspect, difference })
}

/** Other content altogether, as one step. */
function applyContent(history: History, present: ProjectContent): History {
  if (isSameJson(present, history.present)) return history
  const step = { content: history.present, fieldId: undefined }
  return { present, past: [...history.past, step].slice(-stepLimit), future: [], group: undefined }
}

/** What a step of content is about, and which gesture it belongs to. */
export type About = Pick<Change, 'group'> & { fieldId?: string; label?: string }

/** Puts content as one step, such as after edits; moves of the same gesture are one step. */
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
    // A pointer may pause while it drags; the drag's end ends its group.
    (group.startsWith(gesturePrefix) || nowMs - last.atMs < groupPauseMs) &&
    history.past.length > 0
  const before = history.past.at(-1)
  // Back where it began: nothing was done.
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

/** The history as if its present group had never begun; the same history when there is none. */
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

/** The state after some of the history's steps, from none to all that can be redone. */
export function jump(history: History, steps: number): History {
  let next = history
  while (next.past.length > steps && next.past.length > 0) next = undo(next)
  while (next.past.length < steps && next.future.length > 0) next = redo(next)
  return next
}

/**
 * Changes the present and every step without taking a step: what was an upload's own id must not be one, and undoing must
 * never bring back an id that only this browser knew.
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

/** The present content and that of every step. */
export function listContents({ present, past, future }: History): ProjectContent[] {
  return [present, ...past.map(({ content }) => content), ...future.map(({ content }) => content)]
}

/** The asset that a value names, for media and audio values. */
export function readAssetId(value: FieldValue | undefined): AssetId | undefined {
  return typeof value === 'object' && 'asset' in value ? value.asset : undefined
}

export function withValue(values: FieldValues, fieldId: string, value: FieldValue | undefined): FieldValues {
  const { [fieldId]: _, ...others } = values
  return value === undefined ? others : { ...others, [fieldId]: value }
}

/** Content with other clips and sounds. A timeline without any is none. */
export function withTimeline(
  { timeline: _, ...others }: ProjectContent,
  timeline: Timeline | undefined,
): ProjectContent {
  const isEmpty = !timeline || timeline.clips.length + timeline.sounds.length === 0
  return isEmpty ? others : { ...others, timeline: withoutIdleFacts(timeline) }
}

/** Entries of files that have been uploaded, or that are not used any more, are left out. */
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
  /** Calls the listener after every change of the history; returns how to stop. */
  subscribe(listener: () => void): () => void
  change(change: Change): void
  setAspect(aspect: string | null, difference: Difference): void
  /** Puts content that a command has made; see `command.ts`. */
  edit(content: ProjectContent, about: About): void
  /** Ends the present group: the next change is a step of its own even when it comes at once. */
  endGroup(): void
  /** Takes the gesture under way back, such as when the browser takes its pointer away. Typing is left as it is. */
  cancelGesture(): void
  /** The field that the step was about, or undefined when there was nothing to undo (redo). */
  undo(): string | undefined
  redo(): string | undefined
  /** Goes to where so many steps have been done, as `jump` says. */
  jump(steps: number): void
  /** Changes the present and every step, as `rewrite` says. */
  rewrite(change: (content: ProjectContent) => ProjectContent): void
  /** Other content altogether, such as the newer one of another device. Can be undone. */
  load(content: ProjectContent): void
}

/**
 * The store of one open editor. `kept` is the history that the device has of it; `now` is in milliseconds and only compared
 * with itself.
 */
export function createProjectStore(
  content: ProjectContent,
  kept?: History,
  now: () => number = () => performance.now(),
): ProjectStore {
  const { get, set, subscribe } = createObservable(startHistory(content, kept))
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
