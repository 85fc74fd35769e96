type Nullable<T> = T | null

export type PresenceTable = {
  organization_id: string
  space_id: string
  user_id: string
  client_id: string
  doing: 'reading' | 'editing'
  page_id: Nullable<string>
  change_request_id: Nullable<string>
  since: Date
  seen_at: Date
}

export type PresenceTables = { presence: PresenceTable }
