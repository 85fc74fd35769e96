import * as Y from 'yjs'
import {
  type CoeditingMessage,
  type CoeditingRequest,
  coeditingCloseCodes,
  coeditingMessage,
} from '#contract/coediting.ts'
import { toBase64 } from './bytes.ts'

/** Why the connection is over for this visit. */
export type EndReason = 'unavailable' | 'signedOut' | 'forbidden' | 'gone' | 'invalid' | 'tooLong'

export type Opened = Extract<CoeditingMessage, { type: 'opened' }>
export type Notice = Exclude<CoeditingMessage, { type: 'opened' | 'stored' }>

type Options = {
  /** A `ws:` or `wss:` address. */
  address: string
  /** The shared text from an earlier connection. */
  known: () => { readonly text: string; readonly stateVector: Uint8Array } | undefined
  /** The connection is open, with what this window lacks of the text. Updates can be sent from here on. */
  onOpened: (message: Opened, lacking: Uint8Array) => void
  onUpdate: (update: Uint8Array) => void
  /** An update that was sent is stored. */
  onStored: (update: Uint8Array) => void
  onNotice: (notice: Notice) => void
  /** The connection was lost, and is opened again automatically. */
  onLost: () => void
  onEnded: (reason: EndReason) => void
  /** Asks why no connection can be opened; undefined if there is no reason to give up. */
  probe: () => Promise<EndReason | undefined>
  times?: Partial<Times>
}

type Timer = 'attempt' | 'retry' | 'batch' | 'answer' | 'first' | 'steady'

/** In milliseconds. */
type Times = {
  /** Updates are collected for so long. */
  batch: number
  /** After this, the first connection is given up. */
  firstAttempt: number
  attempt: number
  /** An update that is not stored by then was lost with the connection. */
  answer: number
  minDelay: number
  maxDelay: number
  /** A connection that lasts so long is opened again without much delay. */
  steady: number
}
const defaultTimes: Times = {
  batch: 50,
  firstAttempt: 4000,
  attempt: 8000,
  answer: 10_000,
  minDelay: 300,
  maxDelay: 10_000,
  steady: 5000,
}
/** Failed attempts after which the service is asked for the reason. */
const ATTEMPTS_BEFORE_PROBE = 2

const endings: ReadonlyMap<number, EndReason> = new Map([
  [coeditingCloseCodes.signedOut, 'signedOut'],
  [coeditingCloseCodes.forbidden, 'forbidden'],
  [coeditingCloseCodes.gone, 'gone'],
  [coeditingCloseCodes.invalid, 'invalid'],
  [coeditingCloseCodes.tooLong, 'tooLong'],
])

export type Connection = ReturnType<typeof openConnection>

