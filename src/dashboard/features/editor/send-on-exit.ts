import { api } from '#contract/api.ts'
import { call, fetchTransport } from '#contract/client.ts'
import type { Input, Route } from '#contract/route.ts'
import { csrfHeader } from '../../data/api.ts'
import { type ContentRef, type Edit, editBody } from '../../data/content.ts'

/** Browsers send at most 64 KiB after a page has gone, together with all such requests. */
const MAX_BYTES = 60_000

const transport = fetchTransport('', csrfHeader, { credentials: 'same-origin', keepalive: true })

/** Sends a request that arrives even if the page has gone by then. If it is too long or fails, the stored draft has it. */
function send<R extends Route>(route: R, input: Input<R> & { readonly body: unknown }): void {
  if (new TextEncoder().encode(JSON.stringify(input.body)).length > MAX_BYTES) return
  call(transport, route, input).catch(() => undefined)
}

/** Sends an edit although the page goes away. */
export function sendOnExit({ spaceId, change }: ContentRef, edit: Edit): void {
  const body = editBody(edit)
  if (change === undefined) send(api.spaceContent.edit, { params: { spaceId }, body })
  else send(api.changeRequestContent.edit, { params: { spaceId, changeRequestId: change }, body })
}

type SharedUpdate = { readonly text: string; readonly update: string }

/** Sends an update of the shared text of a page although that goes away. */
export function sendUpdateOnExit({ spaceId, change }: ContentRef, pageId: string, body: SharedUpdate): void {
  if (change === undefined) send(api.coediting.addUpdate, { params: { spaceId, pageId }, body })
  else
    send(api.coediting.addChangeRequestUpdate, { params: { spaceId, changeRequestId: change, pageId }, body })
}
