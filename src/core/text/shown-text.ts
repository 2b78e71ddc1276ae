/** Terminal escape sequences: colours, cursor movement, window titles, links. */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are made of control characters.
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b(?:\][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|[PX^_][^\u001b\u009c]*(?:\u001b\\|\u009c)?|[ -/]*[0-~])/g

/** Control characters except line ends and tabs, and characters that change the text direction. */
const controls =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

/**
 * Makes the text of a source safe to print on a terminal: removes escape sequences, direction marks and invisible
 * characters. Lines and tabs stay.
 */
export function withoutControls(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(sequences, '').replaceAll(controls, '')
}

/** A name or title from a source on one line, cut to `most` characters. */
export function oneLine(text: string, most: number): string {
  const line = withoutControls(text)
    .replaceAll(/[\s\u2028\u2029]+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= most
    ? line
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** Escapes control characters in JSON; its value stays the same. */
export function escapeControls(json: string): string {
  return json.replaceAll(controls, character =>
    [...Array(character.length).keys()]
      .map(at => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** The value with `withoutControls` applied to every text in it. */
export function valueWithoutControls<T>(value: T): T {
  // SAFETY: here and below, the shape stays: only texts are replaced by texts.
  if (typeof value === 'string') return withoutControls(value) as T
  if (Array.isArray(value)) return value.map(valueWithoutControls) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [withoutControls(name), valueWithoutControls(part)]),
  ) as T
}
