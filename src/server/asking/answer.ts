import type { AskSettings } from './ask-settings.ts'
import { EndpointFailure, streamCompletion } from './chat-completions.ts'
import { type AnswerPiece, citationReader } from './citations.ts'
import { type Excerpt, messagesFor } from './prompt.ts'

/** In characters; the rest of an answer is cut off. */
const MAX_ANSWER_LENGTH = 8_000
/** For the whole answer. */
const MAX_DURATION_MS = 60_000

export type AnswerOptions = {
  readonly site: string
  readonly question: string
  /** Numbered from 1. */
  readonly excerpts: readonly Excerpt[]
  /** Aborted when the reader leaves. */
  readonly signal: AbortSignal
  readonly maxDurationMs?: number
}

/**
 * The answer of the endpoint to a question, in pieces. Only given excerpts are cited.
 * @throws {EndpointFailure} if there is no answer
 */
export async function* streamAnswer(
  settings: AskSettings,
  { site, question, excerpts, signal, maxDurationMs = MAX_DURATION_MS }: AnswerOptions,
): AsyncGenerator<AnswerPiece, void, undefined> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(maxDurationMs)])
  const reader = citationReader(excerpts.length)
  let length = 0
  for await (const part of streamCompletion(settings, messagesFor(site, question, excerpts), limited)) {
    const text = part.slice(0, MAX_ANSWER_LENGTH - length)
    length += text.length
    yield* reader.push(text)
    if (length >= MAX_ANSWER_LENGTH) break
  }
  if (length === 0) throw new EndpointFailure('its answer is empty')
  yield* reader.end()
}
