/**
 * Starts PostgreSQL 15 with pgvector and Redis on loopback, prints their addresses, and stops them when it is ended
 * (Ctrl-C). The first start downloads and builds them from Debian's packages; nothing on the system changes.
 *   npm run services
 */
import { once } from 'node:events'
import { startServices } from './services/start-services.ts'

const services = Object.values(
  await startServices(['postgres', 'redis'], line => process.stderr.write(`${line}\n`)),
)
for (const service of services)
  console.log(
    'url' in service
      ? `${service.name}  ${service.url}  (process ${service.pid})`
      : `${service.name}  not available: ${service.reason}`,
  )
const running = services.filter(service => 'url' in service)
if (running.length === 0) process.exitCode = 1
else {
  console.log('Press Ctrl-C to stop them and delete their data.')
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  for (const service of running) await service.stop()
}
