import type { TestEvent } from 'node:test/reporters'

const howMany = 15

/** A reporter of Node's test runner: which files took longest, by the time of their tests. */
export default async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const ms = new Map<string, number>()
  for await (const { type, data } of events)
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.file !== undefined)
      ms.set(data.file, (ms.get(data.file) ?? 0) + data.details.duration_ms)
  const slowest = [...ms].sort(([, one], [, other]) => other - one).slice(0, howMany)
  yield 'Files that took longest:\n'
  for (const [file, time] of slowest)
    yield `${(time / 1000).toFixed(1).padStart(7)} s  ${file.replace(`${process.cwd()}/`, '')}\n`
}
