import type { WebSocket } from 'ws'
import {
  type CoeditingMessage,
  type CoeditingRequest,
  coeditingCloseCodes,
  coeditingRequest,
  MAX_COEDITING_CONNECTIONS,
} from '#contract/coediting.ts'
import type { Participant } from '../../coediting/live-text.ts'
import { liveTextsOf, type OpenText } from '../../coediting/live-texts.ts'
import type { PageRef } from '../../coediting/queries.ts'
import { DomainError } from '../../errors.ts'
import type { SocketContext } from '../../handle.ts'
import { activeRoles } from '../events/queries.ts'
import { userOf } from './people.ts'

/** How often a connection is checked for a sign of life, and its caller's permission. */
const CHECK_MS = 25_000
/** How long a client may take until it asks for the text. */
const OPEN_MS = 10_000
/** Messages that a client may send in a row, and how many more each second. */
const MAX_BURST = 300
const MESSAGES_PER_SECOND = 40
/** What waits for a client that reads too slowly. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024
const SEQUENCE_BYTES = 4

type End = Participant['end']

/** Serves one connection to the shared text of a page. */
export function serveSharedText(ctx: SocketContext, page: PageRef, socket: WebSocket): void {
  const { caller, log } = ctx
  const connection = ctx.newId()
  let open: OpenText | undefined
  let isOpening = false
  let isAlive = true
  const allowance = messageAllowance()

  const end: End = (reason) => {
    socket.close(coeditingCloseCodes[reason])
    leave()
  }
  const write = (data: string | Uint8Array) => {
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return end('restart')
    socket.send(data)
  }
  const participant: Participant = {
    connection,
    user: userOf(caller),
    send: (message: CoeditingMessage) => write(JSON.stringify(message)),
    sendUpdate: write,
    end,
    checkAccess: () => void checkAccess(),
  }

  const checkAccess = async (): Promise<void> => {
    try {
      await ctx.reauthorize()
      const active = await activeRoles(ctx.db, page.organizationId, [caller.credential], ctx.now())
      if (active.size === 0) end('signedOut')
    } catch (error) {
      if (error instanceof DomainError) end('forbidden')
      else log.warn({ err: error }, 'The permission to edit together could not be checked')
    }
  }

  const start = async (request: Extract<CoeditingRequest, { type: 'open' }>): Promise<void> => {
    isOpening = true
    clearTimeout(slowOpen)
    const texts = liveTextsOf(ctx)
    const opened = await texts.open(page)
    let isJoined = false
    try {
      if (opened.live.participants.size >= MAX_COEDITING_CONNECTIONS) return end('tooMany')
      if (socket.readyState !== socket.OPEN) return
      const isSame = request.text === opened.live.ref.textId
      const vector = isSame && request.stateVector ? Buffer.from(request.stateVector, 'base64') : undefined
      await opened.live.join(participant, vector)
      open = opened
      isJoined = true
      opened.cursors.sendAllTo(participant)
      if (socket.readyState !== socket.OPEN) leave()
    } finally {
      if (!isJoined) texts.release(opened)
    }
  }

  const leave = (): void => {
    if (open === undefined) return
    const left = open
    open = undefined
    left.live.leave(participant)
    left.cursors.remove(participant)
    liveTextsOf(ctx).release(left)
  }

  const handleRequest = async (text: string): Promise<void> => {
    const request = parseRequest(text)
    if (request === undefined) return end('invalid')
    if (request.type === 'open') {
      if (isOpening) return end('invalid')
      return start(request)
    }
    if (request.type === 'save') return open?.live.save()
    const { anchor, head } = request
    open?.cursors.set(participant, { type: 'cursor', connection, user: participant.user, anchor, head })
  }

  const handleUpdate = (data: Buffer) => {
    if (open === undefined || data.length <= SEQUENCE_BYTES) return end('invalid')
    open.live.receive(participant, data.readUInt32BE(0), new Uint8Array(data.subarray(SEQUENCE_BYTES)))
  }

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!allowance()) return end('tooMany')
    if (isBinary) return handleUpdate(data)
    handleRequest(data.toString()).catch((error: unknown) => {
      const reason = reasonOf(error)
      if (reason === 'restart') log.warn({ err: error }, 'A shared text could not be opened')
      end(reason)
    })
  })
  socket.on('pong', () => {
    isAlive = true
  })
  const slowOpen = setTimeout(() => end('invalid'), OPEN_MS)
  const check = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
    void checkAccess()
  }, CHECK_MS)
  socket.on('close', () => {
    clearTimeout(slowOpen)
    clearInterval(check)
    leave()
  })
}

function parseRequest(text: string): CoeditingRequest | undefined {
  try {
    return coeditingRequest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Why a text can't be opened. */
function reasonOf(error: unknown): keyof typeof coeditingCloseCodes {
  if (!(error instanceof DomainError)) return 'restart'
  return error.reason === 'payload_too_large' ? 'tooLong' : 'gone'
}

/** Whether one more message is within the limit. */
function messageAllowance(): () => boolean {
  let left = MAX_BURST
  let at = performance.now()
  return () => {
    const now = performance.now()
    left = Math.min(MAX_BURST, left + ((now - at) / 1000) * MESSAGES_PER_SECOND) - 1
    at = now
    return left >= 0
  }
}
