import type { Connection } from './connection.ts'
import type { SharedText } from './shared-text.ts'

const INTERVAL_MS = 100

type Selected = { readonly anchor: number; readonly head: number }
type Position = { readonly anchor: string; readonly head: string }

/** Sends where the cursor of this window is, at most ten times a second. */
export function ownCursor(text: () => SharedText | undefined, connection: () => Connection) {
  /** The cursor may be there before the shared text is. */
  let range: Selected | null = null
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
  const place = () => {
    const shared = text()
    position =
      range && shared
        ? { anchor: shared.positionAt(range.anchor), head: shared.positionAt(range.head) }
        : null
  }
  return {
    /** Offsets in the Markdown; null without a cursor in it. */
    set: (next: Selected | null) => {
      range = next
      place()
      timer ??= setTimeout(send, INTERVAL_MS)
    },
    /** Tells a new connection. A position in another text means nothing there. */
    resend: (isSameText: boolean) => {
      if (!isSameText) place()
      sent = undefined
      send()
    },
    close: () => clearTimeout(timer),
  }
}
