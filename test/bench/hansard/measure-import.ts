import { join } from 'node:path'
import { runProgram } from '../../../src/app/program.ts'
import { testProcess } from '../../contract/world.ts'
import type { Row } from '../report.ts'

type Import = { created: number; files: { words: number }[] }

/** The sitting days since 2016 that there are, of both chambers. */
const days = ['2016', '2019', '2021', '2024', '2025a']

/** Real sitting days into a library of their own, embedded with the real model. */
export async function measureImport(home: string, data: string, packageFolder: string): Promise<Row[]> {
  const written: string[] = []
  const paths = days.map(day => join(data, 'xml', `${day}.xml`))
  const argv = ['--home', home, 'hansard', 'import', ...paths, '--json']
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await runProgram(testProcess(packageFolder, argv, { onOutput: text => written.push(text) }))
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  const imports = JSON.parse(written.join('')) as Import[]
  const created = imports.reduce((sum, one) => sum + one.created, 0)
  const files = imports.flatMap(one => one.files)
  return [
    { name: 'bulk import, speeches', value: created / seconds, unit: '/s', target: { atLeast: 5 } },
    {
      name: 'words per imported speech',
      value: files.reduce((sum, { words }) => sum + words, 0) / Math.max(1, created),
      unit: 'words',
    },
    {
      name: 'bulk import, CPU of a speech',
      value: (user + system) / 1000 / Math.max(1, created),
      unit: 'ms',
    },
  ]
}
