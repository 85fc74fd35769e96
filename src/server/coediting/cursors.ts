import { type CoeditingMessage, coeditingMessage } from '#contract/coediting.ts'
import type { Service } from '../context.ts'
import type { LiveText, Participant } from './live-text.ts'
import { notifyCursor } from './queries.ts'

type CursorMessage = Extract<CoeditingMessage, { type: 'cursor' | 'left' }>

/** Where the people in a shared text are, at all instances. */
export type Cursors = {
  /** Where a participant of this instance is now. */
  readonly set: (participant: Participant, cursor: Extract<CursorMessage, { type: 'cursor' }>) => void
  readonly remove: (participant: Participant) => void
  /** Tells a new participant where the others are. */
  readonly sendAllTo: (participant: Participant) => void
  /** A message of any instance. */
  readonly receive: (message: unknown) => void
  readonly close: () => void
}

/** How often cursors are sent again, so that those of an instance that ended disappear. */
const REPEAT_MS = 20_000
const EXPIRY_MS = 50_000

const sentMessage = coeditingMessage.refine(({ type }) => type === 'cursor' || type === 'left')

export function createCursors({ db, log }: Pick<Service, 'db' | 'log'>, live: LiveText): Cursors {
  const known = new Map<string, { readonly message: CursorMessage; readonly at: number }>()
  const own = new Set<string>()

  const publish = (message: CursorMessage): void => {
    notifyCursor(db, live.ref, message).catch((error: unknown) =>
      log.debug({ err: error }, 'A cursor could not be sent'),
    )
  }
  const deliver = (message: CursorMessage): void => {
    for (const participant of live.participants)
      if (participant.connection !== message.connection) participant.send(message)
  }
  const store = (message: CursorMessage): void => {
    if (message.type === 'left') known.delete(message.connection)
    else known.set(message.connection, { message, at: performance.now() })
    deliver(message)
  }
  const repeat = setInterval(() => {
    for (const [connection, { message, at }] of known) {
      if (own.has(connection)) publish(message)
      else if (performance.now() - at > EXPIRY_MS) store({ type: 'left', connection })
    }
  }, REPEAT_MS)

  return {
    set({ connection }, message) {
      own.add(connection)
      store(message)
      publish(message)
    },
    remove({ connection }) {
      if (!own.delete(connection)) return
      const message = { type: 'left', connection } as const
      store(message)
      publish(message)
    },
    sendAllTo(participant) {
      for (const { message } of known.values())
        if (message.connection !== participant.connection) participant.send(message)
    },
    receive(value) {
      const { data } = sentMessage.safeParse(value)
      if (data === undefined || !('connection' in data) || own.has(data.connection)) return
      store(data as CursorMessage)
    },
    close: () => clearInterval(repeat),
  }
}
