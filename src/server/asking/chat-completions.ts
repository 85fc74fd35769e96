import { z } from 'zod'
import { outsideAgent, request } from '../importing/outside-agent.ts'
import type { AskSettings } from './ask-settings.ts'

export type ChatMessage = { readonly role: 'system' | 'user'; readonly content: string }

/** The endpoint did not answer; the message says why, and names neither its address nor its key. */
export class EndpointFailure extends Error {
  override readonly name = 'EndpointFailure'
}

/** An answer is a few kilobytes; endpoints wrap each word in some hundred bytes. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024
const MAX_LINE_LENGTH = 65_536

const chunk = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }).optional() })).optional(),
  error: z.unknown().optional(),
})

/**
 * The text of an answer in pieces, from an endpoint with the streaming API of chat completions
 * (`POST /chat/completions`). Ends the request when the caller stops reading.
 * @throws {EndpointFailure} if the endpoint can't be reached, refuses, or sends something else
 */
export async function* streamCompletion(
  settings: AskSettings,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const agent = outsideAgent({ allowPrivate: settings.allowPrivate })
  try {
    for await (const data of dataLines(await open(settings, messages, { dispatcher: agent, signal }))) {
      if (data === '[DONE]') return
      const text = contentOf(data)
      if (text !== '') yield text
    }
  } catch (error) {
    if (error instanceof EndpointFailure) throw error
    throw new EndpointFailure(signal.aborted ? 'it took too long, or the reader left' : 'it can’t be reached')
  } finally {
    await agent.destroy()
  }
}

type Connection = Pick<NonNullable<Parameters<typeof request>[1]>, 'dispatcher'> & {
  readonly signal: AbortSignal
}

async function open(
  { url, key, model }: AskSettings,
  messages: readonly ChatMessage[],
  { dispatcher, signal }: Connection,
): Promise<AsyncIterable<Buffer>> {
  const response = await request(`${url}/chat/completions`, {
    method: 'POST',
    ...(dispatcher === undefined ? {} : { dispatcher }),
    signal,
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model, stream: true, messages }),
  })
  if (response.statusCode !== 200) throw new EndpointFailure(`it responded with ${response.statusCode}`)
  return response.body
}

/** The data of server-sent events, which endpoints send with one line each. */
async function* dataLines(body: AsyncIterable<Buffer>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  let size = 0
  for await (const bytes of body) {
    size += bytes.length
    if (size > MAX_RESPONSE_BYTES) throw new EndpointFailure('its response is larger than 4 MB')
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_LENGTH) throw new EndpointFailure('it responded in an unknown format')
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim()
  }
  if (rest.startsWith('data:')) yield rest.slice(5).trim()
}

function contentOf(data: string): string {
  const read = chunk.safeParse(jsonIn(data))
  if (!read.success) throw new EndpointFailure('it responded in an unknown format')
  if (read.data.error !== undefined) throw new EndpointFailure('it reported an error')
  return read.data.choices?.[0]?.delta?.content ?? ''
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports what it expected.
    return undefined
  }
}
