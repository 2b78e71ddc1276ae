/**
 * How long the work kept this thread's processor busy. Limits on it hold on a machine where others are busy too, which
 * limits on the time that passes do not.
 */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
