import type { SearchAnswer } from '../model.ts'
import { searched } from './insights.ts'

/** How long the reader's hand rests before the server is asked, in milliseconds. */
const rest = 120

/** What becomes of a question: rows, or nothing because the server did not answer. */
export type Listener = {
  show(rows: SearchAnswer, query: string): void
  fail(): void
}

/** A function to call at every letter. Only the answer to the last question is shown. */
export function askWhenResting(input: HTMLInputElement, address: string, listener: Listener): () => void {
  let timer = 0
  let open = new AbortController()
  const ask = async () => {
    open.abort()
    open = new AbortController()
    const query = input.value.trim()
    if (!query) {
      listener.show([], '')
      return
    }
    const { signal } = open
    const answer = await fetchRows(address, query, signal)
    if (signal.aborted) return
    if (answer) {
      listener.show(answer, query)
      searched(query, answer.length)
    } else listener.fail()
  }
  return () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void ask(), rest)
  }
}

async function fetchRows(address: string, query: string, signal: AbortSignal): Promise<SearchAnswer | null> {
  try {
    const headers = { accept: 'application/json' }
    const answer = await fetch(`${address}?${new URLSearchParams({ q: query })}`, { headers, signal })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}
