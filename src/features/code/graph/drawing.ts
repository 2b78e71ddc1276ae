import type { GraphPart } from '../../../core/ports/offers.ts'

/** A graph to draw. Both ends of each arrow are among the boxes. */
type Drawing = {
  boxes: readonly { id: string; caption: string }[]
  arrows: readonly { from: string; to: string; caption: string }[]
}

/** Captions are signatures where there are any; arrows show the time in which a fact held. */
export function drawingOf({ nodes, edges }: GraphPart): Drawing {
  return {
    boxes: nodes.map(({ id, label, name, properties: { signature } }) => ({
      id,
      caption: `${label}: ${typeof signature === 'string' ? signature.slice(0, 100) : name}`,
    })),
    arrows: edges.map(({ from, to, type, properties: { valid_at: since, invalid_at: until } }) => ({
      from,
      to,
      caption: since || until ? `${type} ${since ?? '…'} – ${until ?? '…'}` : type,
    })),
  }
}

/** A flow chart in Mermaid. */
export function drawMermaid({ boxes, arrows }: Drawing): string {
  const keys = keysOf(boxes)
  return [
    'graph LR',
    ...boxes.map(({ id, caption }) => `  ${keys.get(id)}["${escapeMermaid(caption)}"]`),
    ...arrows.map(
      ({ from, to, caption }) => `  ${keys.get(from)} -- "${escapeMermaid(caption)}" --> ${keys.get(to)}`,
    ),
  ].join('\n')
}

/** A graph in Graphviz DOT. */
export function drawDot({ boxes, arrows }: Drawing): string {
  const keys = keysOf(boxes)
  return [
    'digraph {',
    '  rankdir=LR;',
    '  node [shape=box];',
    ...boxes.map(({ id, caption }) => `  ${keys.get(id)} [label=${JSON.stringify(caption)}];`),
    ...arrows.map(
      ({ from, to, caption }) => `  ${keys.get(from)} -> ${keys.get(to)} [label=${JSON.stringify(caption)}];`,
    ),
    '}',
  ].join('\n')
}

/** A tree for a terminal, from the first box. Each box is drawn once, where the fewest arrows lead to it. */
export function drawText({ boxes, arrows }: Drawing): string {
  const [first] = boxes
  if (first === undefined) return ''
  const { branches, others } = branchesOf(first.id, arrows)
  const captions = new Map(boxes.map(({ id, caption }) => [id, caption.replace(/\s+/g, ' ')]))
  const lines = [captions.get(first.id) ?? '']
  const draw = (id: string, before: string): void => {
    const mine = branches.get(id) ?? []
    for (const [at, { to, caption, mark }] of mine.entries()) {
      const isLast = at === mine.length - 1
      lines.push(`${before}${isLast ? '└─' : '├─'} ${caption} ${mark} ${captions.get(to) ?? ''}`)
      draw(to, `${before}${isLast ? '   ' : '│  '}`)
    }
  }
  draw(first.id, '')
  const also = others.map(
    ({ from, to, caption }) => `  ${captions.get(from) ?? ''} ${caption} → ${captions.get(to) ?? ''}`,
  )
  return [...lines, ...(also.length === 0 ? [] : ['', 'Also:', ...also])].join('\n')
}

type Branch = { to: string; caption: string; mark: '→' | '←' }

/** The arrows as a tree, breadth first, and those that the tree does not need. */
function branchesOf(
  root: string,
  arrows: Drawing['arrows'],
): { branches: Map<string, Branch[]>; others: Drawing['arrows'] } {
  const branches = new Map<string, Branch[]>()
  const used = new Set<Drawing['arrows'][number]>()
  const seen = new Set([root])
  for (const id of seen) {
    const mine: Branch[] = []
    for (const arrow of arrows) {
      const isOut = arrow.from === id
      if (!isOut && arrow.to !== id) continue
      const to = isOut ? arrow.to : arrow.from
      if (seen.has(to)) continue
      seen.add(to)
      used.add(arrow)
      mine.push({ to, caption: arrow.caption, mark: isOut ? '→' : '←' })
    }
    branches.set(id, mine)
  }
  return { branches, others: arrows.filter(arrow => !used.has(arrow)) }
}

function keysOf(boxes: Drawing['boxes']): Map<string, string> {
  return new Map(boxes.map(({ id }, at) => [id, `n${at}`]))
}

/** Escapes quotes and Mermaid markup, so that a name cannot end its box. */
function escapeMermaid(text: string): string {
  return text.replace(/[&"<>#`\\]/g, character => `#${character.codePointAt(0)};`).replace(/\s+/g, ' ')
}
