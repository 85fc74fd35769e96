import { requestPath } from '#contract/client.ts'
import { coediting } from '#contract/coediting.ts'
import { callApi, isApiError } from '../../../data/api.ts'
import type { ContentRef } from '../../../data/content.ts'
import { sendUpdateOnExit } from '../send-on-exit.ts'
import { toBase64 } from './bytes.ts'
import type { EndReason } from './connection.ts'
import { type CoeditingSession, startCoediting } from './session.ts'

type Options = Omit<Parameters<typeof startCoediting>[0], 'address' | 'probe' | 'sendLast'>

/** Edits a page together with others. Loads with the first page that is edited, with Yjs. */
export const startPage = (at: ContentRef, pageId: string, options: Options): CoeditingSession =>
  startCoediting({
    ...options,
    address: addressOf(at, pageId),
    probe: () => probe(at, pageId),
    sendLast: ({ text, update }) => sendUpdateOnExit(at, pageId, { text, update: toBase64(update) }),
  })

function addressOf({ spaceId, change }: ContentRef, pageId: string): string {
  const path =
    change === undefined
      ? requestPath(coediting.page, { spaceId, pageId })
      : requestPath(coediting.changeRequestPage, { spaceId, changeRequestId: change, pageId })
  return new URL(path, window.location.href.replace(/^http/, 'ws')).href
}

/** Why no connection can be opened: a browser does not say how a WebSocket was refused. */
async function probe({ spaceId, change }: ContentRef, pageId: string): Promise<EndReason | undefined> {
  try {
    if (change === undefined) await callApi(coediting.page, { params: { spaceId, pageId } })
    else await callApi(coediting.changeRequestPage, { params: { spaceId, changeRequestId: change, pageId } })
    return undefined
  } catch (error) {
    if (isApiError(error, 401)) return 'signedOut'
    if (isApiError(error, 403)) return 'forbidden'
    return isApiError(error, 404) ? 'gone' : undefined
  }
}
