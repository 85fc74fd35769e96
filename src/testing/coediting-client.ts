import { once } from 'node:events'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { api } from '#contract/api.ts'
import { type CoeditingMessage, type CoeditingRequest, coeditingMessage } from '#contract/coediting.ts'
import type { Person, TestApp } from './app.ts'

type Page = { readonly spaceId: string; readonly pageId: string; readonly changeRequestId?: string }

/** A person in the shared text of a page. */
export type CoeditingClient = {
  readonly socket: WebSocket
  readonly doc: Y.Doc
  readonly text: () => string
  readonly title: () => string
  readonly messages: CoeditingMessage[]
  /** Inserts at the end, or at an offset, and waits until it is stored. */
  readonly type: (text: string, at?: number) => Promise<void>
  /** Sends an update as it is. */
  readonly sendUpdate: (update: Uint8Array) => void
  readonly send: (message: CoeditingRequest) => void
  /** Waits until something holds after a message; what already holds counts. */
  readonly waitFor: (holds: () => boolean) => Promise<void>
  /** Resolves with the code of the end of the connection. */
  readonly closed: Promise<number>
}

const urlOf = (address: string, { spaceId, pageId, changeRequestId }: Page): string => {
  const request = changeRequestId === undefined ? '' : `/change-requests/${changeRequestId}`
  return `${address.replace('http', 'ws')}/v1/spaces/${spaceId}${request}/content/page/${pageId}/coediting`
}

/** Opens a connection without asking for the text. @throws with the status if it is refused */
export async function connectTo(
  address: string,
  page: Page,
  headers: Record<string, string>,
): Promise<WebSocket> {
  const socket = new WebSocket(urlOf(address, page), { headers })
  await once(socket, 'open')
  return socket
}

/** Opens the shared text of a page, or continues with a document from before. */
export async function coedit(
  address: string,
  person: Pick<Person, 'token'>,
  page: Page,
  earlier?: { readonly doc: Y.Doc; readonly text: string },
): Promise<CoeditingClient> {
  const socket = await connectTo(address, page, { authorization: `Bearer ${person.token}` })
  const doc = earlier?.doc ?? new Y.Doc()
  const messages: CoeditingMessage[] = []
  const waiting = new Set<() => void>()
  let sequence = 0
  const closed = once(socket, 'close').then(([code]) => code as number)
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) Y.applyUpdate(doc, new Uint8Array(data), 'service')
    else messages.push(coeditingMessage.parse(JSON.parse(data.toString())))
    for (const check of waiting) check()
  })
  const waitFor = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = () => {
        if (!holds()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  const send = (message: CoeditingRequest): void => socket.send(JSON.stringify(message))
  const sendUpdate = (update: Uint8Array): void => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(++sequence)
    socket.send(Buffer.concat([head, update]))
  }
  const vector = Buffer.from(Y.encodeStateVector(doc)).toString('base64')
  const known = earlier === undefined ? {} : { text: earlier.text, stateVector: vector }
  send({ type: 'open', ...known })
  await waitFor(() => messages.some(({ type }) => type === 'opened') && doc.store.clients.size > 0)
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== 'service') sendUpdate(update)
  })
  const markdown = doc.getText('markdown')
  return {
    socket,
    doc,
    text: () => markdown.toString(),
    title: () => doc.getText('title').toString(),
    messages,
    async type(text, at = markdown.length) {
      markdown.insert(at, text)
      const sent = sequence
      await waitFor(() => messages.some((one) => one.type === 'stored' && one.sequence === sent))
    },
    sendUpdate,
    send,
    waitFor,
    closed,
  }
}

/** A page in a new organization, to edit together. */
export async function aPageToCoedit(app: TestApp, markdown = 'First line\n') {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const space = await call(api.spaces.create, { params: { organizationId }, body: { title: 'Guide' } })
  const { changes } = await call(api.spaceContent.edit, {
    params: { spaceId: space.id },
    body: { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown } }] },
  })
  const [pageId = ''] = changes.flatMap((change) =>
    change.object === 'created_page' ? [change.page.id] : [],
  )
  return { organizationId, admin, spaceId: space.id, pageId, call, address: await app.address() }
}
