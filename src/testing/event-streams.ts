import { expect } from 'vitest'
import type { ChangeEvent } from '#contract/events.ts'
import type { Person } from './app.ts'

export type OpenEventStream = {
  /** Everything received so far. */
  readonly events: readonly ChangeEvent[]
  /** Waits for the first event that passes, including events already received. */
  readonly waitFor: (passes: (event: ChangeEvent) => boolean) => Promise<ChangeEvent>
  /** Resolves when the stream ends. */
  readonly ended: Promise<void>
  readonly close: () => void
}

/** Opens an event stream of an organization and waits until it is ready to receive every change. */
export async function openEventStream(
  address: string,
  person: Pick<Person, 'token'> | { readonly cookie: string },
  organizationId: string,
  elapsed = 0,
): Promise<OpenEventStream> {
  const closing = new AbortController()
  const response = await fetch(`${address}/v1/orgs/${organizationId}/events?elapsed=${elapsed}`, {
    headers: 'cookie' in person ? { cookie: person.cookie } : { authorization: `Bearer ${person.token}` },
    signal: closing.signal,
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events: ChangeEvent[] = []
  const waiting: (() => void)[] = []
  const ended = readEvents(response, (event) => {
    events.push(event)
    for (const resume of waiting.splice(0)) resume()
  }).catch(() => undefined)
  const waitFor = async (passes: (event: ChangeEvent) => boolean): Promise<ChangeEvent> => {
    for (;;) {
      const event = events.find(passes)
      if (event !== undefined) return event
      await new Promise<void>((resume) => waiting.push(resume))
    }
  }
  await waitFor(({ type }) => type === 'hello')
  return { events, waitFor, ended, close: () => closing.abort() }
}

async function readEvents(response: Response, onEvent: (event: ChangeEvent) => void): Promise<void> {
  let text = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const line of blocks.flatMap((block) => block.split('\n'))) {
      if (line.startsWith('data: ')) onEvent(JSON.parse(line.slice(6)) as ChangeEvent)
    }
  }
}
