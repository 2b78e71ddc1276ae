/**
 * Starts PostgreSQL 15 with pgvector and Redis on loopback, and Qdrant when asked, prints their addresses, and stops them
 * when it is ended (Ctrl-C). The first start downloads and builds them; nothing on the system changes.
 *   npm run services [-- --qdrant]
 */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { type ServiceName, startServices } from './services/start-services.ts'

const { values } = parseArgs({ options: { qdrant: { type: 'boolean', default: false } } })
const names: ServiceName[] = values.qdrant ? ['postgres', 'redis', 'qdrant'] : ['postgres', 'redis']
const services = Object.values(await startServices(names, line => process.stderr.write(`${line}\n`)))
for (const service of services)
  if ('reason' in service) console.log(`${service.name}  not available: ${service.reason}`)
  else {
    const key = service.key === undefined ? '' : `  key ${service.key}`
    console.log(`${service.name}  ${service.url}${key}  (process ${service.pid})`)
  }
const running = services.filter(service => 'url' in service)
if (running.length === 0) process.exitCode = 1
else {
  console.log('Press Ctrl-C to stop them and delete their data.')
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  for (const service of running) await service.stop()
}
