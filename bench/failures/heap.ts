/** What a process uses right after a garbage collection, in MB. */
export type Memory = {
  readonly heap: number
  /** Buffers outside of the heap. */
  readonly external: number
  readonly resident: number
}

const MEMORY =
  '(() => { const { heapUsed, external, rss } = process.memoryUsage(); return [heapUsed, external, rss] })()'

type Answer = { readonly id: number; readonly result: { readonly result?: { readonly value: number[] } } }

/** Collects the garbage of a process that runs with `--inspect`, and returns what remains. */
export async function memoryAfterCollection(inspectPort: number): Promise<Memory> {
  const response = await fetch(`http://127.0.0.1:${inspectPort}/json`)
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  const answer = Promise.withResolvers<number[]>()
  const send = (id: number, method: string, params = {}): void =>
    socket.send(JSON.stringify({ id, method, params }))
  socket.addEventListener('open', () => send(1, 'HeapProfiler.collectGarbage'))
  socket.addEventListener('error', () => answer.reject(new Error('The inspector does not answer')))
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as Answer
    if (id === 1) send(2, 'Runtime.evaluate', { expression: MEMORY, returnByValue: true })
    if (id === 2) answer.resolve(result.result?.value ?? [])
  })
  try {
    const [heap = 0, external = 0, resident = 0] = (await answer.promise).map((bytes) =>
      Math.round(bytes / 2 ** 20),
    )
    return { heap, external, resident }
  } finally {
    socket.close()
  }
}
