// Runs a TensorFlow Lite model in plain JavaScript: the models of this application are so small that this takes tens of
// milliseconds, works in every browser and gives the same numbers in each. Tensors are [1, height, width, channels].
import { type Model, type Operator, readModel } from './tflite.ts'

interface Values {
  shape: readonly number[]
  data: Float32Array
}

export interface Network {
  /** Height and width of the input picture, which has three numbers per pixel. */
  readonly inputSize: readonly [number, number]
  /** The model's outputs for a picture, in the model's order. */
  run(picture: Float32Array): Float32Array[]
}

/** @throws Error for a file that is no model or has an unsupported operator */
export function createNetwork(file: ArrayBuffer): Network {
  const model = readModel(file)
  const constants = new Map<number, Values>()
  for (const [n, { shape, data }] of model.tensors.entries())
    if (data instanceof Float32Array) constants.set(n, { shape, data })
  // 16-bit weights were widened when they were read.
  for (const { name, inputs, outputs } of model.operators) {
    const weights = name === 'dequantize' ? constants.get(inputs[0] ?? -1) : undefined
    if (weights) constants.set(outputs[0] ?? -1, weights)
  }
  const operators = model.operators.filter(({ name }) => name !== 'dequantize')
  const [input = 0] = model.inputs
  const [, height = 0, width = 0] = model.tensors[input]?.shape ?? []
  return {
    inputSize: [height, width],
    run(picture) {
      const values = new Map(constants)
      values.set(input, { shape: [1, height, width, 3], data: picture })
      for (const operator of operators) {
        const output = operator.outputs[0] ?? -1
        const shape = model.tensors[output]?.shape ?? []
        values.set(output, { shape, data: compute(operator, model, values, shape) })
      }
      return model.outputs.map((n) => values.get(n)?.data ?? new Float32Array())
    },
  }
}

function compute(operator: Operator, model: Model, values: ReadonlyMap<number, Values>, shape: readonly number[]) {
  const operands = operator.inputs.map((n) => values.get(n))
  const [first, second, third] = operands
  if (!first) throw new Error(`The operator ${operator.name} has no input`)
  const output: Values = { shape, data: new Float32Array(shape.reduce((product, size) => product * size, 1)) }
  switch (operator.name) {
    case 'convolve':
      convolve(operator, first, requireValues(second), third, output)
      break
    case 'convolve-depthwise':
      convolveDepthwise(operator, first, requireValues(second), third, output)
      break
    case 'custom':
      transposeConvolve(operator, first, requireValues(second), third, output)
      break
    case 'add':
      combine(first, requireValues(second), output, (a, b) => a + b)
      limit(output.data, operator.option(0, 'byte', 0))
      break
    case 'multiply':
      combine(first, requireValues(second), output, (a, b) => a * b)
      limit(output.data, operator.option(0, 'byte', 0))
      break
    case 'max-pool':
    case 'average-pool':
      pool(operator, first, output)
      break
    case 'pad': {
      const paddings = model.tensors[operator.inputs[1] ?? -1]?.data
      pad(first, paddings ?? new Int32Array(8), output)
      break
    }
    case 'concatenate':
      concatenate(operator, operands.map(requireValues), output)
      break
    case 'resize-bilinear':
      resize(operator, first, output)
      break
    case 'reshape':
      output.data.set(first.data)
      break
    case 'relu':
      each(first, output, (value) => Math.max(0, value))
      break
    case 'hard-swish':
      each(first, output, (value) => (value * Math.min(6, Math.max(0, value + 3))) / 6)
      break
    case 'logistic':
      each(first, output, (value) => 1 / (1 + Math.exp(-value)))
      break
    case 'dequantize':
      break
  }
  return output.data
}

function requireValues(values: Values | undefined): Values {
  if (!values) throw new Error('An operator of the model lacks an input')
  return values
}

function each({ data }: Values, output: Values, of: (value: number) => number): void {
  for (let n = 0; n < data.length; n++) output.data[n] = of(data[n] as number)
}

/** Combines two tensors elementwise; the second may have one number, one per channel, or one pixel. */
function combine(one: Values, other: Values, output: Values, of: (a: number, b: number) => number): void {
  const [a, b] = one.data.length >= other.data.length ? [one.data, other.data] : [other.data, one.data]
  for (let n = 0; n < a.length; n++) output.data[n] = of(a[n] as number, b[n % b.length] as number)
}

/** The fused activation of an operator: 1 is ReLU, 3 is ReLU6. */
function limit(data: Float32Array, activation: number): void {
  if (activation === 0) return
  if (activation !== 1 && activation !== 3) throw new Error(`The model has an unknown activation ${activation}`)
  const highest = activation === 3 ? 6 : Number.POSITIVE_INFINITY
  for (let n = 0; n < data.length; n++) data[n] = Math.min(highest, Math.max(0, data[n] as number))
}

/** How many pixels a window begins before the first one; 0 is TensorFlow's SAME, 1 its VALID. */
function paddingBefore(padding: number, input: number, output: number, window: number, stride: number): number {
  return padding === 0 ? Math.max(0, (output - 1) * stride + window - input) >> 1 : 0
}

