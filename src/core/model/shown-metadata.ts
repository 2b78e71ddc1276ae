import type { JsonObject } from './json.ts'

/** Metadata as callers see it: keys that begin with an underscore are the program's own notes. */
export function shownMetadata(metadata: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !key.startsWith('_')))
}
