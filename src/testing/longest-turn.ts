/**
 * Measures how long the main thread works without giving other requests their turn, in milliseconds of processor time,
 * so that other work on the machine does not change the result.
 */
export async function longestTurnDuring<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly ms: number }> {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let last = cpuMs()
  const tick = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(tick, 1)
  try {
    const result = await work()
    // The turn in which the work ends counts as well.
    await new Promise((resolve) => setImmediate(resolve))
    tick()
    return { result, ms: longest }
  } finally {
    clearInterval(timer)
  }
}
