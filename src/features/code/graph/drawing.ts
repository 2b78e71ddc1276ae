import type { GraphPart } from '../../../core/ports/offers.ts'

/** What a picture of any graph is made of. Both ends of an arrow are among the boxes. */
export type Drawing = {
  boxes: readonly { id: string; caption: string }[]
  arrows: readonly { from: string; to: string; caption: string }[]
}

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

/** A flow chart that Mermaid draws. */
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

/** The same for Graphviz. */
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

/** Names are data: quotes and markup of Mermaid's own must not end the box they stand in. */
function escapeMermaid(text: string): string {
  return text.replace(/[&"<>#`\\]/g, character => `#${character.codePointAt(0)};`).replace(/\s+/g, ' ')
}
