import { type QdrantNode, startQdrant, startQdrantCluster } from '../../scripts/services/start-qdrant.ts'
import type { OuterOptions } from '../../src/adapters/stores/index.ts'

/** Running nodes of Qdrant, and how a store reaches all of them. */
export type QdrantNodes = { nodes: readonly QdrantNode[]; vectors: OuterOptions; stop(): Promise<void> }

/** Starts one node, or a cluster of several that keeps every shard on two of them. */
export async function qdrantNodes(count: number): Promise<QdrantNodes> {
  const nodes = count === 1 ? [await startQdrant()] : await startQdrantCluster(count)
  const hosts = nodes.map(({ url }) => url.slice('qdrant://'.length))
  return {
    nodes,
    vectors: {
      url: `qdrant://${hosts.join(',')}`,
      key: nodes[0]?.key ?? null,
      caFile: null,
      shards: count,
      replicas: Math.min(2, count),
      from: 1,
    },
    async stop() {
      for (const node of nodes) await node.stop()
    },
  }
}
