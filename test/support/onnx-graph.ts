/** Writes ONNX models as protobuf bytes (onnx.proto3), for tests that make their own small models. */

export type Tensor = { name: string; shape: readonly number[]; values: Float32Array | BigInt64Array }

export type Node = {
  op: string
  inputs: readonly string[]
  output: string
  /** Whole numbers, and lists of them. */
  attributes?: Readonly<Record<string, number | readonly number[]>>
}

/** An input or output; a name as size stands for any size. */
export type Port = { name: string; type: 'float32' | 'int64'; shape: readonly (number | string)[] }

export type Graph = {
  nodes: readonly Node[]
  constants: readonly Tensor[]
  inputs: readonly Port[]
  outputs: readonly Port[]
}

const irVersion = 7
/** The last version in which the axes of ReduceSum and Unsqueeze are attributes. */
const opset = 11
const elementTypes = { float32: 1, int64: 7 } as const
const attributeTypes = { number: 2, list: 7 } as const

export function encodeModel(graph: Graph): Buffer {
  return message([
    [1, irVersion],
    [2, 'quire tests'],
    [7, encodeGraph(graph)],
    [8, message([[2, opset]])],
  ])
}

function encodeGraph({ nodes, constants, inputs, outputs }: Graph): Buffer {
  return message([
    ...nodes.map(node => [1, encodeNode(node)] as const),
    [2, 'graph'],
    ...constants.map(tensor => [5, encodeTensor(tensor)] as const),
    ...inputs.map(port => [11, encodePort(port)] as const),
    ...outputs.map(port => [12, encodePort(port)] as const),
  ])
}

function encodeNode({ op, inputs, output, attributes = {} }: Node): Buffer {
  return message([
    ...inputs.map(name => [1, name] as const),
    [2, output],
    [4, op],
    ...Object.entries(attributes).map(([name, value]) => [5, encodeAttribute(name, value)] as const),
  ])
}

function encodeAttribute(name: string, value: number | readonly number[]): Buffer {
  if (typeof value === 'number')
    return message([
      [1, name],
      [3, value],
      [20, attributeTypes.number],
    ])
  return message([[1, name], ...value.map(each => [8, each] as const), [20, attributeTypes.list]])
}

function encodeTensor({ name, shape, values }: Tensor): Buffer {
  const type = values instanceof Float32Array ? elementTypes.float32 : elementTypes.int64
  return message([
    ...shape.map(size => [1, size] as const),
    [2, type],
    [8, name],
    [9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)],
  ])
}

function encodePort({ name, type, shape }: Port): Buffer {
  const sizes = shape.map(size => [1, message([typeof size === 'number' ? [1, size] : [2, size]])] as const)
  const tensor = message([
    [1, elementTypes[type]],
    [2, message(sizes)],
  ])
  return message([
    [1, name],
    [2, message([[1, tensor]])],
  ])
}

type Field = readonly [number: number, value: number | string | Buffer]

function message(fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.map(([number, value]) => encodeField(number, value)))
}

function encodeField(number: number, value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)])
  const bytes = Buffer.from(value)
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}

/** Negative numbers, which only axes are, have ten bytes. */
function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Buffer.from([...bytes, Number(rest)])
}
