const htmlTags = new Set(
  'html head title body main header footer nav section article aside div span p a b i em strong br hr img picture ul ol li dl dt dd table thead tbody tr td th caption form input button label select option textarea h1 h2 h3 h4 h5 h6 pre code script style link meta iframe video audio canvas svg blockquote noscript details summary fieldset legend template slot'.split(
    ' ',
  ),
)

/** html or xml for a text that is made of tags; null for one that only has some, or none, or whose values are code. */
export function markupLanguage(code: string): 'html' | 'xml' | null {
  const text = code.trim()
  if (/^<!doctype html/i.test(text)) return 'html'
  if (/^<\?xml\b|^<!(?:DOCTYPE|ELEMENT|ENTITY|ATTLIST)\b/.test(text)) return 'xml'
  if (!/^(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<[a-z][\w:.-]*(?:\s|\/?>)/i.test(text) || !isMadeOfTags(text))
    return null
  if (/^<[A-Z]\w*(?:\.\w+)?\s/.test(text) && /\s[\w-]+=\{/.test(text)) return null
  const names = [...text.matchAll(/<\/?([a-z][\w:.-]*)/gi)].map(found => (found[1] ?? '').toLowerCase())
  const known = names.filter(name => htmlTags.has(name) || isCustom(name, text)).length
  return known >= names.length / 2 ? 'html' : 'xml'
}

/** An element of one's own has a dash in its name, is closed by a tag and has no attributes of other namespaces. */
function isCustom(name: string, text: string): boolean {
  if (!/^[a-z]+-[a-z-]+$/.test(name) || !text.includes(`</${name}>`)) return false
  return !/\s(?!on:|bind:|class:|use:)[a-z]+:\w+\s*=/.test(text)
}

/** Closed by its last tag, or with an element that is closed somewhere: `<name>` alone is a gap to be filled in. */
function isMadeOfTags(text: string): boolean {
  const closes = /<(\w[\w:.-]*)(?:\s[^<>]*)?>[\s\S]*<\/\1\s*>/.test(text)
  const empties = /<\w[\w:.-]*\s[^<>]*=\s*(?:"[^"<>]*"|'[^'<>]*')[^<>]*>|<\w[\w:.-]*\s*\/>/.test(text)
  return closes || empties
}