const size = ({ shape }: Values) => [shape[1] ?? 1, shape[2] ?? 1, shape[3] ?? 1] as const

/** Weights are [output channels, height, width, input channels]. */
function convolve(operator: Operator, input: Values, weights: Values, bias: Values | undefined, output: Values): void {
  const [rows, columns, channels] = size(input)
  const [outRows, outColumns, outChannels] = size(output)
  const [high, wide] = size(weights)
  const padding = operator.option(0, 'byte', 0)
  const [strideX, strideY] = [operator.option(1, 'int', 1), operator.option(2, 'int', 1)]
  const top = paddingBefore(padding, rows, outRows, high, strideY)
  const left = paddingBefore(padding, columns, outColumns, wide, strideX)
  const [from, to, by] = [input.data, output.data, weights.data]
  const filter = high * wide * channels
  for (let y = 0; y < outRows; y++) {
    for (let x = 0; x < outColumns; x++) {
      const at = (y * outColumns + x) * outChannels
      if (bias) for (let out = 0; out < outChannels; out++) to[at + out] = bias.data[out] as number
      for (let ky = 0; ky < high; ky++) {
        const row = y * strideY - top + ky
        if (row < 0 || row >= rows) continue
        for (let kx = 0; kx < wide; kx++) {
          const column = x * strideX - left + kx
          if (column < 0 || column >= columns) continue
          const source = (row * columns + column) * channels
          addProducts(from, source, by, (ky * wide + kx) * channels, filter, channels, to, at, outChannels)
        }
      }
    }
  }
  limit(to, operator.option(3, 'byte', 0))
}

/**
 * Adds to each output channel the products of one pixel and its filter. Four channels at a time share each number of
 * the pixel, which halves the time.
 */
function addProducts(
  from: Float32Array,
  source: number,
  by: Float32Array,
  weight: number,
  filter: number,
  channels: number,
  to: Float32Array,
  at: number,
  outChannels: number,
): void {
  let out = 0
  for (; out + 3 < outChannels; out += 4) {
    let [a, b, c, d] = [0, 0, 0, 0]
    const first = weight + out * filter
    for (let n = 0; n < channels; n++) {
      const value = from[source + n] as number
      a += value * (by[first + n] as number)
      b += value * (by[first + filter + n] as number)
      c += value * (by[first + 2 * filter + n] as number)
      d += value * (by[first + 3 * filter + n] as number)
    }
    to[at + out] = (to[at + out] as number) + a
    to[at + out + 1] = (to[at + out + 1] as number) + b
    to[at + out + 2] = (to[at + out + 2] as number) + c
    to[at + out + 3] = (to[at + out + 3] as number) + d
  }
  for (; out < outChannels; out++) {
    let sum = 0
    for (let n = 0; n < channels; n++) sum += (from[source + n] as number) * (by[weight + out * filter + n] as number)
    to[at + out] = (to[at + out] as number) + sum
  }
}

/** Weights are [1, height, width, channels]: each channel has its own filter. */
function convolveDepthwise(
  operator: Operator,
  input: Values,
  weights: Values,
  bias: Values | undefined,
  output: Values,
): void {
  const [rows, columns, channels] = size(input)
  const [outRows, outColumns] = size(output)
  const [high, wide] = size(weights)
  if (operator.option(3, 'int', 1) !== 1) throw new Error('Only one filter for each channel is supported')
  const padding = operator.option(0, 'byte', 0)
  const [strideX, strideY] = [operator.option(1, 'int', 1), operator.option(2, 'int', 1)]
  const top = paddingBefore(padding, rows, outRows, high, strideY)
  const left = paddingBefore(padding, columns, outColumns, wide, strideX)
  const [from, to, by] = [input.data, output.data, weights.data]
  for (let y = 0; y < outRows; y++) {
    for (let x = 0; x < outColumns; x++) {
      const at = (y * outColumns + x) * channels
      if (bias) for (let c = 0; c < channels; c++) to[at + c] = bias.data[c] as number
      for (let ky = 0; ky < high; ky++) {
        const row = y * strideY - top + ky
        if (row < 0 || row >= rows) continue
        for (let kx = 0; kx < wide; kx++) {
          const column = x * strideX - left + kx
          if (column < 0 || column >= columns) continue
          const source = (row * columns + column) * channels
          const weight = (ky * wide + kx) * channels
          for (let c = 0; c < channels; c++)
            to[at + c] = (to[at + c] as number) + (from[source + c] as number) * (by[weight + c] as number)
        }
      }
    }
  }
  limit(to, operator.option(4, 'byte', 0))
}

