/**
 * The part of YAML that front matter of speeches uses: `key: value`, quoted and folded text, lists in either notation.
 * Maps inside of maps are passed over; nothing here needs them.
 */
export function parseFrontMatter(lines: readonly string[]): Record<string, string | string[]> {
  const facts: Record<string, string | string[]> = {}
  let at = 0
  while (at < lines.length) {
    const [, key = '', first = ''] = /^([A-Za-z_][\w .-]*?)\s*:(?:\s+(.*))?$/.exec(lines[at] ?? '') ?? []
    at += 1
    if (key === '') continue
    const below: string[] = []
    while (at < lines.length && isBelow(lines[at] ?? '')) {
      below.push(lines[at] ?? '')
      at += 1
    }
    facts[key] = readValue(first.trim(), below)
  }
  return facts
}

/** Indented lines and items of a list belong to the key above. */
function isBelow(line: string): boolean {
  return /^\s+\S|^-\s|^\s*$/.test(line)
}

function readValue(first: string, below: readonly string[]): string | string[] {
  const items = below.filter(line => line.trim() !== '')
  if (first === '' && items.length > 0 && items.every(line => /^\s*-\s+/.test(line) || /^\s{2,}/.test(line)))
    return items.filter(line => /^\s*-\s+/.test(line)).map(line => unquote(line.replace(/^\s*-\s+/, '')))
  if (/^[|>][+-]?$/.test(first))
    return below
      .map(line => line.trim())
      .join(first.startsWith('|') ? '\n' : ' ')
      .trim()
  const whole = [first, ...items.map(line => line.trim())].join(' ').trim()
  if (/^\[.*\]$/.test(whole)) return splitList(whole.slice(1, -1))
  return unquote(whole)
}

function splitList(text: string): string[] {
  const items = text.match(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+/g) ?? []
  return items.map(item => unquote(item.trim())).filter(item => item !== '')
}

function unquote(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  if (!/^".*"$/s.test(text)) return text.replace(/\s+#.*$/, '')
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
