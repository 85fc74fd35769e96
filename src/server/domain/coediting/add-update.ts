import type { z } from 'zod'
import type { coediting } from '#contract/coediting.ts'
import { type LiveText, savingStateOf } from '../../coediting/live-text.ts'
import { liveTextsOf } from '../../coediting/live-texts.ts'
import type { PageRef } from '../../coediting/queries.ts'
import type { Context } from '../../context.ts'
import { DomainError, invalid } from '../../errors.ts'
import { peopleOf, userOf } from './people.ts'

type AddedUpdate = z.output<typeof coediting.addUpdate.body>

/** Adds an update to the shared text of a page, for someone who does not have it open. */
export async function addUpdate(ctx: Context, page: PageRef, { text, update }: AddedUpdate) {
  const texts = liveTextsOf(ctx)
  const open = await texts.open(page)
  const { live } = open
  try {
    if (live.ref.textId !== text)
      throw new DomainError('conflict', 'This page has another shared text by now. Read the page again')
    const result = await live.add(userOf(ctx.caller), new Uint8Array(Buffer.from(update, 'base64')))
    if (result !== 'stored') throw errorOf(result)
    const people = peopleOf([...live.participants])
    return { ...savingStateOf(live.state()), isSaved: false, people }
  } finally {
    texts.release(open)
  }
}

type Refusal = Exclude<Awaited<ReturnType<LiveText['add']>>, 'stored'>

function errorOf(reason: Refusal): DomainError {
  if (reason === 'invalid')
    return invalid([{ path: ['body', 'update'], message: 'Send a complete Yjs update of this shared text' }])
  if (reason === 'tooLong')
    return new DomainError('payload_too_large', 'This page would become too long to edit together')
  if (reason === 'gone') return new DomainError('invalid_state', 'This page can no longer be edited')
  return new DomainError('unavailable', 'The update could not be stored. Try again in a moment')
}
