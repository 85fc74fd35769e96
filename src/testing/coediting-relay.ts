import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import * as Y from 'yjs'
import { type CoeditingMessage, coeditingCloseCodes, coeditingRequest } from '#contract/coediting.ts'

type Text = { readonly title: string; readonly markdown: string }

export type Relay = Awaited<ReturnType<typeof openRelay>>

/** The other end of editing together, without storage: passes updates and cursors on and answers them. */
export async function openRelay(text: Text) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  let { doc, id } = shared(text, 1)
  let [received, connections] = [0, 0]
  let [isRefusing, swallowsAnswers, swallowsUpdates] = [false, false, false]
  let saving = { isSaved: true, revision: 'r1' }
  const savedTexts: string[] = []
  const cursors = new Map<WebSocket, CoeditingMessage>()
  const tell = (to: WebSocket, message: CoeditingMessage) => to.send(JSON.stringify(message))
  const others = (socket: WebSocket) => [...server.clients].filter((one) => one !== socket)

  server.on('connection', (socket) => {
    if (isRefusing) return socket.close(coeditingCloseCodes.restart)
    const connection = `c${++connections}`
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        received++
        if (swallowsUpdates) return
        const update = new Uint8Array(data.subarray(4))
        Y.applyUpdate(doc, update)
        for (const other of others(socket)) other.send(update)
        if (!swallowsAnswers) tell(socket, { type: 'stored', sequence: data.readUInt32BE(0) })
        return
      }
      const request = coeditingRequest.parse(JSON.parse(data.toString()))
      if (request.type === 'cursor') {
        const message: CoeditingMessage = {
          ...request,
          connection,
          user: { id: connection, displayName: connection },
        }
        cursors.set(socket, message)
        for (const other of others(socket)) tell(other, message)
        return
      }
      if (request.type === 'save') {
        savedTexts.push(doc.getText('markdown').toString())
        return tell(socket, { type: 'saving', ...saving, isSaved: true })
      }
      const stateVector = Buffer.from(Y.encodeStateVector(doc)).toString('base64')
      tell(socket, { type: 'opened', text: id, stateVector, connection, ...saving })
      const known =
        request.text === id && request.stateVector ? Buffer.from(request.stateVector, 'base64') : undefined
      socket.send(Y.encodeStateAsUpdate(doc, known))
      for (const cursor of cursors.values()) tell(socket, cursor)
    })
    socket.on('close', () => {
      cursors.delete(socket)
      for (const other of others(socket)) tell(other, { type: 'left', connection })
    })
  })

  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: (): Text => ({
      title: doc.getText('title').toString(),
      markdown: doc.getText('markdown').toString(),
    }),
    /** How many messages with updates came. */
    received: () => received,
    /** The Markdown at each request to save. */
    savedTexts: (): readonly string[] => savedTexts,
    /** How many connections were opened. */
    connections: () => connections,
    refuse: (value: boolean) => {
      isRefusing = value
    },
    swallowAnswers: (value: boolean) => {
      swallowsAnswers = value
    },
    /** As if updates did not arrive. */
    swallowUpdates: (value: boolean) => {
      swallowsUpdates = value
    },
    /** Adds an update that came in another way. */
    add: (update: Uint8Array) => Y.applyUpdate(doc, update),
    /** Ends all connections. */
    end: (code: number) => {
      for (const socket of server.clients) socket.close(code)
    },
    /** Starts anew with another shared text. */
    replace: (next: Text) => {
      ;({ doc, id } = shared(next, Number(id.slice(1)) + 1))
    },
    /** Says that the text is saved as a revision. */
    saved: (revision: string) => {
      saving = { isSaved: true, revision }
      for (const socket of server.clients) tell(socket, { type: 'saving', ...saving })
    },
    close: async () => {
      for (const socket of server.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

function shared({ title, markdown }: Text, number: number) {
  const doc = new Y.Doc()
  doc.getText('title').insert(0, title)
  doc.getText('markdown').insert(0, markdown)
  return { doc, id: `t${number}` }
}
