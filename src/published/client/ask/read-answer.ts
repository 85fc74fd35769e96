import type { AnswerEvent } from '../../model.ts'

/** Why there is no answer; the name of the label that says so. */
export type AskFailure = 'failed' | 'tooMany' | 'tooLong' | 'brokeOff'

/** Sends a question and reports each event of the answer. Resolves when it ends; to why, if it fails. */
export async function readAnswer(
  url: string,
  question: string,
  { signal, onEvent }: { readonly signal: AbortSignal; readonly onEvent: (event: AnswerEvent) => void },
): Promise<AskFailure | undefined> {
  let hasBegun = false
  try {
    const response = await fetch(`${url}?${new URLSearchParams({ from: location.pathname })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ question }),
      signal,
    })
    if (!response.ok || response.body === null) return failureOf(response.status)
    hasBegun = true
    for await (const event of eventsIn(response.body)) {
      onEvent(event)
      if ('done' in event || 'none' in event) return undefined
      if ('failed' in event) break
    }
  } catch {
    // The network failed, or the reader stopped the answer.
  }
  return hasBegun ? 'brokeOff' : 'failed'
}

const failureOf = (status: number): AskFailure =>
  status === 429 ? 'tooMany' : status === 400 ? 'tooLong' : 'failed'

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) if (block.startsWith('data: ')) yield JSON.parse(block.slice(6))
  }
}
