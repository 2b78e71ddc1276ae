import { putAt, readAt } from './at-path.ts'
import { wordEnd } from './word-end.ts'

type Value = Record<string, unknown>

/** Says that there is more. */
const mark = ' […]'

/** An item whose named texts are at most this long, and which of them had been longer. */
export function shortenTexts(
  item: Value,
  names: readonly string[],
  characters: number,
): { value: Value; cuts: { path: string; characters: number }[] } {
  let value = item
  const cuts: { path: string; characters: number }[] = []
  for (const name of names) {
    const path = name.split('.')
    const text = readAt(item, path)
    if (typeof text !== 'string' || text.length <= characters) continue
    value = putAt(value, path, `${text.slice(0, wordEnd(text, 0, characters)).trimEnd()}${mark}`)
    cuts.push({ path: name, characters: text.length })
  }
  return { value, cuts }
}
