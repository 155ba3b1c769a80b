// A document during editing. The cost of an edit depends on what it changes, not on the size of the document.

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
  /** Work done by earlier validators and by the edits themselves. */
  #done = 0

  constructor(document: TemplateDocument) {
    this.#original = document
    this.#fonts = document.fonts
    this.#unlocked = document.unlocked === true
    this.#validator = new LayerValidator(document)
    this.top = new LayerList(document.layers)
    for (const node of this.every()) if (!this.#nodes.has(node.id)) this.#nodes.set(node.id, node)
  }

  /** The work done so far, in checked values and layers: deterministic on every machine. */
  get work(): number {
    return this.#done + this.#validator.work
  }

  /** Adds work for what an edit checks apart from the values of layers. */
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

  /** Whether a customer may remove, regroup and fill a layer: their own layers, and all of them for the owner after unlocking. */
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

  /** Replaces the layer with the same id. Different children of a group give a new node. */
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
    // Texts that were valid may use a removed face.
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

/** Whether a designer's lock prevents a change; a lock on a group applies to everything in it. */
export function isLocked(node: LayerNode, lock: Lock): boolean {
  return [node, ...node.around()].some(({ layer }) => layer.locks?.some((held) => held === 'all' || held === lock))
}