/** MediaPipe's Convolution2DTransposeBias: each pixel of the input adds a filtered patch to the output. */
function transposeConvolve(
  operator: Operator,
  input: Values,
  weights: Values,
  bias: Values | undefined,
  output: Values,
): void {
  const [rows, columns, channels] = size(input)
  const [outRows, outColumns, outChannels] = size(output)
  const [high, wide] = size(weights)
  const [, strideX = 2, strideY = 2] = operator.customNumbers()
  const top = Math.max(0, (rows - 1) * strideY + high - outRows) >> 1
  const left = Math.max(0, (columns - 1) * strideX + wide - outColumns) >> 1
  const [from, to, by] = [input.data, output.data, weights.data]
  if (bias) for (let n = 0; n < to.length; n++) to[n] = bias.data[n % outChannels] as number
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const source = (y * columns + x) * channels
      for (let ky = 0; ky < high; ky++) {
        const row = y * strideY - top + ky
        if (row < 0 || row >= outRows) continue
        for (let kx = 0; kx < wide; kx++) {
          const column = x * strideX - left + kx
          if (column < 0 || column >= outColumns) continue
          for (let out = 0; out < outChannels; out++) {
            const weight = ((out * high + ky) * wide + kx) * channels
            let sum = 0
            for (let c = 0; c < channels; c++) sum += (from[source + c] as number) * (by[weight + c] as number)
            const at = (row * outColumns + column) * outChannels + out
            to[at] = (to[at] as number) + sum
          }
        }
      }
    }
  }
}

function pool(operator: Operator, input: Values, output: Values): void {
  const [rows, columns, channels] = size(input)
  const [outRows, outColumns] = size(output)
  const padding = operator.option(0, 'byte', 0)
  const [strideX, strideY] = [operator.option(1, 'int', 1), operator.option(2, 'int', 1)]
  const [wide, high] = [operator.option(3, 'int', 1), operator.option(4, 'int', 1)]
  const isMax = operator.name === 'max-pool'
  const top = paddingBefore(padding, rows, outRows, high, strideY)
  const left = paddingBefore(padding, columns, outColumns, wide, strideX)
  for (let y = 0; y < outRows; y++) {
    const [startY, endY] = [Math.max(0, y * strideY - top), Math.min(rows, y * strideY - top + high)]
    for (let x = 0; x < outColumns; x++) {
      const [startX, endX] = [Math.max(0, x * strideX - left), Math.min(columns, x * strideX - left + wide)]
      for (let c = 0; c < channels; c++) {
        let found = isMax ? Number.NEGATIVE_INFINITY : 0
        for (let row = startY; row < endY; row++) {
          for (let column = startX; column < endX; column++) {
            const value = input.data[(row * columns + column) * channels + c] as number
            found = isMax ? Math.max(found, value) : found + value
          }
        }
        const mean = isMax ? found : found / ((endY - startY) * (endX - startX))
        output.data[(y * outColumns + x) * channels + c] = mean
      }
    }
  }
}

/** `paddings` has, for each of the four dimensions, how much is added before and after it. */
function pad(input: Values, paddings: ArrayLike<number>, output: Values): void {
  const [rows, columns, channels] = size(input)
  const [, outColumns, outChannels] = size(output)
  const [top, left, front] = [paddings[2] ?? 0, paddings[4] ?? 0, paddings[6] ?? 0]
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const source = (y * columns + x) * channels
      const target = ((y + top) * outColumns + x + left) * outChannels + front
      output.data.set(input.data.subarray(source, source + channels), target)
    }
  }
}

function concatenate(operator: Operator, inputs: readonly Values[], output: Values): void {
  const axis = operator.option(0, 'int', 0)
  const place = axis < 0 ? axis + output.shape.length : axis
  // Dimensions inside the axis are copied as a block, for every index outside of it.
  const inner = (shape: readonly number[]) => shape.slice(place).reduce((product, one) => product * one, 1)
  const whole = inner(output.shape)
  let offset = 0
  for (const { shape, data } of inputs) {
    const part = inner(shape)
    for (let n = 0; n * part < data.length; n++)
      output.data.set(data.subarray(n * part, (n + 1) * part), n * whole + offset)
    offset += part
  }
}

function resize(operator: Operator, input: Values, output: Values): void {
  const [rows, columns, channels] = size(input)
  const [outRows, outColumns] = size(output)
  const isAligned = operator.option(2, 'byte', 0) !== 0
  const isCentred = operator.option(3, 'byte', 0) !== 0
  const place = (at: number, from: number, to: number) => {
    if (isAligned && to > 1) return (at * (from - 1)) / (to - 1)
    return isCentred ? Math.max(0, ((at + 0.5) * from) / to - 0.5) : (at * from) / to
  }
  const { data } = input
  for (let y = 0; y < outRows; y++) {
    const down = place(y, rows, outRows)
    const above = Math.min(rows - 1, Math.floor(down))
    const below = Math.min(rows - 1, above + 1)
    for (let x = 0; x < outColumns; x++) {
      const across = place(x, columns, outColumns)
      const before = Math.min(columns - 1, Math.floor(across))
      const after = Math.min(columns - 1, before + 1)
      const [dy, dx] = [down - above, across - before]
      for (let c = 0; c < channels; c++) {
        const at = (row: number, column: number) => data[(row * columns + column) * channels + c] as number
        const upper = at(above, before) * (1 - dx) + at(above, after) * dx
        const lower = at(below, before) * (1 - dx) + at(below, after) * dx
        output.data[(y * outColumns + x) * channels + c] = upper * (1 - dy) + lower * dy
      }
    }
  }
}
