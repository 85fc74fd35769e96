import { LRUCache } from 'lru-cache'
import { runTextTask, TextPoolBusy, TextTooComplex } from '../text-tasks/run.ts'
import { runTextTasks } from '../text-tasks/run-all.ts'
import { takingTurns } from '../turns.ts'
import { type Hash, hashOf } from './objects.ts'
import type { TextParts } from './texts.ts'

/**
 * The parts of texts by hash, as JSON, which takes less memory than objects. A text that is imported, merged and
 * indexed is parsed once.
 */
const cache = new LRUCache<Hash, string>({
  maxSize: 24_000_000,
  sizeCalculation: (json) => json.length + 100,
})

const keyOf = (markdown: string): Hash => hashOf('text', markdown)

/**
 * The parsed parts of a text.
 * @throws {TextTooComplex} if it takes too long to parse
 * @throws {TextPoolBusy} if too many large texts wait
 */
export async function parsedText(markdown: string): Promise<TextParts> {
  const key = keyOf(markdown)
  const known = cache.get(key)
  if (known !== undefined) return JSON.parse(known)
  const json = await runTextTask('parts', markdown, markdown)
  cache.set(key, json)
  return JSON.parse(json)
}

/** The same for a text that is replaced, so that its parts need not be kept. */
export async function lastParsedText(markdown: string): Promise<TextParts> {
  const parts = await parsedText(markdown)
  cache.delete(keyOf(markdown))
  return parts
}

/** Keeps the parts of a text that follow from those of another one. */
export const keepParts = (markdown: string, parts: TextParts): void =>
  void cache.set(keyOf(markdown), JSON.stringify(parts))

/** Texts are parsed ahead up to this number of characters, because the results of more would replace each other. */
const MAX_CHARACTERS = 12_000_000

/**
 * Parses texts before they are needed, so that no lock is held in the meantime, and many of them without keeping the main
 * thread busy. Texts that cannot be parsed fail when they are needed.
 */
export async function parseAhead(texts: readonly string[]): Promise<void> {
  let characters = 0
  const missing = new Map<Hash, string>()
  const pause = takingTurns()
  for (const text of texts) {
    await pause()
    characters += text.length
    if (characters > MAX_CHARACTERS) break
    const key = keyOf(text)
    if (!cache.has(key)) missing.set(key, text)
  }
  const jobs = [...missing.values()].map((text) => ({ input: text, text }))
  const results = await runTextTasks('parts', jobs)
  for (const [index, key] of [...missing.keys()].entries()) {
    const result = results[index]
    if (result?.status === 'fulfilled') cache.set(key, result.value)
    else if (!isOfTheText(result?.reason)) throw result?.reason
  }
}

const isOfTheText = (error: unknown): boolean =>
  error instanceof TextTooComplex || error instanceof TextPoolBusy
