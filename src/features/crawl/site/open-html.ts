import type { CheerioAPI } from 'cheerio'

type DomRoot = ReturnType<CheerioAPI['root']>[number]
type DomNode = DomRoot['children'][number]

export type HtmlNode =
  | { kind: 'element'; name: string; attributes: Readonly<Record<string, string>> }
  /** `inside` are the names of the elements around it, with how many of each. */
  | { kind: 'text'; text: string; inside: ReadonlyMap<string, number>; isStructuredData: boolean }

/** Beyond this nesting is an attack or an accident; the parser takes time in proportion to it for every element. */
const maxDepth = 3_000

/** Elements that never hold others, or that the next of their kind ends. */
const shallow =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|td|th|tr|tbody|thead|tfoot|option|optgroup|h[1-6])$/i

/** The one door to the DOM library here: the lenient parser, node by node in order. What is nested too deep is cut off. */
export async function openHtml(html: string): Promise<Iterable<HtmlNode>> {
  const { load } = await import('cheerio/slim')
  const $ = load(html.slice(0, shallowLength(html)), { xml: { xmlMode: false, decodeEntities: true } })
  return walk($.root().toArray())
}

function* walk(roots: readonly DomRoot[]): Generator<HtmlNode> {
  const inside = new Map<string, number>()
  const open: (DomNode | DomRoot | { leave: string })[] = [...roots]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('leave' in node) leave(inside, node.leave)
    else if (node.type === 'text')
      yield { kind: 'text', text: node.data, inside, isStructuredData: isStructuredData(node) }
    else if ('children' in node) {
      if ('name' in node && 'attribs' in node) {
        yield { kind: 'element', name: node.name, attributes: node.attribs }
        inside.set(node.name, (inside.get(node.name) ?? 0) + 1)
        open.push({ leave: node.name })
      }
      for (let at = node.children.length - 1; at >= 0; at--) {
        const child = node.children[at]
        if (child !== undefined) open.push(child)
      }
    }
  }
}

/** How much of a page comes before its elements are open too deep. */
function shallowLength(html: string): number {
  let depth = 0
  for (const { 0: tag, 1: close, 2: name = '', index } of html.matchAll(/<(\/?)([a-z][^\s/>]{0,50})/gi)) {
    if (shallow.test(name)) continue
    depth = Math.max(0, depth + (close === '/' ? -1 : 1))
    if (depth > maxDepth) return index + tag.length
  }
  return html.length
}

function leave(inside: Map<string, number>, name: string): void {
  const left = (inside.get(name) ?? 1) - 1
  if (left === 0) inside.delete(name)
  else inside.set(name, left)
}

function isStructuredData(text: DomNode): boolean {
  const { parent } = text
  if (parent === null || !('attribs' in parent) || parent.name !== 'script') return false
  return /^application\/ld\+json\b/i.test(parent.attribs.type ?? '')
}
