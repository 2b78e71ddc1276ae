import { type Dom, type DomElement, hasMoreText, isElement, textOf } from './parse-html.ts'

/** How far around a block its own wrappers reach: Sphinx, Rouge and Hugo put up to three. */
const reach = 3

/** Words of highlighters that stand where a language may. */
const noLanguage =
  /^(?:default|guess|auto|source|code|highlight|hljs|prettyprint|linenums|numberlines|notranslate|snippet|block|lang|language|content|area|wrapper|toolbar|dark|light|theme.*|\d.*)$/

/** `python+sql` is Python that holds SQL; `html-basic` is what a grammar is called, not a language. */
const grammar = /^(?:source|text)[.-]/

/** The language that a page names for a block of code, as it spells it; empty when it names none. */
export function namedLanguage($: Dom, pre: DomElement): string {
  const nodes = [...$(pre).find('code').toArray().slice(0, 1), pre, ...wrappers(pre)]
  for (const node of nodes) {
    const language = languageOf($, node)
    if (language !== null) return language
  }
  return ''
}

/** What surrounds a block and little else: beyond, a class speaks of something larger (`<body class="lang-en">`). */
function wrappers(pre: DomElement): DomElement[] {
  const found: DomElement[] = []
  const length = textOf(pre).length
  for (let node = pre.parent; node && isElement(node) && found.length < reach; node = node.parent) {
    if (/^(?:body|html|main|article|section|li|td|dd|blockquote)$/.test(node.name)) break
    if (hasMoreText(node, length * 1.5 + 200)) break
    found.push(node)
  }
  return found
}

function languageOf($: Dom, node: DomElement): string | null {
  const given = $(node).attr('data-lang') ?? $(node).attr('data-language') ?? $(node).attr('lang-name')
  const classes = $(node).attr('class') ?? ''
  // SyntaxHighlighter writes a style rule into the class: "brush: js; toolbar: false".
  const brush = /\bbrush\s*:\s*([\w+#-]+)/i.exec(classes)?.[1]
  const words = classes.split(/\s+/)
  const prefixed = words.flatMap(word => prefixedName(word) ?? [])
  const bare = /\b(?:hljs|sourceCode|src|prism)\b/.test(classes) ? words.filter(word => !isStyle(word)) : []
  for (const name of [given, brush, ...prefixed, ...bare]) {
    const language = cleaned(name ?? '')
    if (language !== null) return language
  }
  return null
}

/** `language-ts`, `lang-ts`, `highlight-ts`, `highlight-source-ts`, `src-ts`, `brush-ts`. */
function prefixedName(word: string): string | null {
  return /^(?:language|lang|highlight|src|brush|syntax)[-_](.+)$/i.exec(word)?.[1] ?? null
}

function isStyle(word: string): boolean {
  return /^(?:hljs|sourceCode|src|prism)$/i.test(word) || /[-_]/.test(word)
}

function cleaned(name: string): string | null {
  const [first = ''] = name
    .trim()
    .toLowerCase()
    .replace(grammar, '')
    .split(/[\s;,{]/)
  const language = first.replace(/^(\w{2,})\+\w.*$/, '$1').replace(/^html-.*$/, 'html')
  if (!/^[a-z][\w+#.-]{0,19}$/.test(language) || noLanguage.test(language)) return null
  return language
}
