import pg from 'pg'
import type { Logger } from 'pino'

/** What instances send each other about a shared text: it changed, or someone's cursor moved. */
export type TextMessage = {
  readonly organizationId: string
  readonly textId: string
  /** The text has an update of this sequence number. */
  readonly sequence?: number
  /** Only a cursor moved. */
  readonly cursor?: unknown
}

/** Null means that messages may have been missed. */
export type TextListener = (message: TextMessage | null) => void

export type TextFeed = {
  /** Starts with the first call. */
  readonly listen: (listener: TextListener) => void
  readonly close: () => Promise<void>
}

const CHANNEL = 'lectern_coediting'
const RETRY_MS = 500

type Payload = { readonly o: string; readonly t: string; readonly s?: number; readonly c?: unknown }

/** Messages about shared texts from all instances, over one connection that reconnects when it is lost. */
export function createTextFeed(connectionString: string, log: Logger): TextFeed {
  let listener: TextListener | undefined
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const reconnect = (lost: pg.Client): void => {
    if (client !== lost || isClosed) return
    client = undefined
    retry = setTimeout(() => {
      retry = undefined
      void connect()
    }, RETRY_MS).unref()
  }

  const connect = async (): Promise<void> => {
    const opened = new pg.Client({ connectionString, application_name: 'lectern coediting', keepAlive: true })
    client = opened
    opened.on('notification', ({ payload }) => {
      const { o, t, s, c } = JSON.parse(payload ?? '{}') as Payload
      listener?.({
        organizationId: o,
        textId: t,
        ...(s === undefined ? {} : { sequence: s }),
        ...(c === undefined ? {} : { cursor: c }),
      })
    })
    opened.on('error', () => reconnect(opened))
    opened.on('end', () => reconnect(opened))
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      listener?.(null)
    } catch (error) {
      log.warn({ err: error }, 'Cannot listen for changes of shared texts')
      reconnect(opened)
      await opened.end().catch(() => undefined)
    }
  }

  return {
    listen(next) {
      listener = next
      if (client === undefined && retry === undefined && !isClosed) void connect()
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
