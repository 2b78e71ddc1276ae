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

function keysOf(boxes: Drawing['boxes']): Map<string, string> {
  return new Map(boxes.map(({ id }, at) => [id, `n${at}`]))
}

/** Escapes quotes and Mermaid markup, so that a name cannot end its box. */
function escapeMermaid(text: string): string {
  return text.replace(/[&"<>#`\\]/g, character => `#${character.codePointAt(0)};`).replace(/\s+/g, ' ')
}
