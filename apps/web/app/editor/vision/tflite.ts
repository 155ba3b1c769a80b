// Reads models in the format of TensorFlow Lite. The tables: tensorflow/lite/schema/schema.fbs; their encoding:
// flatbuffers.dev/internals.

/** Operators by TensorFlow Lite's code, limited to those of the models in use. */
const OPERATOR_NAMES: Readonly<Record<number, OperatorName>> = {
  0: 'add',
  1: 'average-pool',
  2: 'concatenate',
  3: 'convolve',
  4: 'convolve-depthwise',
  6: 'dequantize',
  14: 'logistic',
  17: 'max-pool',
  18: 'multiply',
  19: 'relu',
  22: 'reshape',
  23: 'resize-bilinear',
  32: 'custom',
  34: 'pad',
  117: 'hard-swish',
}

type OperatorName =
  | 'add'
  | 'average-pool'
  | 'concatenate'
  | 'convolve'
  | 'convolve-depthwise'
  | 'custom'
  | 'dequantize'
  | 'hard-swish'
  | 'logistic'
  | 'max-pool'
  | 'multiply'
  | 'pad'
  | 'relu'
  | 'reshape'
  | 'resize-bilinear'

export interface Operator {
  readonly name: OperatorName
  /** Indices of tensors; -1 for an omitted input. */
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
  /** A number of the operator's options by its slot in the table, or its default. */
  option(place: number, size: 'byte' | 'int', otherwise: number): number
  /** The bytes of a custom operator's options, as whole numbers. */
  customNumbers(): readonly number[]
}

interface Tensor {
  readonly shape: readonly number[]
  /** The constant data in the file; undefined for a computed tensor. */
  readonly data: Float32Array | Int32Array | undefined
}

export interface Model {
  readonly tensors: readonly Tensor[]
  /** The operators in execution order. */
  readonly operators: readonly Operator[]
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
}

const FLOAT32 = 0
const FLOAT16 = 1
const INT32 = 2

/**
 * Reads a model with weights of 16 or 32 bits. @throws Error for a file that is no model or has an unsupported operator
 */
export function readModel(bytes: ArrayBuffer): Model {
  const file = createReader(bytes)
  const root = file.follow(0)
  const codes = file.tables(root, 1).map((code) => Math.max(file.byte(code, 0, 0), file.int(code, 3, 0)))
  const buffers = file.tables(root, 4)
  const [graph] = file.tables(root, 2)
  if (graph === undefined) throw new Error('The model has no graph')
  const tensors = file.tables(graph, 0).map((tensor): Tensor => {
    const buffer = buffers[file.int(tensor, 2, 0)]
    const data = buffer === undefined ? undefined : file.vector(buffer, 0)
    return {
      shape: file.ints(tensor, 0),
      data: data && data.length > 0 ? readNumbers(bytes, data, file.byte(tensor, 1, FLOAT32)) : undefined,
    }
  })
  const operators = file.tables(graph, 3).map((operator): Operator => {
    const name = OPERATOR_NAMES[codes[file.int(operator, 0, 0)] ?? -1]
    if (!name) throw new Error(`The model has an unknown operator ${codes[file.int(operator, 0, 0)]}`)
    const options = file.table(operator, 4)
    return {
      name,
      inputs: file.ints(operator, 1),
      outputs: file.ints(operator, 2),
      option: (place, size, otherwise) =>
        options === undefined
          ? otherwise
          : size === 'byte'
            ? file.byte(options, place, otherwise)
            : file.int(options, place, otherwise),
      customNumbers() {
        const found = file.vector(operator, 5)
        return found ? [...readNumbers(bytes, { ...found, length: found.length & ~3 }, INT32)] : []
      },
    }
  })
  return { tensors, operators, inputs: file.ints(graph, 1), outputs: file.ints(graph, 2) }
}

interface Vector {
  start: number
  length: number
}

/** Reads fields of FlatBuffers tables by their slot; a table is the offset of its first byte. */
function createReader(bytes: ArrayBuffer) {
  const view = new DataView(bytes)
  const follow = (at: number) => at + view.getUint32(at, true)
  /** The offset of a field; undefined when the table omits it. */
  const find = (table: number, place: number): number | undefined => {
    const layout = table - view.getInt32(table, true)
    const entry = 4 + 2 * place
    const offset = entry < view.getUint16(layout, true) ? view.getUint16(layout + entry, true) : 0
    return offset === 0 ? undefined : table + offset
  }
  const vector = (table: number, place: number): Vector | undefined => {
    const at = find(table, place)
    if (at === undefined) return undefined
    const start = follow(at)
    return { start: start + 4, length: view.getUint32(start, true) }
  }
  const list = <T>(found: Vector | undefined, read: (at: number) => T): T[] =>
    Array.from({ length: found?.length ?? 0 }, (_, n) => read((found?.start ?? 0) + 4 * n))
  return {
    follow,
    vector,
    table(parent: number, place: number) {
      const at = find(parent, place)
      return at === undefined ? undefined : follow(at)
    },
    tables: (table: number, place: number) => list(vector(table, place), follow),
    ints: (table: number, place: number) => list(vector(table, place), (at) => view.getInt32(at, true)),
    byte(table: number, place: number, otherwise: number) {
      const at = find(table, place)
      return at === undefined ? otherwise : view.getInt8(at)
    },
    int(table: number, place: number, otherwise: number) {
      const at = find(table, place)
      return at === undefined ? otherwise : view.getInt32(at, true)
    },
  }
}

function readNumbers(bytes: ArrayBuffer, { start, length }: Vector, type: number): Float32Array | Int32Array {
  // The copy is aligned to four bytes.
  const own = bytes.slice(start, start + length)
  if (type === FLOAT32) return new Float32Array(own)
  if (type === INT32) return new Int32Array(own)
  if (type === FLOAT16) return Float32Array.from(new Uint16Array(own), readHalf)
  throw new Error(`The model has numbers of an unknown type ${type}`)
}

/** A 16-bit IEEE 754 number. */
function readHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
