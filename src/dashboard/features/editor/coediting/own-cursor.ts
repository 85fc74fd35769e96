import type { Connection } from './connection.ts'
import type { SharedText } from './shared-text.ts'

const INTERVAL_MS = 100

type Position = { readonly anchor: string; readonly head: string }

/** Sends where the cursor of this window is, at most ten times a second. */
export function ownCursor(text: () => SharedText | undefined, connection: () => Connection) {
  let position: Position | null = null
  let sent: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = () => {
    timer = undefined
    const message = {
      type: 'cursor',
      anchor: position?.anchor ?? null,
      head: position?.head ?? null,
    } as const
    const key = JSON.stringify(message)
    if (key !== sent && connection().request(message)) sent = key
  }
  return {
    /** Offsets in the Markdown; null without a cursor in it. */
    set: (range: { readonly anchor: number; readonly head: number } | null) => {
      const shared = text()
      position =
        range && shared
          ? { anchor: shared.positionAt(range.anchor), head: shared.positionAt(range.head) }
          : null
      timer ??= setTimeout(send, INTERVAL_MS)
    },
    /** Tells a new connection. A position in another text means nothing there. */
    resend: (isSameText: boolean) => {
      if (!isSameText) position = null
      sent = undefined
      send()
    },
    close: () => clearTimeout(timer),
  }
}
