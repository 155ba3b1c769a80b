// A document during editing. The cost of an edit depends on what it changes, not on the size of the document.
import type { Problem } from '@vitrine/document/check'
import { LayerValidator } from '@vitrine/document/check-document'
import type { FontFace, TemplateDocument } from '@vitrine/document/document'
import type { GroupLayer, Layer } from '@vitrine/document/layer'
import type { Lock } from '@vitrine/document/layer-base'
import { isOwn } from './layer-list.ts'

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

// The layers of a document during editing, indexed by id. Each list maintains counts of who follows whom and what stays on top,
// so that an edit need not search all layers.

/** One layer. A node stays the same while its layer changes. */
export class LayerNode {
  /** The current layer, except for the children of a group: see `read`. */
  layer: Layer
  list: LayerList
  /** Undefined for a layer other than a group. */
  readonly children: LayerList | undefined

  constructor(layer: Layer, list: LayerList) {
    this.layer = layer
    this.list = list
    this.children = layer.type === 'group' ? new LayerList(layer.layers, this) : undefined
  }

  get id(): string {
    return this.layer.id
  }

  /** The surrounding groups, innermost first. */
  *around(): Generator<LayerNode> {
    for (let { owner } = this.list; owner; owner = owner.list.owner) yield owner
  }

  /** This node and all nodes inside, in the order of `everyLayer`. */
  *subtree(): Generator<LayerNode> {
    yield this
    for (const child of this.children?.nodes ?? []) yield* child.subtree()
  }

  /** The layer including nested ones. Unchanged parts are the same objects as before. */
  read(): Layer {
    if (this.children?.isChanged) this.layer = { ...(this.layer as GroupLayer), layers: this.children.read() }
    return this.layer
  }

  /** The depth of nested groups in this layer, including the layer itself. */
  countGroups(): number {
    if (!this.children) return 0
    return 1 + this.children.nodes.reduce((max, child) => Math.max(max, child.countGroups()), 0)
  }
}

/** The layers of one group, or those at the top level. */
export class LayerList {
  /** The group that contains this list; undefined at the top level. */
  readonly owner: LayerNode | undefined
  /** Top first. Changed only by `attach` and `detach`. */
  readonly nodes: LayerNode[]
  isChanged = false
  #layers: readonly Layer[]
  readonly #ids = new Set<string>()
  /** How often the layers of this list use each id as their parent or matte. */
  readonly #named = new Map<string, number>()
  /** How many of these uses refer to layers outside this list. */
  #dangling = 0
  #tops = 0

  constructor(layers: readonly Layer[], owner?: LayerNode) {
    this.owner = owner
    this.#layers = layers
    this.nodes = layers.map((layer) => new LayerNode(layer, this))
    for (const node of this.nodes) this.#count(node)
  }

  /** Whether the list contains every parent and matte of its layers. */
  get holdsTogether(): boolean {
    return this.#dangling === 0
  }

  /** The highest index that a customer's layer may take: below all layers that stay on top. */
  get floor(): number {
    return this.#tops === 0 ? 0 : this.nodes.findLastIndex(({ layer }) => layer.alwaysOnTop) + 1
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** How often layers of this list use an id as their parent or matte. */
  countNaming(id: string): number {
    return this.#named.get(id) ?? 0
  }

  attach(node: LayerNode, at: number): void {
    this.nodes.splice(at, 0, node)
    node.list = this
    this.#count(node)
    this.markChanged()
  }

  detach(node: LayerNode): void {
    this.nodes.splice(this.nodes.indexOf(node), 1)
    this.#uncount(node)
    this.markChanged()
  }

  /** Replaces a layer by another one with the same id, parent and matte. */
  replace(node: LayerNode, layer: Layer): void {
    this.#tops += Number(layer.alwaysOnTop ?? false) - Number(node.layer.alwaysOnTop ?? false)
    node.layer = layer
    this.markChanged()
  }

  markChanged(): void {
    for (let list: LayerList | undefined = this; list && !list.isChanged; list = list.owner?.list) list.isChanged = true
  }

  /** The layers in document form; the same list as before when nothing changed. */
  read(): readonly Layer[] {
    if (this.isChanged) this.#layers = this.nodes.map((node) => node.read())
    this.isChanged = false
    return this.#layers
  }

  #count({ layer }: LayerNode): void {
    this.#ids.add(layer.id)
    this.#dangling -= this.countNaming(layer.id)
    for (const name of listReferencedLayerIds(layer)) {
      this.#named.set(name, this.countNaming(name) + 1)
      if (!this.#ids.has(name)) this.#dangling++
    }
    if (layer.alwaysOnTop) this.#tops++
  }

  #uncount({ layer }: LayerNode): void {
    for (const name of listReferencedLayerIds(layer)) {
      this.#named.set(name, this.countNaming(name) - 1)
      if (!this.#ids.has(name)) this.#dangling--
    }
    this.#ids.delete(layer.id)
    this.#dangling += this.countNaming(layer.id)
    if (layer.alwaysOnTop) this.#tops--
  }
}

/** The ids of a layer's parent and matte. */
export function listReferencedLayerIds({ parent, matte }: Layer): string[] {
  return [...(parent === undefined ? [] : [parent]), ...(matte === undefined ? [] : [matte.layer])]
}
