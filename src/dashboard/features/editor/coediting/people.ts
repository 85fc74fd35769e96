import type { Notice } from './connection.ts'
import type { SharedText } from './shared-text.ts'

/** The cursor of someone else; without offsets, they have the page open and their cursor is elsewhere. */
export type RemoteCursor = {
  /** The id of the connection: someone may have the page open twice. */
  readonly connection: string
  readonly user: CursorNotice['user']
  /** Number of their color, 0 to 7. */
  readonly color: number
  /** Offsets in the Markdown. */
  readonly anchor: number | null
  readonly head: number | null
}

type CursorNotice = Extract<Notice, { type: 'cursor' }>

const COLORS = 8

/** The number of a person’s color, always the same one. */
export function colorOf(userId: string): number {
  let hash = 0
  for (const sign of userId) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003
  return hash % COLORS
}

/** The cursors of others, by connection. */
export function openPeople() {
  const notices = new Map<string, CursorNotice>()
  return {
    put: (notice: CursorNotice) => void notices.set(notice.connection, notice),
    remove: (connection: string) => void notices.delete(connection),
    clear: () => notices.clear(),
    cursors: (text: SharedText): RemoteCursor[] =>
      [...notices.values()].map(({ connection, user, anchor, head }) => ({
        connection,
        user,
        color: colorOf(user.id),
        anchor: anchor === null ? null : text.offsetOf(anchor),
        head: head === null ? null : text.offsetOf(head),
      })),
  }
}
