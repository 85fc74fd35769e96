/** A space or site that a member pinned; exactly one of the ids is set. */
export type PinTable = {
  organization_id: string
  user_id: string
  space_id: string | null
  site_id: string | null
  created_at: Date
}

/** Tables of pins, see migration 0171. */
export type PinTables = { pin: PinTable }
