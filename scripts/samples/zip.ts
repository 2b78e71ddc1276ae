import { crc32 } from 'node:zlib'

export type ZipMember = { path: string; text: string }

/** A ZIP archive of uncompressed members with one fixed date, because compression may differ between machines. */
export function zip(members: readonly ZipMember[]): Uint8Array {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, text } of members) {
    const name = Buffer.from(path)
    const data = Buffer.from(text)
    const common = commonHeader(name, data)
    const local = Buffer.concat([signature(0x04034b50), common, name, data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([signature(0x02014b50), shorts(20), common, place, name]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(10)
  end.writeUInt32LE(central.length, 0)
  end.writeUInt32LE(offset, 4)
  const counts = shorts(0, 0, members.length, members.length)
  return Buffer.concat([...locals, central, signature(0x06054b50), counts, end])
}

/** The fields from "version needed" to "extra length", which local and central headers share; names are UTF-8. */
function commonHeader(name: Buffer, data: Buffer): Buffer {
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(crc32(data), 0)
  sizes.writeUInt32LE(data.length, 4)
  sizes.writeUInt32LE(data.length, 8)
  const firstDay1980 = 0x21
  return Buffer.concat([shorts(20, 0x0800, 0, 0, firstDay1980), sizes, shorts(name.length, 0)])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => {
    bytes.writeUInt16LE(value, index * 2)
  })
  return bytes
}
