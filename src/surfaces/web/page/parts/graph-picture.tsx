import { useMemo } from 'preact/hooks'
import { layOutGraph } from '../state/lay-out-graph.ts'
import type { GraphEdge, GraphNode } from '../state/types.ts'
import { texts } from '../texts.ts'

const size = { width: 900, height: 560 }

type GraphPictureProps = {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
  chosen: string | null
  choose(node: GraphNode): void
}

/** A graph as a picture whose nodes can be chosen with the mouse and the keyboard. The first node is in the middle. */
export function GraphPicture({ nodes, edges, chosen, choose }: GraphPictureProps) {
  const places = useMemo(
    () => layOutGraph({ ids: nodes.map(({ id }) => id), links: edges }, size),
    [nodes, edges],
  )
  const kinds = [...new Set(nodes.map(({ label }) => label))].sort()
  return (
    // Not role="img": its nodes are buttons.
    <svg class="graph" viewBox={`0 0 ${size.width} ${size.height}`} aria-label={texts.graph.picture}>
      {edges.map((edge, at) => {
        const [from, to] = [places.get(edge.from), places.get(edge.to)]
        if (from === undefined || to === undefined) return null
        const touches = edge.from === chosen || edge.to === chosen
        return (
          <line key={at} class={touches ? 'edge near' : 'edge'} x1={from.x} y1={from.y} x2={to.x} y2={to.y}>
            <title>{edge.type}</title>
          </line>
        )
      })}
      {nodes.map(node => {
        const place = places.get(node.id)
        if (place === undefined) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no button.
          <g
            key={node.id}
            role="button"
            tabindex={0}
            aria-pressed={node.id === chosen}
            aria-label={`${node.label} ${node.name}`}
            class={`node series-${kinds.indexOf(node.label) % 6}${node.id === chosen ? ' chosen' : ''}`}
            transform={`translate(${place.x} ${place.y})`}
            onClick={() => choose(node)}
            onKeyDown={event => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              choose(node)
            }}
          >
            <circle r={node.id === chosen ? 9 : 6} />
            <text
              x={place.x > size.width * 0.8 ? -10 : 10}
              y={4}
              text-anchor={place.x > size.width * 0.8 ? 'end' : 'start'}
            >
              {shortName(node.name)}
            </text>
            <title>{`${node.label} ${node.full_name ?? node.name}`}</title>
          </g>
        )
      })}
    </svg>
  )
}

function shortName(name: string): string {
  return name.length > 26 ? `${name.slice(0, 24)}…` : name
}
