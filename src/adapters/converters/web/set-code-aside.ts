import { codeFence } from '../text/markdown-parts.ts'
import { type Dom, type DomElement, hasMoreText, isElement, textOf } from './parse-html.ts'
import { mark } from './place-marks.ts'

const gutters =
  'td.linenos, td.gutter, td.lineno, td.rouge-gutter, td.line-numbers, td.lntd:first-child:has(.lnt)'
const numbers = '.linenos, .lineno, .line-numbers-rows, .line-number, .linenumber, .lnt, span.ln'

/** Removes line numbers beside or before lines of code. */
export function removeLineNumbers($: Dom): void {
  $('table')
    .filter((_, table) => $(table).find('pre').length > 0)
    .find(gutters)
    .remove()
  $('pre').find(numbers).remove()
  for (const pre of $('td pre').toArray()) {
    const cell = $(pre).closest('td')
    if (isCount(textOf(pre)) && cell.siblings('td').find('pre').length > 0) cell.remove()
  }
}

/** Whether the text is 1, 2, 3 …, as gtk-doc and others put it into a cell without a class. */
function isCount(text: string): boolean {
  const lines = text.trim().split(/\s+/)
  return lines.every((line, index) => line === String(index + 1))
}

/**
 * Replaces every code block by a mark and returns the blocks as fences. A table cell is one line, so its blocks are put
 * after the table.
 */
export function setCodeAside($: Dom): string[] {
  const blocks: string[] = []
  for (const pre of $('pre').toArray()) {
    if ($(pre).parents('pre').length > 0) continue
    $(pre).find('br').replaceWith('\n')
    const code = textOf(pre).replace(/\r\n?/g, '\n').replace(/^\n/, '').trimEnd()
    if (code.trim() === '') {
      $(pre).remove()
      continue
    }
    const table = $(pre).closest('td, th').length > 0 ? $(pre).parents('table').last()[0] : undefined
    const place = `${mark.open}code${blocks.length}${mark.close}`
    blocks.push(codeFence(code, namedLanguage($, pre)))
    const paragraph = $('<p></p>').text(place)
    if (table === undefined) $(pre).replaceWith(paragraph)
    else {
      putAfter($, table, paragraph)
      $(pre).replaceWith($('<code></code>').text(code.replace(/\s+/g, ' ').trim()))
    }
  }
  return blocks
}

/** After the blocks that were put there before. */
function putAfter($: Dom, table: DomElement, paragraph: ReturnType<Dom>): void {
  let last = $(table)
  while (last.next().is('p') && last.next().text().startsWith(`${mark.open}code`)) last = last.next()
  last.after(paragraph)
}

/** How many wrapper elements are examined: Sphinx, Rouge and Hugo use up to three. */
const reach = 3

/** Class names of highlighters that are no languages. */
const noLanguage =
  /^(?:default|guess|auto|source|code|highlight|hljs|prettyprint|linenums|numberlines|notranslate|snippet|block|lang|language|content|area|wrapper|toolbar|dark|light|theme.*|\d.*)$/

/** Prefix of the name of a grammar, which is not a language. */
const grammar = /^(?:source|text)[.-]/

/** The language that a page declares for a code block, in its spelling; empty when there is none. */
export function namedLanguage($: Dom, pre: DomElement): string {
  const nodes = [...$(pre).find('code').toArray().slice(0, 1), pre, ...wrappers(pre)]
  for (const node of nodes) {
    const language = languageOf($, node)
    if (language !== null) return language
  }
  return ''
}

/**
 * Ancestors that contain little besides the block: the classes of larger ones describe something else (`<body
 * class="lang-en">`).
 */
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

/** Matches `language-ts`, `lang-ts`, `highlight-ts`, `highlight-source-ts`, `src-ts`, `brush-ts`. */
function prefixedName(word: string): string | null {
  return /^(?:language|lang|highlight|src|brush|syntax)[-_](.+)$/i.exec(word)?.[1] ?? null
}

function isStyle(word: string): boolean {
  return /^(?:hljs|sourceCode|src|prism)$/i.test(word) || /[-_]/.test(word)
}

/** `python+sql` is Python with embedded SQL; `html-basic` is a grammar of HTML. */
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
