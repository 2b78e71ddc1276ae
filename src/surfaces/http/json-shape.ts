import { setImmediate } from 'node:timers/promises'

/**
 * What one body may be made of, so that parsing it and checking it against a schema takes less time than others may be kept
 * waiting. Vectors are long lists of numbers, which cost little; a name or a text costs more, and so does what a schema
 * has to complain of.
 */
export const jsonLimits = { depth: 100, members: 20_000, numbers: 2_000_000, others: 50_000 }

/** Bytes that are looked at before others have their turn. */
const slice = 1024 * 1024

/** Why JSON is too complex to be parsed; null when it is not. It only counts, so its cost is the length of the JSON. */
export async function findExcess(bytes: Uint8Array): Promise<string | null> {
  const scan = jsonScan()
  for (let from = 0; from < bytes.length; from += slice) {
    if (from > 0) await setImmediate()
    const excess = scan(bytes.subarray(from, from + slice))
    if (excess !== null) return excess
  }
  return null
}

/** Counts over slices that follow each other; says as soon as a limit is passed. */
function jsonScan(): (bytes: Uint8Array) => string | null {
  /** Members of the list or object that is open at each depth. */
  const members = new Uint32Array(jsonLimits.depth + 2)
  let depth = 0
  let numbers = 0
  let others = 0
  let isInString = false
  let isEscaped = false
  let isValueNext = true
  return bytes => {
    // By index: an iterator takes ten times as long.
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isInString = false
        continue
      }
      if (byte <= space) continue
      if (isValueNext && byte !== closeList && byte !== closeObject) {
        if (byte === minus || (byte >= zero && byte <= nine)) numbers += 1
        else others += 1
        isValueNext = false
      }
      if (byte === quote) isInString = true
      else if (byte === closeList || byte === closeObject) depth = Math.max(0, depth - 1)
      else if (byte === openList || byte === openObject) {
        depth += 1
        members[depth] = 0
      } else if (byte === comma) members[depth] = (members[depth] ?? 0) + 1
      else if (byte !== colon) continue
      isValueNext = byte !== quote && byte !== closeList && byte !== closeObject
      if (depth > jsonLimits.depth) return `it is nested more than ${jsonLimits.depth} levels deep`
      if ((members[depth] ?? 0) >= jsonLimits.members)
        return `one list or object in it has more than ${jsonLimits.members} members`
      if (numbers + others > jsonLimits.numbers || others > jsonLimits.others)
        return `it has more than ${jsonLimits.others} names, texts, lists and objects or ${jsonLimits.numbers} numbers`
    }
    return null
  }
}

const space = 0x20
const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const openList = 0x5b
const backslash = 0x5c
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
