/**
 * Returns the CPU time that the work takes on this thread. Unlike limits on wall-clock time, limits on it are reliable on a
 * busy machine.
 */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
