/** The text cannot be read as a specification; the message is shown to users. */
export class UnreadableSpec extends Error {
  override readonly name = 'UnreadableSpec'
}
