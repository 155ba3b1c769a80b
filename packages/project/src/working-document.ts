// A document while edits are applied to it. One edit costs what it changes, not what the document holds.

import type { Problem } from '@vitrine/document/check'
import { LayerValidator } from '@vitrine/document/check-document'
import type { FontFace, TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import type { Lock } from '@vitrine/document/layer-base'
import { isOwn } from './layer-list.ts'
import { LayerList, LayerNode } from './layer-tree.ts'

export class WorkingDocument {
  readonly top: LayerList
  readonly #original: TemplateDocument
  readonly #nodes = new Map<string, LayerNode>()
  #fonts: readonly FontFace[]
  #unlocked: boolean
  #validator: LayerValidator
  /** What earlier validators and the edits themselves have done. */
  #done = 0

  constructor(document: TemplateDocument) {
    this.#original = document
    this.#fonts = document.fonts
    this.#unlocked = document.unlocked === true
    this.#validator = new LayerValidator(document)
    this.top = new LayerList(document.layers)
    for (const node of this.every()) if (!this.#nodes.has(node.id)) this.#nodes.set(node.id, node)
  }

  /** How much was done so far, in values and layers that were looked at: the same on every machine. */
  get work(): number {
    return this.#done + this.#validator.work
  }

  /** For what an edit looks at beyond the values of layers. */
  addWork(amount: number): void {
    this.#done += amount
  }

  get fonts(): readonly FontFace[] {
    return this.#fonts
  }

  get layerCount(): number {
    return this.#nodes.size
  }

  find(id: unknown): LayerNode | undefined {
    return typeof id === 'string' ? this.#nodes.get(id) : undefined
  }

  *every(): Generator<LayerNode> {
    for (const node of this.top.nodes) yield* node.subtree()
  }

  /** Whether a customer may remove, regroup and fill a layer: their own ones, and every one for the owner who has unlocked all. */
  isFree(id: unknown): id is string {
    return typeof id === 'string' && (this.#unlocked || isOwn(id))
  }

  get isUnlocked(): boolean {
    return this.#unlocked
  }

  validate(layer: unknown, siblings: { has(id: string): boolean }): Problem[] {
    return this.#validator.validate(layer, siblings)
  }

  add(layer: Layer, list: LayerList, at: number): LayerNode {
    const node = new LayerNode(layer, list)
    list.attach(node, at)
    for (const one of node.subtree()) {
      this.#nodes.set(one.id, one)
      this.#done++
    }
    return node
  }

  remove(node: LayerNode): void {
    node.list.detach(node)
    for (const one of node.subtree()) {
      this.#nodes.delete(one.id)
      this.#done++
    }
  }

  /** Puts a layer in the place of the one with its id. Other layers in a group make another node of it. */
  replace(node: LayerNode, layer: Layer): void {
    const before = node.layer.type === 'group' ? node.layer.layers : undefined
    const after = layer.type === 'group' ? layer.layers : undefined
    if (before === after) {
      node.list.replace(node, layer)
      return
    }
    const { list } = node
    const at = list.nodes.indexOf(node)
    this.remove(node)
    this.add(layer, list, at)
  }

  setFonts(fonts: readonly FontFace[]): void {
    this.#fonts = fonts
    this.#done += this.#validator.work
    // Valid texts may name a removed face.
    this.#validator = new LayerValidator({ ...this.#original, fonts })
    this.#done += this.#original.fields.length + Object.keys(this.#original.assets).length
  }

  setUnlocked(): void {
    this.#unlocked = true
  }

  read(): TemplateDocument {
    const { unlocked: before, ...rest } = this.#original
    const layers = this.top.read()
    const isSame = layers === rest.layers && this.#fonts === rest.fonts && this.#unlocked === (before === true)
    if (isSame) return this.#original
    return { ...rest, layers, fonts: this.#fonts, ...(this.#unlocked && { unlocked: true }) }
  }
}

/** Whether the designer keeps customers from this; a lock on a group holds for everything in it. */
export function isLocked(node: LayerNode, lock: Lock): boolean {
  return [node, ...node.around()].some(({ layer }) => layer.locks?.some((held) => held === 'all' || held === lock))
}
