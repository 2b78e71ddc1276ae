/** Functions that colour text; they return it unchanged where colours are off. */
export type Style = {
  isPlain: boolean
  bold(text: string): string
  dim(text: string): string
  accent(text: string): string
  good(text: string): string
  warn(text: string): string
  bad(text: string): string
  mark(text: string): string
}

export function styles(isColoured: boolean): Style {
  const paint = (open: string, close: string) => (text: string) =>
    isColoured && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    isPlain: !isColoured,
    bold: paint('1', '22'),
    dim: paint('2', '22'),
    accent: paint('36', '39'),
    good: paint('32', '39'),
    warn: paint('33', '39'),
    bad: paint('31', '39'),
    mark: paint('1;33', '22;39'),
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const escapes = /\u001b\[[0-9;]*m/g

/** Width of a text on a terminal: escape sequences have none, East Asian wide characters two cells. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text.replaceAll(escapes, '')) width += widthOfCharacter(character)
  return width
}

export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Cuts a text at a width, with an ellipsis. For text without escape sequences. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let used = 0
  for (const character of text) {
    used += widthOfCharacter(character)
    if (used > width - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/** Breaks a text into lines at spaces. A word that is wider than the width gets its own line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

function widthOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) return 0
  const isWide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  return isWide ? 2 : 1
}
