import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, guardedServer, serverPlace } from './guarded-server.ts'
import { qdrantProgram } from './qdrant-program.ts'

/** A node of Qdrant. `url` is what the setting `vectors.url` takes. */
export type QdrantNode = {
  url: string
  key: string
  pid: number
  /** Ends it and removes what it stored. */
  stop(): Promise<void>
}

/** One node on loopback, without a cluster. */
export async function startQdrant(report: (line: string) => void = () => {}): Promise<QdrantNode> {
  const program = await qdrantProgram(report)
  return startNode(program, { key: randomBytes(16).toString('hex'), cluster: null })
}

/** A cluster of several nodes on loopback. The first one is started first; the others join it. */
export async function startQdrantCluster(count: number): Promise<QdrantNode[]> {
  const program = await qdrantProgram(() => {})
  const key = randomBytes(16).toString('hex')
  const first = await freePort()
  const nodes = [await startNode(program, { key, cluster: { port: first, joins: null } })]
  while (nodes.length < count)
    nodes.push(await startNode(program, { key, cluster: { port: await freePort(), joins: first } }))
  return nodes
}

type Cluster = { port: number; joins: number | null }

async function startNode(
  program: string,
  { key, cluster }: { key: string; cluster: Cluster | null },
): Promise<QdrantNode> {
  const place = await serverPlace('qdrant')
  // In the environment, the key is not in the list of processes.
  const settings = {
    TELEMETRY_DISABLED: 'true',
    STORAGE__STORAGE_PATH: join(place.folder, 'storage'),
    STORAGE__SNAPSHOTS_PATH: join(place.folder, 'snapshots'),
    STORAGE__TEMP_PATH: join(place.folder, 'temp'),
    SERVICE__HOST: '127.0.0.1',
    SERVICE__HTTP_PORT: `${place.port}`,
    SERVICE__GRPC_PORT: `${await freePort()}`,
    SERVICE__API_KEY: key,
    SERVICE__ENABLE_STATIC_CONTENT: 'false',
    CLUSTER__ENABLED: `${cluster !== null}`,
    ...(cluster === null ? {} : { CLUSTER__P2P__PORT: `${cluster.port}` }),
  }
  const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`QDRANT__${name}`, value]))
  const peers =
    cluster === null
      ? []
      : [
          '--uri',
          `http://127.0.0.1:${cluster.port}`,
          ...(cluster.joins === null ? [] : ['--bootstrap', `http://127.0.0.1:${cluster.joins}`]),
        ]
  const server = await guardedServer(place, [program, '--disable-telemetry', ...peers], {
    ready: 'Qdrant HTTP listening on',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', NO_COLOR: '1', ...env },
  })
  await untilAnswers(place.port)
  return { ...server, url: `qdrant://127.0.0.1:${place.port}`, key }
}

/** It says that it listens a moment before it does. */
async function untilAnswers(port: number): Promise<void> {
  const deadline = performance.now() + 20_000
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
    if (isReady) return
    if (performance.now() > deadline) throw new Error('Qdrant started but does not answer')
    await pause(50)
  }
}
