/** Seconds of processor time of this thread that a function takes, which other work on the machine hardly changes. */
export function cpuSeconds(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1e6
}
