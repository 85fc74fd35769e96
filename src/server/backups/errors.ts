/** A backup cannot be written, read or restored; the message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** One part of a backup is damaged or missing. */
export class DamagedPart extends BackupError {
  readonly part: string
  constructor(part: string, reason: string) {
    super(`${part} is damaged: ${reason}.`)
    this.part = part
  }
}
