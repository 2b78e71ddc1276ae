export type TextFormat = 'markup' | 'csv' | 'json' | 'markdown'

/** Told by the content; the name only decides between formats that look alike. */
export function detectFormat(text: string, name: string): TextFormat | null {
  const head = text
    .slice(0, 20_000)
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (/<(?:hansard|session\.header|chamber\.xscript|debate|speech|talk\.start)[\s>]/i.test(head))
    return 'markup'
  if (/^[[{]/.test(head)) return 'json'
  if (/^---\s*\n/.test(head)) return 'markdown'
  const [header = ''] = head.split('\n', 1)
  if (/[,;\t]/.test(header) && /\b(?:body|full_?text|text|speech|content)\b/i.test(header)) return 'csv'
  if (/\.xml$|\.sgml?$/i.test(name) && head.includes('<')) return 'markup'
  return null
}
