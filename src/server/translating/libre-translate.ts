import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { outsideAgent, request } from '../importing/outside-agent.ts'
import type { MachineTranslation } from './machine-translation.ts'
import type { TranslationSettings } from './translation-settings.ts'

/** Most servers of this API accept at least this many characters and texts per request. */
const MAX_CHARACTERS = 5000
const MAX_TEXTS = 50
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

/** Codes of the API for languages that it names differently, best first. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  'pt-br': ['pt-BR', 'pb', 'pt'],
  zh: ['zh-Hans', 'zh'],
  'zh-tw': ['zh-Hant', 'zt', 'zh-TW'],
  no: ['nb', 'no'],
}

const languageList = z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() }))
const translated = z.object({ translatedText: z.array(z.string()) })
const failure = z.object({ error: z.string() })

type Languages = z.infer<typeof languageList>

/** A provider that speaks the open API of LibreTranslate (`GET /languages`, `POST /translate`). */
export const libreTranslate = (settings: TranslationSettings): MachineTranslation => ({
  async translate(texts, from, to, signal) {
    const agent = outsideAgent({ allowPrivate: settings.allowPrivate })
    const call = callerOf(settings, agent, signal)
    try {
      const languages = languageList.parse(await call('GET', '/languages'))
      const [source, target] = codesOf(languages, from, to)
      const results: string[] = []
      for (const batch of batchesOf(texts)) {
        const body = { q: batch, source, target, format: 'text', ...apiKey(settings) }
        const { translatedText } = translated.parse(await call('POST', '/translate', body))
        if (translatedText.length !== batch.length) throw failed('it returned a different number of texts')
        results.push(...translatedText)
      }
      return results
    } catch (error) {
      if (error instanceof z.ZodError) throw failed('it responded in an unknown format')
      throw error
    } finally {
      await agent.destroy()
    }
  },
})

const apiKey = ({ key }: TranslationSettings) => (key === undefined ? {} : { api_key: key })

/** @throws {DomainError} `upstream` if the provider does not offer the languages */
function codesOf(languages: Languages, from: string | null, to: string): readonly [string, string] {
  const find = (language: string) =>
    (CODES[language] ?? [language]).find((code) => languages.some((one) => one.code === code))
  const source = from === null ? 'auto' : find(from)
  const target = find(to)
  if (source === undefined) throw failed(`it doesn’t translate from ${from}`)
  const targets = languages.find(({ code }) => code === source)?.targets
  if (target === undefined || (targets !== undefined && !targets.includes(target)))
    throw failed(`it doesn’t translate${from === null ? '' : ` from ${from}`} to ${to}`)
  return [source, target]
}

/** Consecutive texts that fit into one request. A text that is too long is in a batch of its own. */
function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let size = 0
  for (const text of texts) {
    const last = batches.at(-1)
    if (last === undefined || last.length === MAX_TEXTS || size + text.length > MAX_CHARACTERS) {
      batches.push([text])
      size = text.length
    } else {
      last.push(text)
      size += text.length
    }
  }
  return batches
}

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

const callerOf =
  ({ url }: TranslationSettings, dispatcher: Dispatcher, signal: AbortSignal): Call =>
  async (method, path, body) => {
    const { statusCode, text } = await send(`${url}${path}`, { method, dispatcher, signal }, body)
    const value = jsonIn(text)
    if (statusCode === 200) return value
    // Its own message can name the limit that was exceeded; it never contains the key.
    const reason = failure.safeParse(value).data?.error.slice(0, 200)
    throw failed(`it responded with ${statusCode}${reason === undefined ? '' : ` (${reason})`}`)
  }

async function send(
  url: string,
  options: { method: 'GET' | 'POST'; dispatcher: Dispatcher; signal: AbortSignal },
  body?: object,
) {
  try {
    const response = await request(url, {
      ...options,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_RESPONSE_BYTES) throw failed('its response is larger than 4 MB')
      chunks.push(chunk)
    }
    return { statusCode: response.statusCode, text: Buffer.concat(chunks).toString('utf8') }
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw failed(options.signal.aborted ? 'it took too long' : 'it can’t be reached')
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports what it expected.
    return undefined
  }
}

const failed = (reason: string) =>
  new DomainError('upstream', `The machine translation failed: ${reason}. Try again, or translate manually`)
