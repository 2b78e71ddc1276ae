/** What holds of every line of a block, and how much that tells; a pattern over all lines could take for ever. */
export function lineSigns(code: string): readonly (readonly [language: string, weight: number])[] {
  const lines = code.split('\n')
  if (isChange(lines)) return [['diff', 16]]
  if (isMapping(lines)) return [['yaml', lines.length > 1 ? 6 : 3]]
  if (lines.every(line => /^[A-Z][A-Za-z]*(?:-[A-Za-z]+)+: \S/.test(line))) return [['http', 5]]
  return []
}

/** Lines that were taken out and put in, among lines that stayed. */
function isChange(lines: readonly string[]): boolean {
  const taken = lines.filter(line => /^-(?!--)[ \t]*[^\s-]/.test(line)).length
  const put = lines.filter(line => /^\+[ \t]*[^\s+]/.test(line)).length
  const stayed = lines.filter(line => /^(?:[ \t@\\]|\.\.\.|diff |index |---|\+\+\+|[+-]?$)/.test(line)).length
  const isMarked = (put > 0 && taken > 0) || (put > 0 && stayed > 0)
  return isMarked && (taken + put + stayed) / lines.length > (put > 0 && taken > 0 ? 0.6 : 0.99)
}

const keyAndValue = /^[ \t]*(?:- )*["']?[A-Za-z_$*][\w./${}*-]*["']?:(?: +[^\s{;,][^;]*|\s*[|>][-+]?|)$/

/** Keys and values, lists and comments; no braces, and no statement's end. */
function isMapping(lines: readonly string[]): boolean {
  const keys = lines.filter(line => keyAndValue.test(line) && !/[,;{(]$/.test(line))
  const others = lines.filter(line => !keyAndValue.test(line))
  if (
    keys.length === 0 ||
    keys.some(line => /^\s*(?:def|class|if|for|else|try|case|default)\b.*:$/.test(line))
  )
    return false
  // Headers of messages and records are written with capitals.
  if (keys.every(line => /^(?:[A-Z]|dn:)/.test(line))) return false
  if (lines.length === 1) return /^[a-z]+[_-][\w-]*: \S/.test(keys[0] ?? '')
  return others.every(
    line => /^\s*(?:- |#|---|\.\.\.)/.test(line) || /^\s{2,}[^\s{}()=;]+(?: [^{}()=;]+)?$/.test(line),
  )
}
