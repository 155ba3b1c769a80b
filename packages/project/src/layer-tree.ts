// The layers of a document while edits change them: found by their ids, and with what must be known of a list (who
// follows whom, what is kept on top) counted as layers come and go, so that an edit need not look through them all.
import type { GroupLayer, Layer } from '@vitrine/document/layer'

/** One layer. Whoever holds a node holds the layer through all its changes. */
export class LayerNode {
  /** As it is now, but for the layers of a group: see `read`. */
  layer: Layer
  list: LayerList
  /** Undefined for a layer that is no group. */
  readonly children: LayerList | undefined

  constructor(layer: Layer, list: LayerList) {
    this.layer = layer
    this.list = list
    this.children = layer.type === 'group' ? new LayerList(layer.layers, this) : undefined
  }

  get id(): string {
    return this.layer.id
  }

  /** The groups around it, innermost first. */
  *around(): Generator<LayerNode> {
    for (let { owner } = this.list; owner; owner = owner.list.owner) yield owner
  }

  /** This one and all layers in it, as `everyLayer` lists them. */
  *subtree(): Generator<LayerNode> {
    yield this
    for (const child of this.children?.nodes ?? []) yield* child.subtree()
  }

  /** The layer with the layers in it. What did not change is the very same object as before. */
  read(): Layer {
    if (this.children?.isChanged) this.layer = { ...(this.layer as GroupLayer), layers: this.children.read() }
    return this.layer
  }

  /** How many groups stand in each other here at most, this one included. */
  countGroups(): number {
    if (!this.children) return 0
    return 1 + this.children.nodes.reduce((max, child) => Math.max(max, child.countGroups()), 0)
  }
}

/** The layers of one group, or those at the top level. */
export class LayerList {
  /** The group whose list it is; undefined at the top level. */
  readonly owner: LayerNode | undefined
  /** Top first. Changed by `attach` and `detach` alone. */
  readonly nodes: LayerNode[]
  isChanged = false
  #layers: readonly Layer[]
  readonly #ids = new Set<string>()
  /** How often the layers of this list name each id as their parent or matte. */
  readonly #named = new Map<string, number>()
  /** How many of these names belong to no layer of this list. */
  #dangling = 0
  #tops = 0

  constructor(layers: readonly Layer[], owner?: LayerNode) {
    this.owner = owner
    this.#layers = layers
    this.nodes = layers.map((layer) => new LayerNode(layer, this))
    for (const node of this.nodes) this.#count(node)
  }

  /** Whether every parent and matte of its layers stands in it. */
  get holdsTogether(): boolean {
    return this.#dangling === 0
  }

  /** The highest place that a customer's layer may take: below everything that is kept on top. */
  get floor(): number {
    return this.#tops === 0 ? 0 : this.nodes.findLastIndex(({ layer }) => layer.alwaysOnTop) + 1
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** How often layers of this list name an id as their parent or matte. */
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

  /** Puts a layer in the place of another one with the same id, parent and matte. */
  replace(node: LayerNode, layer: Layer): void {
    this.#tops += Number(layer.alwaysOnTop ?? false) - Number(node.layer.alwaysOnTop ?? false)
    node.layer = layer
    this.markChanged()
  }

  markChanged(): void {
    for (let list: LayerList | undefined = this; list && !list.isChanged; list = list.owner?.list) list.isChanged = true
  }

  /** The layers as a document has them; the same list as before when nothing changed. */
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

/** The layers that a layer follows or is cut out by. */
export function listReferencedLayerIds({ parent, matte }: Layer): string[] {
  return [...(parent === undefined ? [] : [parent]), ...(matte === undefined ? [] : [matte.layer])]
}
