/**
 * Paths in a `file` field: `desc:path:type;…` (JabRef, Zotero, Mendeley) or paths alone (Better BibTeX). `:`, `;` and
 * backslashes may be escaped; a drive letter is not a description.
 */
export function parseFileField(field: string): string[] {
  const value = field.replace(/\{?\$\\backslash\$\}?:/g, '\\:').replace(/\{\\_\}/g, '_')
  return splitUnescaped(value.replace(calibreJoint, '$1;'), ';')
    .map(pathOf)
    .filter(path => path !== '')
}

/** Calibre parts files by commas: `:a.epub:EPUB, :a.pdf:PDF`. */
const calibreJoint = /(:[A-Z0-9]{2,5}),\s*(?=:)/g

function pathOf(entry: string): string {
  const parts = splitUnescaped(entry.trim(), ':')
  return unescapePath(choosePath(parts)).trim()
}

function choosePath(parts: readonly string[]): string {
  const [first = '', second = ''] = parts
  if (parts.length >= 3) return parts.slice(1, -1).join(':')
  if (parts.length < 2 || isDrive(first)) return parts.join(':')
  return isFileType(second) ? first : second
}

function isDrive(part: string): boolean {
  return /^[a-zA-Z]$/.test(part.trim())
}

function isFileType(part: string): boolean {
  return /^(?:\w+\/[\w.+-]+|[a-zA-Z]{2,5}\d?)$/.test(part.trim())
}

/** A backslash before a letter is part of a Windows path. */
function unescapePath(path: string): string {
  return path.replace(/\\([^\p{L}\p{N}])/gu, '$1').replace(/^\{(.*)\}$/s, '$1')
}

function splitUnescaped(text: string, separator: string): string[] {
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '\\') {
      part += character + (text[at + 1] ?? '')
      at += 1
    } else if (character === separator) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return [...parts, part]
}
