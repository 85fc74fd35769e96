import type { CustomFetch } from 'openid-client'
import type { Dispatcher } from 'undici'
import type { Config } from '../../config.ts'
import { fetchError, upstream } from '../../importing/fetch.ts'
import { outsideAgent, request } from '../../importing/outside-agent.ts'

/** Configurations and key sets have a few kB. */
const MAX_BYTES = 1_048_576
const TIMEOUT_MS = 10_000

/** One agent per process and configuration: it keeps connections to providers open between the steps of a sign-in. */
const agents = new WeakMap<Config, Dispatcher>()

function agentOf(config: Config): Dispatcher {
  const agent = agents.get(config) ?? outsideAgent({ allowPrivate: config.allowPrivateNetwork })
  agents.set(config, agent)
  return agent
}

/**
 * Fetches from providers for `openid-client`, with the limits of all outgoing requests: only public addresses unless
 * the operator allows others, no redirects, and limits on size and time. Throws `DomainError('upstream')`.
 */
export const providerFetch =
  (config: Config): CustomFetch =>
  async (address, { method, headers, body }) => {
    const url = new URL(address)
    try {
      const response = await request(url, {
        dispatcher: agentOf(config),
        method: method as Dispatcher.HttpMethod,
        headers,
        ...(body == null ? {} : { body: String(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await limitedText(url, response.body)
      return new Response(text, { status: response.statusCode, headers: headersOf(response.headers) })
    } catch (error) {
      throw fetchError(url, error, undefined)
    }
  }

async function limitedText(url: URL, body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_BYTES) throw upstream(url.href, 'it is larger than 1 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function headersOf(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) result.append(name, one)
  return result
}
