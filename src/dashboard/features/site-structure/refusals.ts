import { namesOf } from '../../lib/namings.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { type Change, Outrun } from './change.ts'

/** Says what went back, and why the first of it did. */
export function sayRefusals(refused: readonly { change: Change; error: unknown }[]): void {
  const [first] = refused
  if (!first) return
  const texts = [...new Set(refused.map(({ change }) => change.refused))]
  const reason = first.error instanceof Outrun ? first.error.message : reasonOf(first.error)
  toast.refused(texts.length === 1 ? first.change.refused : namesOf(texts), { reason })
}
