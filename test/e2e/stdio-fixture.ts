import { mcpServerFactory } from '../../src/surfaces/mcp/mcp-server-factory.ts'
import { serveMcpOverStdio } from '../../src/surfaces/mcp/serve-stdio.ts'
import { fixtureOptions } from '../contract/surfaces/fixture.ts'

/** Serves the fixture toolset over stdio. */
const { options } = fixtureOptions()
const service = serveMcpOverStdio({
  createServer: mcpServerFactory({ ...options, runtime: async () => options.runtime }),
  input: process.stdin,
  output: process.stdout,
  onError: error => process.stderr.write(`${error.message}\n`),
})
await service.closed
