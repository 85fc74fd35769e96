import type { Generated } from 'kysely'

export type InstallationTable = {
  only_row: Generated<boolean>
  storage_id: string
  storage_written: Generated<boolean>
  sealing_key_hash: Buffer | null
  /** The `DERIVATION` of the version that last rebuilt all spaces. */
  derivation: Generated<number>
}

export type ThrottleTable = {
  key: Buffer
  failures: number
  blocked_until: Date
  updated_at: Date
}

export type RequestRateTable = { key: Buffer; count: number; reset_at: Date }

export type InstallationTables = {
  installation: InstallationTable
  throttle: ThrottleTable
  request_rate: RequestRateTable
}