/** A connection for editing together that opens again when it is lost, and sends updates in batches. */
export function openConnection(options: Options) {
  const times = { ...defaultTimes, ...options.times }
  let socket: WebSocket | undefined
  let opened: Opened | undefined
  let isOpen = false
  let wasOpen = false
  let isOver = false
  let failures = 0
  let sequence = 0
  let queue: Uint8Array[] = []
  const sent = new Map<number, Uint8Array>()
  const timers = new Map<Timer, ReturnType<typeof setTimeout>>()
  const cancel = (...names: Timer[]) => {
    for (const name of names) {
      clearTimeout(timers.get(name))
      timers.delete(name)
    }
  }
  const after = (name: Timer, ms: number, run: () => void) => {
    cancel(name)
    timers.set(
      name,
      setTimeout(() => {
        timers.delete(name)
        run()
      }, ms),
    )
  }

  /** Forgets the socket, so that its events are ignored. */
  const drop = () => {
    const old = socket
    socket = undefined
    opened = undefined
    queue = []
    sent.clear()
    cancel('attempt', 'batch', 'answer', 'steady')
    if (old === undefined) return
    old.onclose = old.onmessage = old.onopen = old.onerror = null
    old.close()
  }
  const stop = () => {
    isOver = true
    isOpen = false
    drop()
    cancel('retry', 'first')
  }
  const end = (reason: EndReason) => {
    if (isOver) return
    stop()
    options.onEnded(reason)
  }
  const fail = (delay?: number) => {
    const wasLost = isOpen
    isOpen = false
    drop()
    failures++
    if (wasLost) options.onLost()
    const backoff = Math.min(times.maxDelay, times.minDelay * 2 ** (failures - 1))
    after('retry', delay ?? backoff * (0.75 + Math.random() / 4), connect)
    if (wasOpen && !wasLost && failures > ATTEMPTS_BEFORE_PROBE)
      options.probe().then(
        (reason) => reason !== undefined && !isOpen && end(reason),
        () => undefined,
      )
  }
  const request = (message: CoeditingRequest) => socket?.send(JSON.stringify(message))

  const onBinary = (bytes: Uint8Array) => {
    if (opened === undefined) return
    if (isOpen) return options.onUpdate(bytes)
    isOpen = true
    wasOpen = true
    cancel('attempt', 'first')
    after('steady', times.steady, () => (failures = 0))
    options.onOpened(opened, bytes)
  }
  const onText = (text: string) => {
    const message = coeditingMessage.safeParse(JSON.parse(text)).data
    // A newer service may send more.
    if (message === undefined) return
    if (message.type === 'opened') opened = message
    else if (message.type === 'stored') onStored(message.sequence)
    else options.onNotice(message)
  }
  const onStored = (upTo: number) => {
    const done = [...sent].filter(([number]) => number <= upTo)
    for (const [number] of done) sent.delete(number)
    cancel('answer')
    if (sent.size > 0) after('answer', times.answer, () => fail())
    for (const [, update] of done) options.onStored(update)
  }

  function connect(): void {
    cancel('retry')
    if (isOver || socket !== undefined) return
    const known = options.known()
    socket = new WebSocket(options.address)
    socket.binaryType = 'arraybuffer'
    after('attempt', times.attempt, () => fail())
    socket.onopen = () =>
      request({
        type: 'open',
        ...(known ? { text: known.text, stateVector: toBase64(known.stateVector) } : {}),
      })
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) =>
      typeof data === 'string' ? onText(data) : onBinary(new Uint8Array(data))
    socket.onclose = ({ code }) => {
      const reason = endings.get(code)
      if (reason !== undefined) end(reason)
      else if (code === coeditingCloseCodes.tooMany && !wasOpen) end('unavailable')
      else fail(code === coeditingCloseCodes.tooMany ? times.maxDelay : undefined)
    }
  }

  const flush = () => {
    cancel('batch')
    if (!isOpen || queue.length === 0) return
    const update = Y.mergeUpdates(queue)
    queue = []
    const message = new Uint8Array(4 + update.length)
    new DataView(message.buffer).setUint32(0, ++sequence)
    message.set(update, 4)
    sent.set(sequence, update)
    socket?.send(message)
    if (!timers.has('answer')) after('answer', times.answer, () => fail())
  }

  after('first', times.firstAttempt, () => end('unavailable'))
  connect()
  return {
    /** Sends an update soon, together with others. While the connection is lost, nothing is sent. */
    send: (update: Uint8Array) => {
      if (!isOpen) return
      queue.push(update)
      if (!timers.has('batch')) after('batch', times.batch, flush)
    },
    /** Sends what waits now. */
    flush,
    /** What was written since the connection was opened and is not confirmed; undefined without a connection. */
    unconfirmed: (): Uint8Array | undefined =>
      isOpen ? Y.mergeUpdates([...sent.values(), ...queue]) : undefined,
    /** Whether it was sent: without a connection, it is not. */
    request: (message: CoeditingRequest): boolean => {
      if (isOpen) request(message)
      return isOpen
    },
    isIdle: (): boolean => isOpen && queue.length === 0 && sent.size === 0,
    /** Tries again without waiting. */
    retry: () => timers.has('retry') && connect(),
    /** The network is gone, which a socket notices late. */
    lose: () => isOpen && fail(),
    close: stop,
  }
}
