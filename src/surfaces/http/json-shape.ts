import { setImmediate } from 'node:timers/promises'

/** What one body may be made of. Parsing and checking all of it stays below the time that others may be kept waiting. */
export const mostNames = 50_000
export const mostValues = 2_000_000
export const deepest = 100

/** Bytes that are looked at before others have their turn. */
const slice = 1024 * 1024

/** Why JSON is too complex to be parsed; null when it is not. Counts without parsing, so its own cost is its length. */
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
  let names = 0
  let values = 0
  let depth = 0
  let isInString = false
  let isEscaped = false
  return bytes => {
    // By index: an iterator takes ten times as long.
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isInString = false
        continue
      }
      if (byte === quote) isInString = true
      else if (byte === comma) values += 1
      else if (byte === colon) names += 1
      else if (byte === openList || byte === openObject) depth += 1
      else if (byte === closeList || byte === closeObject) depth -= 1
      if (depth > deepest) return `it is nested more than ${deepest} levels deep`
      if (names > mostNames) return `it has more than ${mostNames} names`
    }
    return values > mostValues ? `it has more than ${mostValues} values` : null
  }
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const backslash = 0x5c
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
