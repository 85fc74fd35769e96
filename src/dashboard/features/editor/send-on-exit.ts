import { api } from '#contract/api.ts'
import { call, fetchTransport } from '#contract/client.ts'
import { csrfHeader } from '../../data/api.ts'
import { type ContentRef, type Edit, editBody } from '../../data/content.ts'

/** Browsers send at most 64 KiB after a page has gone, together with all such requests. */
const MAX_BYTES = 60_000

const send = fetchTransport('', csrfHeader, { credentials: 'same-origin', keepalive: true })

/** Sends an edit that arrives even if the page has gone by then. If it is too long or fails, the stored draft has it. */
export function sendOnExit({ spaceId, change }: ContentRef, edit: Edit): void {
  const body = editBody(edit)
  if (new TextEncoder().encode(JSON.stringify(body)).length > MAX_BYTES) return
  const sent =
    change === undefined
      ? call(send, api.spaceContent.edit, { params: { spaceId }, body })
      : call(send, api.changeRequestContent.edit, { params: { spaceId, changeRequestId: change }, body })
  sent.catch(() => undefined)
}
